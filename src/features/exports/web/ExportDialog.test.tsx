import { waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createProject } from '#test/factories.ts'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { newBrowser, openPage } from '#test/page.tsx'

let app: TestApp
let clerk: Client
beforeAll(async () => {
  app = await testApp()
  await createProject(app.db, { title: 'Garden' })
})
beforeEach(async () => {
  await newBrowser()
  clerk = await app.as(['view_projects', 'view_users', 'export_data'])
})
afterAll(async () => {
  await newBrowser()
  await app.close()
})

/** Opens a list; `asked` collects the query of each export call. */
async function open(address: string, who = clerk) {
  const asked: URLSearchParams[] = []
  const page = await openPage(app, who, address, async ({ path }) => {
    if (!path.includes('/export/')) return undefined
    asked.push(new URL(path, 'http://here').searchParams)
    return new Response('{"export":{"id":1,"status":"queued"}}', {
      status: 202,
      headers: { 'content-type': 'application/json' },
    })
  })
  await page.rows()
  return { page, asked }
}
const noDialog = () => waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())

test('the button exports the current view at once; the dialog starts with the same choice', async () => {
  const { page, asked } = await open('/site-admin/projects/?ordering=title&status=complete')
  await page.press('Export')
  await waitFor(() => expect(asked).toHaveLength(1))
  await page.press('Export: columns and format')
  const dialog = await page.dialog('Export')
  const chosen = [...dialog.querySelectorAll<HTMLInputElement>('input:checked')]
  expect(chosen.map((input) => input.closest('label')!.querySelector('span > span')!.textContent)).toEqual([
    'As on the screen',
    'Workbook (XLSX)',
  ])
  dialog.querySelector('form')!.requestSubmit()
  await waitFor(() => expect(asked).toHaveLength(2))
  await noDialog()
  expect(asked.map(String)[1]).toBe(asked.map(String)[0])
  expect(Object.fromEntries(asked[0]!)).toMatchObject({
    format: 'xlsx',
    ordering: 'title',
    status: 'complete',
    exclude_status: 'archived',
    columns: expect.stringMatching(/^status,review_status,/),
  })
})

test('everything as CSV is asked for without the columns of the screen', async () => {
  const { page, asked } = await open('/site-admin/projects/?ordering=title')
  await page.press('Export: columns and format')
  const dialog = await page.dialog('Export')
  const choose = (name: string) =>
    [...dialog.querySelectorAll('label')].find((label) => label.textContent.startsWith(name))!.click()
  choose('Everything')
  choose('CSV')
  await page.press('Export', dialog)
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(Object.fromEntries(asked[0]!)).toMatchObject({ format: 'csv', set: 'everything', ordering: 'title' })
  expect(asked[0]!.has('columns')).toBe(false)
})

test('the list of accounts offers only formats, and people without the right to export get no choice', async () => {
  const { page } = await open('/site-admin/users/')
  await page.press('Export: columns and format')
  const dialog = await page.dialog('Export')
  expect([...dialog.querySelectorAll('legend')].map((legend) => legend.textContent)).toEqual(['Format'])
  await open('/site-admin/users/', await app.as(['view_users']))
  expect(document.querySelector('[aria-label="Export: columns and format"]')).toBeNull()
})
