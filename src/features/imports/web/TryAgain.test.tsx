import { fireEvent, waitFor } from '@testing-library/dom'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { goodImport, importApp } from '#test/import-app.ts'
import { newBrowser, openPage } from '#test/page.tsx'

const imports = importApp()
beforeEach(() => newBrowser())
afterAll(() => newBrowser())

test('Try again after a lost answer opens the import that the first try made', async () => {
  const page = await openPage(imports.app, imports.staff, '/site-admin/import/')
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]')
    expect(found).not.toBeNull()
    return found!
  })
  const through = globalThis.fetch
  const keys: (string | undefined)[] = []
  globalThis.fetch = async (url, init) => {
    const answer = await through(url, init)
    if (init?.method !== 'POST' || url !== '/api/v4/imports/') return answer
    keys.push((init.headers as Record<string, string>)['Idempotency-Key'])
    if (keys.length === 1) throw new TypeError('the line is cut')
    return answer
  }
  fireEvent.change(input, { target: { files: [new File([goodImport.join('\n')], 'grants.csv')] } })
  await page.press('Try again')
  await waitFor(() => expect(page.address()).toMatch(/^\/site-admin\/import\/\d+\/$/))
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  expect((await imports.staff.get('/api/v4/imports/')).body.count).toBe(1)
})
