/**
 * npm run faults:receipts: three processes issue the receipts of one run at once on one PostgreSQL, three issuers and 60
 * gifts; again and again one of them is killed with `kill -9` in the middle and another takes its place. In the end every
 * gift has one receipt, and no issuer's numbers have a gap.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { planFor } from '#features/documents/server/receipts/plan.ts'
import { numbersOf } from '#features/documents/server/receipts/numbers.ts'
import { startRun } from '#features/documents/server/receipts/runs.ts'

const gifts = 60
const processes = 3
const kills = 5
const databaseUrl = process.env.TEST_DATABASE_URL
if (!databaseUrl)
  throw new Error(
    'TEST_DATABASE_URL is missing: node scripts/with-postgres.ts -- node scripts/faults/receipts.ts',
  )
const database = await openDatabase({ databaseUrl, dataDir: '' })
const { db } = database
await migrate(database)
const folder = mkdtempSync(join(tmpdir(), 'almoner-faults-'))
const now = new Date()
const today = now.toISOString().slice(0, 10)

await sql`
  insert into users (username, email, user_type, state, is_superuser, created_at, updated_at)
  values ('clerk', 'clerk@example.org', 'staff', 'active', true, ${now}, ${now})`.execute(db)
const { rows: users } = await sql<{ id: number }>`select id from users`.execute(db)
await sql`
  insert into organizations (slug, title, preview_token, street, postcode, city, tax_office, tax_number, exemption_kind,
    exemption_date, exemption_purposes, exemption_period, created_at, updated_at)
  select 'o' || n, 'Organisation ' || n, 't' || n, 'Weg 1', '78355', 'Hohenfels', 'Singen', '1/2/' || n, 'notice',
    ${today}::date - 400, 'Naturschutz', '2020 bis 2022', ${now}, ${now} from generate_series(1, 3) n`.execute(
  db,
)
await sql`
  insert into projects (slug, title, organization_id, status, funding_type, created_at, updated_at)
  select 'p' || id, 'Projekt ' || id, id, 2, 1, ${now}, ${now} from organizations`.execute(db)
await sql`
  insert into donors (slug, name, street, postal_code, city, created_at)
  values ('d', 'Ελένη Größ', 'Weg 2', '70173', 'Stuttgart', ${now})`.execute(db)
await sql`
  insert into fundings (slug, project_id, funding_type, amount_cents, state, received_on, source, number, channel, donor_id,
    created_at)
  select 'g' || n, (select id from projects order by id offset n % 3 limit 1), 1, 1000 + n, 'confirmed',
    ${today}::date - 10, 'test', 'PS-' || n, 'cash', (select id from donors), ${now}
  from generate_series(1, ${gifts}::int) n`.execute(db)
const { rows: ids } = await sql<{ id: number }>`select id from fundings order by id`.execute(db)
const run = await db.transaction().execute(async (tx) => {
  const rows = await planFor(
    tx,
    'donation_receipt',
    ids.map(({ id }) => id),
    today,
  )
  const context = {
    actor: { id: users[0]!.id, name: 'clerk' },
    now,
    locale: 'en_US' as const,
    user: users[0]!,
  }
  return startRun(tx, context, {
    template: 'standard-donation-receipt',
    kind: 'donation_receipt',
    issueDay: today,
    rows,
  })
})
await sql`update generation_runs set state = 'running', started_at = ${now}, beat_at = ${now}`.execute(db)

const start = (): ChildProcess =>
  fork(new URL('./receipts-process.ts', import.meta.url), [String(run)], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: folder },
  })
const children = Array.from({ length: processes }, start)
let killed = 0
const issued = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from receipts`.execute(db)).rows[0]!.n
for (const deadline = Date.now() + 240_000; Date.now() < deadline;) {
  const n = await issued()
  if (n >= gifts) break
  // Wherever it is: before its number, between number and row, or after its commit.
  if (killed < kills && n >= (killed + 1) * 8) {
    children[killed % processes]!.kill('SIGKILL')
    children[killed % processes] = start()
    killed++
  }
  await sleep(37)
}
await Promise.all(
  children.map((child) =>
    child.exitCode === null && child.signalCode === null
      ? new Promise((resolve) => child.once('exit', resolve))
      : Promise.resolve(),
  ),
)
const numbers = await numbersOf(db)
const { rows: twice } = await sql`
  select funding_id from receipt_gifts where is_valid group by 1 having count(*) > 1`.execute(db)
const { rows: orphans } = await sql`
  select documents.id from documents left join receipts on document_id = documents.id where document_id is null`.execute(
  db,
)
const gaps = numbers.flatMap((row) => row.gaps)
for (const row of numbers) console.log(`${row.title}: ${row.first} to ${row.last}, ${row.count}`)
console.log(`${await issued()} receipts of ${gifts} gifts, ${killed} processes killed, ${gaps.length} gaps`)
const good =
  (await issued()) === gifts &&
  gaps.length === 0 &&
  twice.length === 0 &&
  orphans.length === 0 &&
  killed === kills
console.log(good ? 'good: each gift once, no number missing' : 'NOT GOOD')
await database.close()
rmSync(folder, { recursive: true, force: true })
process.exitCode = good ? 0 : 1
