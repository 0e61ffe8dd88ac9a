import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'

const app = useApp({ resets: false })
let admin: Client

/** Reads all pages of a search in turn. */
async function pages(query: string) {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { body } = await admin.get(`/api/v4/organizations/?page_size=100&page=${page}&${query}`)
    found.push(...(body.results as { slug: string }[]).map(({ slug }) => slug))
    if (page === body.total_pages) return { count: body.count as number, found }
  }
}

/** The same rows by plain SQL without pages. */
async function inOrder(condition: string, order: string) {
  const { rows } = await sql<{ slug: string }>`
    select slug from organizations where ${sql.raw(condition)} order by ${sql.raw(order)}`.execute(
    app.database.db,
  )
  return { count: rows.length, found: rows.map(({ slug }) => slug) }
}

// Up to a thousand matches of a search are sorted; beyond that, they are read in the order of an index.
describe.each([1000, 1001])('searching %i organizations that share a word', (n) => {
  beforeAll(async () => {
    await app.reset()
    admin = await app.as('superuser')
    // Many rows share title and instant, so that the id decides.
    await sql`
      insert into organizations (slug, title, preview_token, email_contact, status, exemption_kind, exemption_date, created_at, updated_at)
      select 'o-' || n, 'Verein ' || n % 7 || case when n = 500 then ' Leuchtturm' else '' end, md5(n::text), 'a@example.org',
        1 + n % 2, case when n % 3 = 0 then 'notice' else 'none' end, case when n % 3 = 0 then date '2025-01-01' end,
        timestamptz '2026-01-01' + n % 5 * interval '1 day', '2026-01-01'
      from generate_series(1, ${sql.lit(n)}) n`.execute(app.database.db)
  })

  test.each([
    ['search=verein', 'true', 'created_at desc, id desc'],
    ['search=verein&ordering=title', 'true', 'title_sort, id'],
    ['search=verein&ordering=-proof_status', 'true', `exemption_kind = 'notice' desc, id desc`],
    ['search=leuchtturm', `slug = 'o-500'`, 'id'],
    [
      'search=3+verein&ordering=-title&status=complete',
      `title like '%3%' and status = 2`,
      'title_sort desc, id desc',
    ],
    ['search=nirgends', 'false', 'id'],
  ])('%s returns the same rows in the same order as plain SQL', async (query, condition, order) => {
    expect(await pages(query)).toEqual(await inOrder(condition, order))
  })

  test('a page past the end is 404', async () => {
    for (const asked of ['verein&page_size=100&page=12', 'leuchtturm&page=2', 'nirgends&page=2'])
      expect((await admin.get(`/api/v4/organizations/?search=${asked}`)).status).toBe(404)
  })
})
