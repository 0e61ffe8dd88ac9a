import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { createGift, createProject } from '../../../../test/factories.ts'
import { postConfirmedGifts } from './gifts.ts'

type Node = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Node[]
}
type Planned = { 'Query Text': string; Plan: Node }

/** Rows that a part of a plan went through, over all of its rounds. */
const touched = (node: Node): number =>
  Math.max(
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0)) *
      node['Actual Loops'],
    ...(node.Plans ?? []).map(touched),
  )

// auto_explain tells the plans of triggers; the embedded database does not have it, and plans by the same rules.
test.runIf(process.env.TEST_DATABASE_URL)(
  'PostgreSQL: many gifts at once go through a few rows each, though a session’s plans are those of its first gift in an empty database',
  async () => {
    const many = 400
    const database = await testDatabase({ poolSize: 1 })
    try {
      const { db, pool } = database
      // Analysed while empty: whatever is read whole looks cheap.
      await sql`analyze`.execute(db)
      const { organization_id, ...first } = await createProject(db)
      await createGift(db, first, 500)
      const { rows: projects } = await sql<{ id: number }>`
        insert into projects (slug, title, status, review_status, funding_type, organization_id, created_at, updated_at)
        select 'p' || nth, 'P ' || nth, 2, 2, 1, ${organization_id}::bigint, now(), now()
        from generate_series(1, ${many}::integer) nth returning id`.execute(db)
      const plans: Planned[] = []
      const client = await pool.connect()
      client.on('notice', ({ message = '' }) => {
        const at = message.indexOf('{')
        if (message.startsWith('duration:') && at > 0) plans.push(JSON.parse(message.slice(at)) as Planned)
      })
      client.release()
      await sql`load 'auto_explain'`.execute(db)
      for (const [name, value] of [
        ['log_min_duration', '0'],
        ['log_analyze', 'on'],
        ['log_timing', 'off'],
        ['log_nested_statements', 'on'],
        ['log_format', 'json'],
        ['log_level', 'notice'],
      ])
        await sql`select set_config(${`auto_explain.${name}`}, ${value}, false)`.execute(db)
      await db.transaction().execute((tx) =>
        postConfirmedGifts(
          tx,
          projects.map(({ id }) => ({
            project_id: id,
            funding_type: 1,
            amount_cents: 1_000,
            received_on: '2026-11-10',
            source: 'test',
            note: '',
            created_by: null,
            now: new Date('2026-11-21T11:00:00Z'),
          })),
        ),
      )
      await sql`set auto_explain.log_min_duration = -1`.execute(db)
      // Those of the triggers are among them, or nothing is shown.
      for (const table of [
        'funding_totals',
        'ledger_day_balances',
        'gifts_to_keep',
        'organization_sums_to_keep',
      ])
        expect(plans.some((one) => one['Query Text'].includes(`into ${table}`))).toBe(true)
      const wide = plans
        .map((one) => [touched(one.Plan), one['Query Text'].trim().slice(0, 80)] as const)
        .filter(([rows]) => rows > 10 * many)
      expect(wide).toEqual([])
    } finally {
      await database.close()
    }
  },
)
