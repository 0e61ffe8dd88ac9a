import { waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { givenTemplate } from '#test/document-templates.ts'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// A template's page in the real app, without its drawing: jsdom has no canvas.
vi.mock('#web/pdf/load.ts', () => ({
  loadPdf: async () => ({
    pages: 1,
    size: async () => ({ width: 595, height: 842 }),
    draw: async () => undefined,
    layText: async () => undefined,
    runs: async () => [],
    close: () => undefined,
  }),
}))

// Node's own classes: jsdom's cannot be sent over the network.
const { Blob, File, FormData } = globalThis

let app: TestApp
let staff: Client
let address: string
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
  Object.assign(globalThis, { Blob, File, FormData })
  const { slug } = await givenTemplate(staff, { title: 'Dank', kind: 'thank_you' })
  address = `/site-admin/document-template/${slug}/`
})

test('another sample shows another project and its organization', async () => {
  const { id } = await createOrganization(app.db, { title: 'Pumpenverein' })
  await createProject(app.db, { title: 'Pumpe', organization_id: id })
  const page = await openPage(app, staff, address)
  await page.press('Change sample')
  const sample = await page.dialog('Change sample')
  const box = await page.found<HTMLInputElement>('input', 'Project', sample)
  box.focus()
  await page.type('Project', 'Pumpe')
  ;(await page.found('[role=option]', 'Pumpe · Pumpenverein')).click()
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  await page.found('.map-foot', /Sample: Pumpenverein/)
})

test('deleting a template asks first and states the consequence', async () => {
  const page = await openPage(app, staff, address)
  await page.press('More actions')
  await page.press('Delete…')
  const question = await page.dialog('Delete: Dank')
  expect(question.textContent).toContain('No more documents can be made from it.')
  await page.press('Delete', question)
  await waitFor(() => expect(page.address()).toBe('/site-admin/document-templates/'))
  await page.found('h1', /./)
  expect((await staff.get('/api/v4/document-templates/')).body.results).toEqual([])
})
