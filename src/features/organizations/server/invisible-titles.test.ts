import { beforeAll, expect, test } from 'vitest'
import { createOrganization, createProject } from '#test/factories.ts'
import { type Client, useApp } from '#test/app.ts'

const app = useApp({ resets: false })
let staff: Client
beforeAll(async () => {
  staff = await app.as('superuser')
  for (const title of ['Über uns', 'Uhrwerk', 'Grün', 'Anton']) await createOrganization(app.db, { title })
})

const found = async (search: string) => {
  const { status, body } = await staff.get(
    `/api/v4/organizations/?ordering=title&search=${encodeURIComponent(search)}`,
  )
  expect(status).toBe(200)
  return (body.results as { title: string }[]).map(({ title }) => title)
}

test.each([
  ['ü alone, as every u', 'ü', ['Grün', 'Über uns', 'Uhrwerk']],
  ['u with two dots beside it', 'u\u0308', ['Grün', 'Über uns', 'Uhrwerk']],
  ['a word without its dots', 'uber', ['Über uns']],
  ['a soft hyphen in the word', 'Uhr\u00adwerk', ['Uhrwerk']],
  ['no-break and double blanks between words', 'Über\u00a0 uns', ['Über uns']],
  ['full-width letters', 'Ｕｈｒ', ['Uhrwerk']],
])('a search finds %s', async (_, search, titles) => {
  expect(await found(search)).toEqual(titles)
})

const unseen = ['\u200b', '\u00ad\u2060', ' \u00a0\u3164', '\ufeff', '\u{e0041}']
const refusal = (answer: { status: number; body: object }) => [answer.status, Object.keys(answer.body)]

test.each(unseen)('a title of only %j is refused as missing on create and change', async (title) => {
  const { slug } = await createOrganization(app.db, { title: 'Anton 2' })
  const project = await createProject(app.db, { title: 'Projekt' })
  const organizations = '/api/v4/organizations/'
  const calls = [
    await staff.post(organizations, { title, email_contact: 'a@example.org' }),
    await staff.patch(`/api/v4/organization/${slug}/`, { title, version: 1 }),
    await staff.post('/api/v4/projects/', { title, organization_slug: slug, funding_type: 1 }),
    await staff.patch(`/api/v4/project/${project.slug}/`, { title, version: project.version }),
  ]
  expect(calls.map(refusal)).toEqual(calls.map(() => [400, ['title']]))
})
