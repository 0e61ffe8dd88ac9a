import { access } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueue } from '#server/work/jobs.ts'
import { type GiveUpContext, recoverLostWork } from '#server/work/long-work.ts'
import { openQueue } from '#server/work/queue.ts'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { strictLog } from '#test/run-jobs.ts'
import { camt, houseIban } from '#test/statements.ts'
import { statementCalls } from '#test/statement-calls.ts'
import { statementFileJob, statementMatchWork, statementWork } from './files.ts'

const app = useApp()
let clerk: Client
beforeAll(async () => {
  const boss = await openQueue(app.database, () => {})
  await boss.stop({ close: false })
})
beforeEach(async () => {
  clerk = await app.as(['create_bank_statements', 'change_bank_statements', 'change_payouts'])
  await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
})
const { upload, checked } = statementCalls(() => ({ app, clerk }))

const storedKey = async (id: number) =>
  (
    await app.db
      .selectFrom('bank_statement_files')
      .select('file_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).file_key

/** Simulates a worker dying right after the commit: every later write to the file is refused. */
const dieAfterCommit = async () => {
  await sql`
    create or replace function die() returns trigger language plpgsql as $$ begin
      raise exception 'the worker is gone';
    end $$`.execute(app.db)
  await sql`create trigger die before update on bank_lines for each row execute function die()`.execute(
    app.db,
  )
  await sql`
    create trigger die before update on bank_statement_files for each row when (old.state = 'done')
    execute function die()`.execute(app.db)
}
const live = async () => {
  for (const table of ['bank_lines', 'bank_statement_files'])
    await sql`drop trigger if exists die on ${sql.table(table)}`.execute(app.db)
}

/** Creates a pledge; returns its number. */
async function pledged(): Promise<string> {
  const project = await createProject(app.db, { needs: [100_000] })
  const reader = await app.as(['create_private_donations', 'view_private_donations', 'view_projects'])
  const pledge = await reader.post('/api/v4/private-donations/', {
    project_slug: project.slug,
    amount_cents: 5000,
    received_on: '2026-11-19',
    channel: 'bank_transfer',
    state: 'pledged',
    donor: { name: 'Renate Albers' },
  })
  expect(pledge.status).toBe(201)
  return pledge.body.number
}

/** Runs the chore that resumes lost work. */
const recoverLost = () =>
  recoverLostWork([statementWork, statementMatchWork]).run(
    app.services,
    new AbortController().signal,
    strictLog,
  )

test('matches a large file after its worker died following the commit, and keeps the file', async () => {
  const number = await pledged()
  const others = Array.from({ length: 2100 }, (_, at) => ({ cents: 100 + at, name: `Donor ${at}` }))
  const named = { cents: 5000, name: 'R. Albers', text: `Spende ${number}` }
  const { body } = await upload(camt([{ lines: [...others, named] }]))
  await dieAfterCommit()
  await expect(app.runJobs()).rejects.toThrow('the worker is gone')
  await live()
  const key = (await storedKey(body.id))!
  const path = await app.services.files.localPath(key)
  await access(path)

  await enqueue(app.db, statementFileJob, { id: body.id })
  await app.runJobs()
  const done = (await clerk.get(`/api/v4/bank-statements/files/${body.id}/`)).body
  expect(done).toMatchObject({ state: 'done', lines: 2101, lines_matched: 1 })
  expect(await storedKey(body.id)).toBe(null)
  await access(path)
  await checked()
})

test('matches a small file automatically, once, after the server died following the commit', async () => {
  const number = await pledged()
  await dieAfterCommit()
  const named = { cents: 5000, name: 'R. Albers', text: `Spende ${number}` }
  const died = await upload(camt([{ lines: [{ cents: 700, name: 'Donor' }, named] }]))
  expect(died.status).toBe(500)
  await live()
  const { id } = await app.db.selectFrom('bank_statement_files').select('id').executeTakeFirstOrThrow()
  const read = async () => (await clerk.get(`/api/v4/bank-statements/files/${id}/`)).body
  expect(await read()).toMatchObject({ state: 'done', lines: 2, lines_matched: 0 })

  // Not within the minute in which the request itself may still be matching.
  await recoverLost()
  await app.runJobs()
  expect(await read()).toMatchObject({ lines_matched: 0 })
  app.clock.now = new Date(app.clock.now.getTime() + 61_000)
  for (let times = 0; times < 2; times++) {
    await recoverLost()
    await app.runJobs()
    expect(await read()).toMatchObject({ state: 'done', lines: 2, lines_matched: 1 })
  }
  await checked()
})

test('matches a large file that was abandoned after its lines were booked', async () => {
  const number = await pledged()
  const others = Array.from({ length: 2100 }, (_, at) => ({ cents: 100 + at, name: `Donor ${at}` }))
  const named = { cents: 5000, name: 'R. Albers', text: `Spende ${number}` }
  const { body } = await upload(camt([{ lines: [...others, named] }]))
  await dieAfterCommit()
  await expect(app.runJobs()).rejects.toThrow('the worker is gone')
  await live()
  const { files, config } = app.services
  const why = {
    now: app.clock.now,
    today: '2026-11-21',
    baseUrl: config.baseUrl,
    files,
    code: 'server_stopped',
  }
  await statementWork.giveUp(app.db, body.id, why as GiveUpContext)
  expect(await storedKey(body.id)).toBe(null)
  app.clock.now = new Date(app.clock.now.getTime() + 61_000)
  await recoverLost()
  await app.runJobs()
  const done = (await clerk.get(`/api/v4/bank-statements/files/${body.id}/`)).body
  expect(done).toMatchObject({ state: 'done', lines: 2101, lines_matched: 1 })
  await checked()
})

describe('a large file whose reading is stopped', () => {
  const many = Array.from({ length: 2100 }, (_, at) => ({ cents: 100 + at, name: `Donor ${at}` }))
  const stop = (id: number) => clerk.post(`/api/v4/bank-statements/files/${id}/cancel/`)
  const read = async (id: number) => (await clerk.get(`/api/v4/bank-statements/files/${id}/`)).body

  /** Asserts that nothing of the file is booked or stored. */
  async function leftNothing(id: number) {
    const key = (await storedKey(id))!
    await app.runJobs()
    expect(await read(id)).toMatchObject({ state: 'cancelled', statements: [], lines: 0 })
    expect(await storedKey(id)).toBe(null)
    await expect(access(await app.services.files.localPath(key))).rejects.toThrow('ENOENT')
    await checked()
  }

  test('is not booked, and cannot be stopped twice', async () => {
    const { body } = await upload(camt([{ lines: many }]))
    expect(await stop(body.id)).toMatchObject({ status: 200, body: { state: 'cancelled' } })
    expect(await stop(body.id)).toMatchObject({ status: 409, body: { code: 'file_not_waiting' } })
    await leftNothing(body.id)
  })

  test('leaves nothing after some of its lines were written', async () => {
    const { body } = await upload(camt([{ lines: many }]))
    await sql`
      create function stop() returns trigger language plpgsql as $$ begin new.state := 'cancelled'; return new; end $$`.execute(
      app.db,
    )
    await sql`
      create trigger stop before update on bank_statement_files for each row
      when (new.lines_done > 0) execute function stop()`.execute(app.db)
    await leftNothing(body.id)
    await sql`drop trigger stop on bank_statement_files`.execute(app.db)
  })

  test('can be uploaded again', async () => {
    const first = await upload(camt([{ lines: many }]))
    await stop(first.body.id)
    await app.runJobs()
    const second = await upload(camt([{ lines: many }]))
    await app.runJobs()
    expect(await read(second.body.id)).toMatchObject({ state: 'done', lines: 2100, lines_total: 2100 })
  })
})
