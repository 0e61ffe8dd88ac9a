import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PageToRender } from '#shared/lists/first-page.ts'
import type { Permission } from '#shared/permissions.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { prerender } from './prerender.tsx'

let app: TestApp
/** The page that the server last asked to render. */
let asked: PageToRender | undefined
const prerenderer = {
  render: async (page: PageToRender) => void (asked = page),
  close: async () => undefined,
}
beforeAll(async () => void (app = await testApp({ prerenderer })))
afterAll(() => app.close())
beforeEach(() => app.reset())

/** The page that the server asks to render for a person. */
async function pageFor(
  rights: Permission[] | 'superuser',
  path: string,
  language = 'en_US',
): Promise<PageToRender> {
  const person = await app.as(rights)
  await app.db
    .updateTable('users')
    .set({ language: language as 'en_US' })
    .where('id', '=', person.userId)
    .execute()
  await person.get(path)
  return asked!
}

test('a list comes with its rows, in the language of its person', async () => {
  const { id } = await createOrganization(app.db, { title: 'Verein am See' })
  await createProject(app.db, { title: 'Boote & <Ruder>', organization_id: id })
  const html = await prerender(await pageFor('superuser', '/site-admin/projects/', 'sie_DE'))
  expect(html).toContain('Boote &amp; &lt;Ruder&gt;')
  expect(html).toContain('Verein am See')
  expect(html).toMatch(/<h1[^>]*>Projekte</)
})

test('pages rendered at once for two people hold only what each may read', async () => {
  await createProject(app.db, { title: 'Nur für Leser' })
  const reader = await pageFor(['view_projects'], '/site-admin/projects/')
  const other = await pageFor(['view_organizations'], '/site-admin/organizations/')
  const pages = await Promise.all([reader, other, reader, other].map(prerender))
  expect(pages.map((html) => html.includes('Nur für Leser'))).toEqual([true, false, true, false])
  expect(pages.map((html) => html.includes('href="/site-admin/projects/"'))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('nothing of a page stays for the next one, not even after a failure', async () => {
  await createProject(app.db, { title: 'Bleibt nicht' })
  const page = await pageFor('superuser', '/site-admin/projects/')
  expect(await prerender(page)).toContain('Bleibt nicht')
  const rows = { ...page.rows, answer: { results: [{}], count: 1, total_pages: 1, current_page: 1 } }
  await expect(prerender({ ...page, rows })).rejects.toThrow()
  const elsewhere = { ...page.rows, query: { page: 7 } }
  expect(await prerender({ ...page, rows: elsewhere })).not.toContain('Bleibt nicht')
})
