import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// Archiving organizations from their list in the real app.

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
})

const list = '/site-admin/organizations/'
const bar = (page: Awaited<ReturnType<typeof openPage>>) =>
  page.found('[role=group]', /^Actions for the selection/)
const archived = async () =>
  (
    await app.db
      .selectFrom('organizations')
      .select('title')
      .where('status', '=', 3)
      .orderBy('title')
      .execute()
  ).map(({ title }) => title)

test('an organization with a collecting project is not archived, and the project is named', async () => {
  const { id } = await createOrganization(app.db, { title: 'Choir' })
  await createProject(app.db, { title: 'Scores', organization_id: id })
  const page = await openPage(app, staff, list)
  await page.press('More actions: Choir')
  await page.press('Archive')
  await waitFor(() => expect(page.alerts().join()).toContain('Failed to archive organizations'))
  expect(page.alerts().join()).toContain('Scores')
  expect(await archived()).toEqual([])
})

test('a selection is archived after confirmation, and restored from the archive', async () => {
  for (const title of ['Choir', 'Club'])
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await createOrganization(app.db, { title })
  const page = await openPage(app, staff, list)
  await page.rows()
  await page.press('Select all')
  await page.press('Archive', await bar(page))
  await page.press('Archive', await page.dialog(/Archive/))
  await page.found('[role=status]', /2 organizations archived/)
  expect(await archived()).toEqual(['Choir', 'Club'])
  const archive = await openPage(app, staff, `${list}archive/`)
  await archive.rows()
  await archive.press('Select all')
  await archive.press('Unarchive', await bar(archive))
  await archive.found('[role=status]', /2 organizations restored/)
  expect(await archived()).toEqual([])
})
