/**
 * The due-day run over many tasks: mails queued per second, statements per batch. Part of `npm run bench`; alone:
 * node scripts/with-postgres.ts -- node scripts/bench/due-day.ts [--tasks 10000]   (without a server: embedded)
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { queueDueMails } from '#features/tasks/server/due.ts'
import { type Database, type Db, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'

const day = '2026-11-23'
const people = 40
const before = new Date('2026-11-01T08:00:00Z')
const now = new Date('2026-11-23T06:00:05Z')

export type DueDay = { tasks: number; mails: number; seconds: number; statements: number; again: number }

/** Creates the tasks, runs the due day over them once measured and once more, and counts statements. */
export async function measureDueDay(db: Db, tasks: number): Promise<DueDay> {
  await prepare(db, tasks)
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const run = { day, after: null, timeZone: 'Europe/Berlin', now }
  const started = performance.now()
  const mails = await queueDueMails(counting, run)
  const seconds = (performance.now() - started) / 1000
  const counted = statements
  const again = await queueDueMails(db, run)
  const expected = await sql<{ n: number }>`
    select count(*)::int as n from reminder_assignees where status = 1 and scheduled_for = ${day}`.execute(db)
  const stored = await sql<{
    n: number
  }>`select count(*)::int as n from emails where template = 'task_due'`.execute(db)
  if (mails !== expected.rows[0]!.n || stored.rows[0]!.n !== mails)
    throw new Error(`${mails} mails queued, ${stored.rows[0]!.n} stored, ${expected.rows[0]!.n} expected`)
  return { tasks, mails, seconds, statements: counted, again }
}

export function dueDayLine({ tasks, mails, seconds, statements, again }: DueDay): string {
  const perSecond = Math.round(mails / seconds).toLocaleString('en-US')
  return `due day, ${tasks} tasks: ${mails} mails in ${seconds.toFixed(2)} s, ${perSecond} mails/s, ${statements} statements (${(statements / tasks).toFixed(4)} per task), a second run queued ${again}`
}

async function prepare(db: Db, tasks: number): Promise<void> {
  await sql`delete from emails where template = 'task_due'`.execute(db)
  await sql`delete from reminders where scheduled_for = ${day}`.execute(db)
  await sql`insert into users (username, email, first_name, last_name, user_type, state, language, created_at, updated_at)
    select 'due-' || n, 'due-' || n || '@example.org', 'Due', 'Person ' || n, 'staff', 'active',
      (array['en_US', 'du_DE', 'sie_DE'])[1 + n % 3], ${before}, ${before}
    from generate_series(1, ${people}) n on conflict do nothing`.execute(db)
  await sql`with organization as (
      insert into organizations (slug, title, preview_token, created_at, updated_at)
      values ('due-day', 'Due day', 'due-day', ${before}, ${before})
      on conflict (slug) do update set title = excluded.title returning id)
    insert into projects (slug, title, organization_id, funding_type, created_at, updated_at)
    select 'due-day-' || n, 'Due day ' || n, id, 1, ${before}, ${before}
    from organization, generate_series(1, 1000) n on conflict (slug) do nothing`.execute(db)
  await sql`insert into reminders (slug, title, description, scheduled_for, series_start, project_id, created_by, created_at, updated_at)
    select 'due-day-' || n, 'Task ' || n, repeat('Call and ask for the notice. ', 5), ${day}, ${day}, project.id, creator.id, ${before}, ${before}
    from generate_series(1, ${tasks}) n
    join projects project on project.slug = 'due-day-' || (1 + n % 1000)
    join users creator on creator.username = 'due-' || (1 + n % ${people})`.execute(db)
  await sql`insert into reminder_assignees (reminder_id, user_id, status, scheduled_for, added_at)
    select task.id, person.id, task.status, task.scheduled_for, ${before}
    from reminders task join users person
      on person.username in ('due-' || (1 + task.id % ${people}), 'due-' || (1 + (task.id * 7 + 3) % ${people}))
    where task.scheduled_for = ${day} and task.slug like 'due-day-%'`.execute(db)
  await sql`analyze`.execute(db)
}

async function alone(): Promise<void> {
  const { values } = parseArgs({ options: { tasks: { type: 'string', default: '10000' } } })
  const url = process.env.TEST_DATABASE_URL
  const folder = url ? undefined : mkdtempSync(join(tmpdir(), 'almoner-due-day-'))
  const database = await (url ? ofItsOwn(url) : openDatabase({ dataDir: folder! }))
  try {
    await migrate(database)
    for (const tasks of new Set([1000, Number(values.tasks)]))
      console.log(`${dueDayLine(await measureDueDay(database.db, tasks))}`)
  } finally {
    await database.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

async function ofItsOwn(server: string): Promise<Database> {
  const admin = await openDatabase({ databaseUrl: server, dataDir: '' })
  await admin.pool.query('create database bench_due_day')
  await admin.close()
  const url = new URL(server)
  url.pathname = '/bench_due_day'
  return openDatabase({ databaseUrl: url.href, dataDir: '' })
}

if (import.meta.main) await alone()
