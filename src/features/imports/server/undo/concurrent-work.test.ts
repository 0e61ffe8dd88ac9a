import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { goodImport, importApp, importHeader } from '#test/import-app.ts'
import { everyList } from '#test/import-undo.ts'

// Runs a long import and its undo while other people work.
const imports = importApp()
const worker = fileURLToPath(new URL('../../../../../test/undo-worker.ts', import.meta.url))
const many = [importHeader, ...Array.from({ length: 3_000 }, (_, i) => `V${i % 900};;P${i};1;2017;`)]

test('a cancelled or killed undo changes nothing, and the next worker completes a killed one', async () => {
  const superuser = await imports.app.as('superuser')
  const empty = await everyList(imports.app, superuser)
  const done = await imports.run(many)
  expect(done).toMatchObject({ state: 'done', counts: { gifts: { new: 3_000 } } })
  const before = await everyList(imports.app, superuser)
  const path = `/api/v4/imports/${done.id}/`
  const state = async () => (await superuser.get(path)).body
  const askToUndo = async () => {
    const body = { reason: 'Wrong file', confirm_filename: 'file.csv' }
    expect((await superuser.post(`${path}undo/`, body)).status).toBe(202)
  }
  /** Waits until part of it is reversed. */
  const halfway = async () => {
    for (;;) {
      const { rows_done, rows_total, state: now } = await state()
      if (rows_done > 0) return { rows_done, rows_total }
      if (now !== 'undoing') throw new Error(`too late: ${now}`)
    }
  }

  await askToUndo()
  const working = imports.work()
  await halfway()
  expect((await superuser.post(`${path}cancel/`)).status).toBe(200)
  await working
  expect(await state()).toMatchObject({ state: 'done', undo: null })
  expect(await everyList(imports.app, superuser)).toEqual(before)

  await askToUndo()
  const { clock, database } = imports.app
  const child = fork(worker, [String(done.id)], {
    env: {
      ...process.env,
      DATABASE_URL: database.connection.connectionString,
      NOW: clock.now.toISOString(),
    },
    stdio: 'inherit',
  })
  const gone = once(child, 'exit')
  const { rows_done, rows_total } = await halfway()
  child.kill('SIGKILL')
  expect(await gone).toEqual([null, 'SIGKILL'])
  expect(rows_done).toBeLessThan(rows_total)
  expect((await state()).state).toBe('undoing')
  expect(await everyList(imports.app, superuser)).toEqual(before)
  // Its lease expires, and the job goes to another worker.
  clock.now = new Date(clock.now.getTime() + 11 * 60_000)
  await imports.work()
  expect((await state()).state).toBe('undone')
  clock.now = new Date(clock.now.getTime() - 11 * 60_000)
  expect(await everyList(imports.app, superuser)).toEqual(empty)
})

test('other changes are made and audited while an import is booked', async () => {
  const superuser = await imports.app.as('superuser')
  const { pool } = imports.app.database
  // The booking has written its events and pauses in its transaction until another change is done.
  await pool.query(`
      create table test_others_done (at timestamptz);
      create function test_wait() returns trigger language plpgsql as $$
      begin
        for i in 1..400 loop
          exit when exists (select from test_others_done);
          perform pg_sleep(0.05);
        end loop;
        return null;
      end $$;
      create trigger test_wait after insert on fundings for each statement execute function test_wait()`)
  try {
    const id = await imports.uploaded(goodImport)
    await superuser.post(`/api/v4/imports/${id}/run/`)
    const working = imports.work()
    const step = async () => (await superuser.get(`/api/v4/imports/${id}/`)).body.step
    while ((await step()) !== 'applying') continue
    for (const title of ['Anderer Verein', 'Noch einer']) {
      const made = await superuser.post('/api/v4/organizations/', {
        title,
        email_contact: 'verein@example.org',
      })
      expect([made.status, made.body.title]).toEqual([201, title])
      const changed = await superuser.patch(`/api/v4/organization/${made.body.slug}/`, {
        city: 'Talheim',
        version: made.body.version,
      })
      expect([changed.status, changed.body.city]).toEqual([200, 'Talheim'])
    }
    expect((await superuser.get(`/api/v4/imports/${id}/`)).body).toMatchObject({
      state: 'running',
      step: 'applying',
    })
    expect(await pool.query('select from fundings').then(({ rowCount }) => rowCount)).toBe(0)
    await pool.query('insert into test_others_done values (now())')
    await working
    expect((await superuser.get(`/api/v4/imports/${id}/`)).body.state).toBe('done')
  } finally {
    await pool.query('drop function test_wait() cascade; drop table test_others_done')
  }
})
