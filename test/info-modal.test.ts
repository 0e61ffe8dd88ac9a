import { beforeAll, expect, test } from 'vitest'
import { readXlsx } from 'hucre'
import { formatEuro } from '#shared/money.ts'
import { type Client, useApp } from './app.ts'
import { createOrganization, createProject } from './factories.ts'

const app = useApp({ resets: false })
let staff: Client
beforeAll(async () => void (staff = await app.as('superuser')))

/** The list's values for each record, by title: the export contains the texts of the row, heading by heading. */
async function rowsOf(list: string): Promise<Map<string, Record<string, string>>> {
  const { bytes } = await staff.get(`/api/v4/${list}/export/`)
  const [headings, ...rows] = (await readXlsx(bytes)).sheets[0]!.rows as [
    string,
    ...(string | number | null)[],
  ][]
  return new Map(
    rows.map((row) => [
      row[0]!,
      Object.fromEntries(row.map((cell, at) => [headings![at], inWords(cell)]).slice(1)),
    ]),
  )
}

/** A workbook cell in the page's format: amounts are numbers there, missing values empty. */
const inWords = (cell: string | number | null) =>
  cell === null ? '-' : typeof cell === 'number' ? formatEuro(cell * 100, 'en_US') : cell

/** Headings and values of the info modal. */
function factsOf(html: string): Record<string, string> {
  const facts = html.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/g)
  return Object.fromEntries([...facts].map(([, heading, words]) => [heading, words]))
}

const outcomes = [null, 1, 2, 3, 4]

test('the info of a project matches its row in every state', async () => {
  const organization = await createOrganization(app.db, { title: 'Verein' })
  const made = { organization_id: organization.id }
  const states = [
    ...[1, 2, 3].map((status) => ({ status })),
    ...outcomes.flatMap((outcome) =>
      [true, false].map((flag) => ({
        review_status: outcome,
        content_review_status: outcome,
        voting_review_status: outcome,
        needs_donation_review: flag,
        needs_voting_review: flag,
      })),
    ),
    ...[1, 2, 3, 4].map((funding_type) => ({ funding_type })),
    { is_banned: true },
    { ends_on: '2020-01-01' },
    { ends_on: '2020-01-01', is_banned: true },
  ]
  const slugs = new Map<string, string>()
  for (const [at, state] of states.entries()) {
    const project = await createProject(app.db, { ...made, ...state, title: `P${at}` })
    slugs.set(project.title, project.slug)
  }
  const rows = await rowsOf('projects')
  expect(rows.size).toBe(states.length)
  for (const [title, row] of rows) {
    const { body } = await staff.get(`/api/v4/project/${slugs.get(title)}/info/`)
    expect({ title, ...factsOf(body.html) }).toMatchObject({ title, ...row })
  }
})

test('the info of an organization matches its row in every state', async () => {
  await app.reset()
  staff = await app.as('superuser')
  const states = [
    ...[1, 2, 3].map((status) => ({ status })),
    ...outcomes.flatMap((outcome) =>
      [true, false].map((flag) => ({
        review_status: outcome,
        content_review_status: outcome,
        nonprofit_review_status: outcome,
        voting_review_status: outcome,
        needs_review: flag,
        needs_voting_review: flag,
        exemption_date: flag ? '2025-01-15' : '2019-01-15',
      })),
    ),
    { exemption_kind: 'none', exemption_date: null },
  ]
  const slugs = new Map<string, string>()
  for (const [at, state] of states.entries()) {
    const organization = await createOrganization(app.db, { ...state, title: `O${at}` })
    slugs.set(organization.title, organization.slug)
  }
  const rows = await rowsOf('organizations')
  expect(rows.size).toBe(states.length)
  for (const [title, row] of rows) {
    const { body } = await staff.get(`/api/v4/organization/${slugs.get(title)}/info/`)
    expect({ title, ...factsOf(body.html) }).toMatchObject({ title, ...row })
  }
})
