import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { insertWork } from '#test/long-work.ts'
import { conflict } from '../base/errors.ts'
import { defineWork, queuedStates, WorkStopped } from './define-work.ts'
import type { OwnWork } from './long-work.ts'

const declaration = {
  kind: 'export',
  table: 'exports',
  states: queuedStates,
  state: 'status',
  owner: 'user_id',
  askedAt: 'created_at',
  about: sql`list`,
  done: sql`rows_done`,
  total: sql`row_count`,
  notRunning: () => conflict('export_not_running'),
} as const
const work = defineWork(declaration)

const app = useApp()
let user: number
beforeEach(async () => {
  user = (await createUser(app.db)).id
})

const insert = (state: string, finished_at: Date | null = null) =>
  insertWork(app.db, 'export', { state, user, now: app.clock.now, finished_at })
const read = (id: number) =>
  app.db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ends = ['done', 'failed', 'cancelled']

describe('work under way', () => {
  test('is listed by its ids, without work that ended', async () => {
    const ids = [await insert('running'), await insert('queued')]
    for (const state of ends) await insert(state)
    expect(await work.atWork(app.db)).toEqual(ids)
  })

  test.each(['queued', 'running'])('can be stopped while it is %s', async (state) => {
    const id = await insert(state)
    await work.stop(app.db, id, app.clock.now)
    expect(await read(id)).toMatchObject({ status: 'cancelled', finished_at: app.clock.now })
  })

  test('is stopped only where its kind allows it', async () => {
    const id = await insert('running')
    const unstoppable = defineWork({ ...declaration, canStop: sql`false` })
    await expect(unstoppable.stop(app.db, id, app.clock.now)).rejects.toThrow('export_not_running')
    expect((await read(id)).status).toBe('running')
  })

  test('reports its progress, and throws once it was stopped', async () => {
    const id = await insert('running')
    await work.report(app.db, id, { rows_done: 3 })
    expect((await read(id)).rows_done).toBe(3)
    await work.stop(app.db, id, app.clock.now)
    await expect(work.report(app.db, id, { rows_done: 4 })).rejects.toThrow(WorkStopped)
    expect((await read(id)).rows_done).toBe(3)
  })

  test('throws in a worker once another one has taken it over', async () => {
    const id = await insert('running')
    await app.db.updateTable('exports').set({ file_key: 'theirs' }).execute()
    await expect(work.report(app.db, id, { rows_done: 1 }, sql`file_key = 'ours'`)).rejects.toThrow(
      WorkStopped,
    )
    expect((await read(id)).rows_done).toBe(0)
  })

  test('ends with its result, and other work stays', async () => {
    const [id, failing, other] = [await insert('running'), await insert('running'), await insert('running')]
    expect(await work.finish(app.db, id, app.clock.now, { row_count: 7 })).toBe(true)
    expect(await work.fail(app.db, failing, app.clock.now)).toBe(true)
    const end = { finished_at: app.clock.now }
    expect(await read(id)).toMatchObject({ status: 'done', row_count: 7, ...end })
    expect(await read(failing)).toMatchObject({ status: 'failed', ...end })
    expect(await read(other)).toMatchObject({ status: 'running', finished_at: null })
  })
})

test.each(ends)('work that is %s cannot be stopped, changed or ended again', async (state) => {
  const now = app.clock.now
  const id = await insert(state, now)
  const before = await read(id)
  await expect(work.stop(app.db, id, now)).rejects.toMatchObject({ status: 409, code: 'export_not_running' })
  await expect(work.report(app.db, id, { rows_done: 1 })).rejects.toThrow(WorkStopped)
  expect(await work.update(app.db, id, { rows_done: 1 })).toBe(false)
  expect(await work.finish(app.db, id, now, { row_count: 1 })).toBe(false)
  expect(await work.fail(app.db, id, now)).toBe(false)
  expect(await read(id)).toEqual(before)
})

describe('the owner of work', () => {
  const own = async (kind = work, since = app.clock.now) =>
    (await sql<OwnWork>`${kind.own({ user, since })}`.execute(app.db)).rows

  test('sees the progress of running work, and whether it can be stopped', async () => {
    const id = await insert('running')
    await work.report(app.db, id, { rows_done: 3, row_count: 9 })
    const seen = { kind: 'export', id, about: 'projects', state: 'working', done: 3, total: 9 }
    expect(await own()).toEqual([{ ...seen, can_stop: true, asked_at: app.clock.now }])
    expect(await own(defineWork({ ...declaration, canStop: sql`row_count is null` }))).toMatchObject([
      { id, can_stop: false },
    ])
  })

  test('sees work that ended since a given moment, as not stoppable, and only if its kind lists it', async () => {
    const now = app.clock.now
    await insert('done', new Date(now.getTime() - 1))
    const id = await insert('failed', now)
    expect(await own()).toMatchObject([{ id, state: 'failed', can_stop: false }])
    expect(await own(defineWork({ ...declaration, listed: sql`row_count is not null` }))).toEqual([])
  })

  test('sees neither work of others nor rows in a state that is no work', async () => {
    await insert('queued')
    await insert('done', app.clock.now)
    expect(await own(defineWork({ ...declaration, states: { ...queuedStates, done: null } }))).toMatchObject([
      { state: 'working' },
    ])
    user = (await createUser(app.db)).id
    expect(await own()).toEqual([])
  })
})
