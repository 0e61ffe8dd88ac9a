import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#test/app.ts'
import { createGift, createProject, createTask } from '#test/factories.ts'
import { goodImport, importApp, importHeader } from '#test/import-app.ts'
import { everyList } from '#test/import-undo.ts'
import { settleAll } from '#test/money.ts'

const imports = importApp()
let superuser: Client
beforeEach(async () => {
  superuser = await imports.app.as('superuser')
})

const asked = { reason: 'Wrong file', confirm_filename: 'file.csv' }
const preview = async (id: number) => (await superuser.get(`/api/v4/imports/${id}/undo/`)).body
const ask = (id: number, body: object = asked) => superuser.post(`/api/v4/imports/${id}/undo/`, body)

/** Requests an undo and runs it; returns the import's final state. */
async function undo(id: number) {
  expect((await ask(id)).status).toBe(202)
  await imports.work()
  return (await superuser.get(`/api/v4/imports/${id}/`)).body
}

describe('undoing', () => {
  test('restores every list, count, sum and check, while the journal and the report stay', async () => {
    const known = await createProject(imports.app.db, { title: 'Neue Noten' })
    await imports.app.db
      .updateTable('organizations')
      .set({ title: 'Chor Süd e. V.' })
      .where('id', '=', known.organization_id)
      .execute()
    await createGift(imports.app.db, known, 5_000)
    await settleAll(imports.app.db, new Date('2026-11-20T08:00:00Z'))
    const before = await everyList(imports.app, superuser)
    const done = await imports.run([...goodImport, 'TSV Nord;;Tore;7,50;2026;', 'TSV Nord;;Leer;;2017;'], {
      partial: true,
    })
    expect(await everyList(imports.app, superuser)).not.toEqual(before)
    expect(await preview(done.id)).toEqual({
      can_undo: true,
      restored: { gifts: 0, cents: 0 },
      gifts: 4,
      cents: 125_800,
      projects: 1,
      organizations: 1,
      depends: [],
    })
    const undone = await undo(done.id)
    expect(undone).toMatchObject({
      state: 'undone',
      undone_at: expect.any(String),
      undo: { reason: 'Wrong file' },
      counts: done.counts,
      can_run: false,
      can_change: false,
    })
    expect(await everyList(imports.app, superuser)).toEqual(before)
    const { rows: reversals } = await imports.app.database.pool.query(`
      select count(*)::int as n, bool_and(mirror.business_day = original.business_day) as same_days,
        bool_and(mirror.note = 'Wrong file') as says_why
      from ledger_transactions mirror join ledger_transactions original on original.id = mirror.reverses_id
      where mirror.kind = 'import_undone'`)
    expect(reversals).toEqual([{ n: 4, same_days: true, says_why: true }])
    expect((await superuser.get('/api/v4/project/tore/')).status).toBe(404)
    // The refused rows can still be downloaded.
    const refused = await imports.staff.get(`/api/v4/imports/${done.id}/refused/`)
    expect(Buffer.from(refused.bytes).toString('utf8')).toContain('TSV Nord;;Leer')
  })

  test('audits the requester, the undo and the removals', async () => {
    const done = await imports.run(goodImport)
    await undo(done.id)
    const events = await imports.app.db
      .selectFrom('audit_events')
      .select(['action', 'object_type', 'object_title', 'actor_id', 'after'])
      .where('action', 'in', ['ask_undo', 'undo', 'delete'])
      .orderBy('id')
      .execute()
    expect(events.map((event) => `${event.action} ${event.object_type} ${event.object_title}`)).toEqual([
      'ask_undo import file.csv',
      'undo import file.csv',
      'delete project Neue Noten',
      'delete project Tore',
      'delete organization Chor Süd e. V.',
      'delete organization TSV Nord',
    ])
    expect(events.every((event) => event.actor_id === superuser.userId)).toBe(true)
    expect(events[1]!.after).toMatchObject({ reason: 'Wrong file', gifts: 3, cents: 125_050, projects: 2 })
  })

  test('allows importing the same file again completely, once, under the same URLs', async () => {
    const first = await imports.run(goodImport)
    const lists = await imports.everything()
    await undo(first.id)
    const again = await imports.run(goodImport)
    expect(again.counts).toEqual(first.counts)
    const there = async () => (await superuser.get('/api/v4/projects/?ordering=title')).body.results
    expect((await there()).map((row: { slug: string }) => row.slug)).toEqual(
      lists.projects.map((project) => project.slug).toSorted(),
    )
    const third = await imports.run(goodImport)
    expect(third.counts.gifts).toEqual({ new: 0, known: 3 })
    expect(await there()).toHaveLength(2)
    // The new import can be undone as well.
    expect((await undo(again.id)).state).toBe('undone')
    expect(await there()).toEqual([])
  })

  test('is refused without a reason, with a wrong file name, without the right, and a second time', async () => {
    const done = await imports.run(goodImport)
    const before = await everyList(imports.app, superuser)
    expect((await ask(done.id, { ...asked, reason: ' ' })).body).toEqual({
      reason: ['This field is required'],
    })
    const misnamed = await ask(done.id, { ...asked, confirm_filename: 'other.csv' })
    expect([misnamed.status, misnamed.body.confirm_filename]).toEqual([
      400,
      ['This is not the name of the file'],
    ])
    expect((await imports.staff.post(`/api/v4/imports/${done.id}/undo/`, asked)).status).toBe(403)
    const halfway = await imports.app.as(['delete_projects', 'create_projects', 'create_organizations'])
    const refused = await halfway.post(`/api/v4/imports/${done.id}/undo/`, asked)
    expect([refused.status, refused.body.permission]).toEqual([403, 'delete_organizations'])
    expect(await everyList(imports.app, superuser)).toEqual(before)
    await undo(done.id)
    const twice = await ask(done.id)
    expect([twice.status, twice.body.code]).toEqual([409, 'import_not_done'])
  })

  test('can be cancelled while it waits, and changes nothing', async () => {
    const done = await imports.run(goodImport)
    const before = await everyList(imports.app, superuser)
    await ask(done.id)
    expect((await imports.staff.get(`/api/v4/imports/${done.id}/`)).body.can_cancel).toBe(true)
    expect((await imports.staff.post(`/api/v4/imports/${done.id}/cancel/`)).status).toBe(200)
    await imports.work()
    expect((await imports.staff.get(`/api/v4/imports/${done.id}/`)).body).toMatchObject({
      state: 'done',
      undo: null,
    })
    expect(await everyList(imports.app, superuser)).toEqual(before)
  })

  test('a failed undo changes nothing and can be retried', async () => {
    const done = await imports.run(goodImport)
    const before = await everyList(imports.app, superuser)
    await imports.app.database.pool.query(`
      create function test_refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger test_refuse before update on organizations for each row when (new.status = 4) execute function test_refuse()`)
    try {
      await ask(done.id)
      await expect(imports.work()).rejects.toThrow('no room')
      expect(await everyList(imports.app, superuser)).toEqual(before)
      const { body } = await superuser.get(`/api/v4/imports/${done.id}/`)
      expect(body).toMatchObject({ state: 'done', failure: { code: 'unexpected' } })
    } finally {
      await imports.app.database.pool.query('drop function test_refuse() cascade')
    }
    expect((await undo(done.id)).state).toBe('undone')
  })

  test('another worker takes over from a lost one', async () => {
    const done = await imports.run(goodImport)
    await ask(done.id)
    // A worker took it and was killed: its transaction is gone and its lease has expired.
    await imports.app.db
      .updateTable('imports')
      .set({ lease_token: 'lost', lease_until: new Date(0) })
      .where('id', '=', done.id)
      .execute()
    await imports.work()
    expect((await superuser.get(`/api/v4/imports/${done.id}/`)).body.state).toBe('undone')
  })
})

describe('undo is prevented', () => {
  /** Runs an import, lets something happen, and expects undo to be refused for exactly that reason. */
  async function refusedAfter(kind: string, happen: (id: number) => Promise<unknown>, titles: string[]) {
    const done = await imports.run(goodImport)
    await happen(done.id)
    const before = await everyList(imports.app, superuser)
    const { can_undo, depends } = await preview(done.id)
    expect(can_undo).toBe(false)
    const found = depends.find((one: { kind: string }) => one.kind === kind)
    expect(found?.items.map((item: { title: string }) => item.title)).toEqual(titles)
    expect(found.count).toBe(titles.length)
    const refused = await ask(done.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'import_depends'])
    expect(refused.body.blocking).toContainEqual(expect.objectContaining({ code: kind, title: titles[0] }))
    expect(await everyList(imports.app, superuser)).toEqual(before)
    return done.id as number
  }
  const projectId = async (slug: string) =>
    await imports.app.db.selectFrom('projects').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()

  test('by an edited project', async () => {
    await refusedAfter(
      'edited',
      async () => {
        const { body } = await superuser.get('/api/v4/project/tore/')
        const changed = await superuser.patch('/api/v4/project/tore/', {
          title: 'Tore!',
          version: body.version,
        })
        expect(changed.status).toBe(200)
      },
      ['Tore!'],
    )
  })

  test('but not by somebody reading it', async () => {
    const done = await imports.run(goodImport)
    await superuser.get('/api/v4/organization/tsv-nord/')
    await superuser.get('/api/v4/project/tore/')
    expect((await preview(done.id)).depends).toEqual([])
  })

  test('by a decision on an organization', async () => {
    await refusedAfter(
      'edited',
      async () => {
        const answer = await superuser.post('/api/v4/organization/tsv-nord/review/', {
          kind: 'nonprofit',
          outcome: 3,
          reason: 'no statutes',
          version: 1,
        })
        expect([answer.status, answer.body]).toEqual([200, expect.anything()])
      },
      ['TSV Nord'],
    )
  })

  test('by another gift to its project', async () => {
    await refusedAfter('gifts', async () => createGift(imports.app.db, await projectId('tore'), 100), [
      'Tore',
    ])
  })

  test('by a project added to its organization', async () => {
    await refusedAfter(
      'projects',
      async () =>
        createProject(imports.app.db, {
          title: 'Netze',
          organization_id: (await projectId('tore')).organization_id,
        }),
      ['Netze'],
    )
  })

  test('by a task', async () => {
    await refusedAfter(
      'tasks',
      async () =>
        createTask(imports.app.db, { project_id: (await projectId('tore')).id, title: 'Call them' }),
      ['Call them'],
    )
  })

  test('by a settled gift, and a payout made from it', async () => {
    const done = await imports.run([importHeader, 'TSV Nord;;Tore;50;2026;'])
    await settleAll(imports.app.db, new Date('2026-11-20T08:00:00Z'))
    const { depends } = await preview(done.id)
    expect(depends).toEqual([
      { kind: 'payouts', count: 2, items: Array(2).fill({ type: 'project', slug: 'tore', title: 'Tore' }) },
    ])
    expect((await ask(done.id)).body.code).toBe('import_depends')
  })

  test('by a month closed since', async () => {
    const id = await refusedAfter(
      'months',
      async () => {
        const closed = await superuser.post('/api/v4/logs/months/2017-12/close/', { reason: 'Audited' })
        expect(closed.status).toBe(200)
      },
      ['12.2017'],
    )
    await imports.app.db.deleteFrom('closed_months').execute()
    expect((await undo(id)).state).toBe('undone')
  })

  test('by a later import that uses its organizations, until that one is undone', async () => {
    const first = await imports.run(goodImport)
    const second = await imports.run([...goodImport, 'TSV Nord;;Netze;10;2018;'])
    const before = await everyList(imports.app, superuser)
    const { depends } = await preview(first.id)
    expect(depends).toContainEqual({
      kind: 'imports',
      count: 1,
      items: [{ type: 'import', slug: String(second.id), title: 'file.csv' }],
    })
    expect((await ask(first.id)).body.code).toBe('import_depends')
    expect(await everyList(imports.app, superuser)).toEqual(before)
    expect((await undo(second.id)).state).toBe('undone')
    expect((await undo(first.id)).state).toBe('undone')
  })

  test('but not by a later import that created nothing', async () => {
    const first = await imports.run(goodImport)
    await imports.run(goodImport)
    expect((await undo(first.id)).state).toBe('undone')
  })

  test('by a dependent added between the request and the work', async () => {
    const done = await imports.run(goodImport)
    await ask(done.id)
    await createTask(imports.app.db, { project_id: (await projectId('tore')).id })
    const before = await everyList(imports.app, superuser)
    await imports.work()
    expect((await superuser.get(`/api/v4/imports/${done.id}/`)).body).toMatchObject({
      state: 'done',
      failure: { code: 'import_depends' },
    })
    expect(await everyList(imports.app, superuser)).toEqual(before)
  })
})
