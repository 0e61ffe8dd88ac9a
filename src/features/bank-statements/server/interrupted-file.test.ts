import { access } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueue } from '#server/jobs.ts'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { camt, houseIban } from '#test/statements.ts'
import { statementCalls } from '#test/statement-calls.ts'
import { statementFileJob } from './files.ts'

let app: TestApp
let clerk: Client
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'statements-'))
  app = await testApp({ config: { dataDir } })
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true })
})
beforeEach(async () => {
  await app.reset()
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

/** Its worker dies at the first statement after the file is committed: every later write of the file is refused. */
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

test('a large file whose worker died after the commit is matched by the next one, and its file is kept', async () => {
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
  const others = Array.from({ length: 2100 }, (_, at) => ({ cents: 100 + at, name: `Donor ${at}` }))
  const named = { cents: 5000, name: 'R. Albers', text: `Spende ${pledge.body.number}` }
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
