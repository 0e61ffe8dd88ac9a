import { expect, test } from 'vitest'
import { waitFor } from '@testing-library/dom'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// The history of a record in the real app: a change is undone, or the reason replaces the button.

let app: TestApp
let me: Client
eachOnNewPage(async (given) => {
  app = given
  me = await app.as('superuser')
  await createOrganization(app.db, { slug: 'verein', title: 'Verein', phone: '111', city: 'Bonn' })
})

const path = '/api/v4/organization/verein/'
const history = () => document.querySelector<HTMLElement>('ol.history')

test('Undo restores the earlier value at once; the entry stays, struck through, and names who undid it', async () => {
  await me.patch(path, { city: 'Köln', version: 1 })
  const page = await openPage(app, me, '/site-admin/organization/verein/update/')
  await page.press('Undo: Changed')
  await page.found('[role=status]', /Undone/)
  await waitFor(() => expect(history()?.querySelector('s')?.textContent).toBe('Changed'))
  expect(history()?.textContent).toMatch(/Undone by Test Person \d+/)
  expect(history()?.querySelector('button')).toBeNull()
  expect((await me.get(path)).body.city).toBe('Bonn')
})

test('a change that cannot be undone shows the cause instead of Undo', async () => {
  await me.patch(path, { city: 'Köln', version: 1 })
  await me.patch(path, { city: 'Ulm', version: 2 })
  await openPage(app, me, '/site-admin/organization/verein/update/')
  await waitFor(() => expect(history()?.textContent).toContain('Cannot be undone: City was changed again by'))
  expect([...history()!.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['Undo'])
})
