import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findBest } from '#server/search/find.ts'
import { testDatabase } from '#test/database.ts'
import { createProject } from '#test/factories.ts'
import { plansOf, touched } from '#test/plans.ts'
import { kindsFor } from './routes.ts'

test('two common words that never occur together are searched in the word index, not in the whole table', async () => {
  const rows = 12_000
  const database = await testDatabase({ poolSize: 1 })
  try {
    const { db } = database
    const { organization_id } = await createProject(db)
    await sql`insert into projects (slug, title, status, review_status, funding_type, organization_id, created_at, updated_at)
        select 'p' || nth, case nth % 2 when 0 then 'Kinder' else 'Familien' end || ' ' || nth, 2, 2, 1,
          ${organization_id}::bigint, now(), now()
        from generate_series(1, ${rows}::integer) nth`.execute(db)
    await sql`analyze projects`.execute(db)
    const plans = await plansOf(database, () =>
      findBest(db, kindsFor({ is_superuser: true, permissions: [], user_type: 'staff' }), {
        words: 'Kinder Familien',
        limit: 20,
      }),
    )
    const search = plans.filter((one) => one['Query Text'].includes('from "projects" found'))
    expect(search).toHaveLength(1)
    // The search reads at most the newest four thousand rows.
    expect(touched(search[0]!.Plan)).toBeLessThanOrEqual(4_000)
  } finally {
    await database.close()
  }
})
