import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { emptyDatabase, testDatabase } from './database.ts'
import { fillFirstMilestone } from './first-milestone.ts'
import { createGift } from './factories.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { balanceOf, accountId } from '#features/ledger/server/accounts.ts'
import { findOrganizationCountDifferences } from '#features/organizations/server/counts.ts'
import { findCountDifferences } from '#features/projects/server/counts.ts'
import { textOf } from '#server/audit.ts'
import { verifyAudit } from '#server/audit-verify.ts'
import type { Database } from '#server/db/db.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { DatabaseRefused } from '#server/db/refused.ts'

const folderOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const old = { folder: folderOf('test/first-milestone') }

let database: Database
beforeEach(async () => {
  database = await emptyDatabase()
  await migrate(database, old)
})
afterEach(() => database.close())

/** Every table with its number of rows and a hash of its contents, as far as `columns` says. */
async function contents(): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`.execute(
    database.db,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql`
      select count(*) as n, md5(string_agg(t::text, '|' order by t::text)) as hash from ${sql.table(name)} t`.execute(
      database.db,
    )
    found[name] = rows[0]
  }
  return found
}

/** What must be the same before and after: how many rows there are, what they add up to, what a project received. */
async function figures() {
  const one = async (text: string) => (await database.pool.query(text)).rows
  const tables = ['users', 'user_permissions', 'sessions', 'organizations', 'projects', 'needs', 'fundings']
  tables.push('ledger_accounts', 'ledger_transactions', 'ledger_rows', 'review_decisions', 'reminders')
  tables.push(
    'reminder_assignees',
    'reminder_templates',
    'emails',
    'email_attempts',
    'email_templates',
    'imports',
  )
  tables.push(
    'import_rows',
    'exports',
    'audit_events',
    'companies',
    'individual_bank_accounts',
    'internal_statuses',
  )
  tables.push(
    'account_links',
    'idempotency_keys',
    'job_requests',
    'table_settings',
    'dated_settings',
    'business_day',
  )
  const counts = await Promise.all(
    tables.map(async (name) => [name, (await one(`select count(*) as n from ${name}`))[0]!.n]),
  )
  return {
    counts,
    projects:
      await one(`select slug, title, status, target_cents, funded_cents, financing, organization_title, is_ended,
      internal_status_sort, needs_donation_review_since from projects order by id`),
    organizations: await one(
      'select slug, title, search_text, can_receive, version from organizations order by id',
    ),
    fundings: await one(
      'select id, slug, project_id, funding_type, amount_cents, state, received_on from fundings order by id',
    ),
    rows: await one(`select id, transaction_id, debit_account_id, credit_account_id, amount_cents, funding_id, reverses_id
      from ledger_rows order by id`),
    sums: await one('select count(*) as n, sum(amount_cents) as cents from ledger_rows'),
    totals: await one(
      'select funding_type, sum(cents)::bigint as cents from funding_totals group by 1 order by 1',
    ),
    kept: await one('select sum(n)::bigint as n, sum(missing_cents)::bigint as missing from project_counts'),
    events: await one(
      'select id, at, action, object_type, object_id, before, after from audit_events order by id',
    ),
    tasks: await one(
      'select slug, title, target_title, scheduled_for, status, completed_at from reminders order by id',
    ),
    settings: await one(
      `select id, "enableDonations", "enableSponsoring", "enableFoundation", "enableGewinnsparen", version
      from platform_features`,
    ),
  }
}

test('a database of the first milestone is moved with all it holds', async () => {
  await fillFirstMilestone(database, oldHash)
  const before = await figures()
  expect(before.counts.filter(([, n]) => n === 0)).toEqual([])

  expect((await pendingMigrations(database.db)).length).toBeGreaterThan(0)
  const done = await migrate(database)
  expect(done).toContain('0010_ledger')
  expect(await pendingMigrations(database.db)).toEqual([])
  expect(await migrate(database)).toEqual([])

  const fresh = await testDatabase()
  try {
    expect(await catalogue(database.db)).toEqual(await catalogue(fresh.db))
  } finally {
    await fresh.close()
  }
  // The names that came along are brought in line, once.
  const asked = await sql`delete from job_requests where job = 'names.bring_in_line'`.execute(database.db)
  expect(asked.numAffectedRows).toBe(1n)
  // How long receipts are kept is a setting since.
  const kept = await sql`delete from dated_settings where key = 'receipt_kept_months'`.execute(database.db)
  expect(kept.numAffectedRows).toBe(1n)
  expect(await figures()).toEqual(before)
  expect(await verifyAudit(database.db)).toMatchObject({ events: before.events.length, broken: 0 })
  expect(await findLedgerDifferences(database.db)).toEqual([])
  expect(await findCountDifferences(database.db)).toEqual([])
  expect(await findOrganizationCountDifferences(database.db)).toEqual([])
  const purposes = await sql`select purpose, count(*) as n from ledger_rows group by 1 order by 1`.execute(
    database.db,
  )
  expect(purposes.rows).toEqual([
    { purpose: 'budget_grant', n: 1 },
    { purpose: 'budget_use', n: 1 },
    { purpose: 'gift', n: 5 },
  ])
  const budget = await accountId(database.db, { kind: 'budget_available', company_id: 1 })
  expect(await balanceOf(database.db, budget)).toBe(3000)

  // Life goes on: numbers, triggers, checks.
  const project = await database.db
    .selectFrom('projects')
    .selectAll()
    .where('slug', '=', 'p-1')
    .executeTakeFirstOrThrow()
  await createGift(database.db, project, 77)
  const after = await database.db
    .selectFrom('projects')
    .selectAll()
    .where('slug', '=', 'p-1')
    .executeTakeFirstOrThrow()
  expect(after.funded_cents).toBe(project.funded_cents + 77)
  expect(await findLedgerDifferences(database.db)).toEqual([])
})

test('a move that is interrupted leaves the database as it was', async () => {
  await fillFirstMilestone(database, oldHash)
  const before = { shape: await catalogue(database.db), rows: await contents() }
  const folder = mkdtempSync(join(tmpdir(), 'almoner-move-'))
  try {
    cpSync(folderOf('migrations'), folder, { recursive: true })
    writeFileSync(join(folder, '0029_broken.sql'), 'select 1 / 0')
    await expect(migrate(database, { folder })).rejects.toThrow('0029_broken')
  } finally {
    rmSync(folder, { recursive: true })
  }
  // The last step finds that a row belongs nowhere.
  await sql`insert into ledger_accounts (code) values ('nonsense')`.execute(database.db)
  await expect(migrate(database)).rejects.toThrow('ledger_accounts_kind_check')
  await sql`delete from ledger_accounts where code = 'nonsense'`.execute(database.db)
  expect({ shape: await catalogue(database.db), rows: await contents() }).toEqual(before)
  await migrate(database)
  expect(await findLedgerDifferences(database.db)).toEqual([])
})

test('two processes that find the old database move it once', async () => {
  const done = await Promise.all([migrate(database), migrate(database)])
  expect(done.flat().filter((name) => name === '0010_ledger')).toHaveLength(1)
  expect(await pendingMigrations(database.db)).toEqual([])
})

test('a database from before the end of the first milestone is refused with one line', async () => {
  await sql`delete from kysely_migration where name = '0013_totals_by_index'`.execute(database.db)
  const error = await migrate(database).catch((it: unknown) => it)
  expect(error).toBeInstanceOf(DatabaseRefused)
})

/** The hash of an event as the first milestone chained it. */
function oldHash(previous: string, row: Parameters<typeof textOf>[0]): string {
  return createHash('sha256').update(previous).update(textOf(row)).digest('hex')
}
