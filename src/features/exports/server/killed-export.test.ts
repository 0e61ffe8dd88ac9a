import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '#server/jobs.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'
import { exportLongWork } from './background.ts'

let app: TestApp
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'exports-'))
  app = await testApp({ config: { dataDir } })
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true })
})

const row = () => app.db.selectFrom('exports').select(['id', 'status', 'file_key']).executeTakeFirstOrThrow()

test('an export that died after its file was stored leaves no file behind', async () => {
  await createOrganization(app.db, { title: 'Chor Süd' })
  const staff = await app.as('superuser')
  const { id } = await app.db
    .insertInto('exports')
    .values({
      user_id: staff.userId,
      list: 'organizations',
      query: JSON.stringify({
        search: '',
        ordering: { key: 'title', descending: false },
        filters: {},
        extra: { format: 'csv' },
      }),
      language: 'en_US',
      created_at: app.clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    create function die() returns trigger language plpgsql as $$ begin
      raise exception 'the worker is gone';
    end $$`.execute(app.db)
  await sql`
    create trigger die before update on exports for each row when (new.status = 'done') execute function die()`.execute(
    app.db,
  )
  await enqueue(app.db, exportLongWork.job, { id })
  await expect(app.runJobs()).rejects.toThrow('the worker is gone')
  const first = await row()
  expect(first.status).toBe('running')
  expect(await readdir(join(dataDir, 'files'))).toEqual([first.file_key])
  await sql`drop trigger die on exports`.execute(app.db)

  await enqueue(app.db, exportLongWork.job, { id })
  await app.runJobs()
  const second = await row()
  expect(second.status).toBe('done')
  expect(second.file_key).not.toBe(first.file_key)
  expect(await readdir(join(dataDir, 'files'))).toEqual([second.file_key])
})
