import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { workOnRun } from './work.ts'
import { projectRuns } from '#features/projects/server/acts/project-runs.ts'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { patience, runs } from '#test/runs.ts'

const app = useApp()
let staff: Client

beforeEach(async () => void (staff = await app.as('superuser')))

const many = async (count: number, fields: object = {}) => {
  const { id } = await createOrganization(app.db, { title: 'Choir' })
  const made = []
  for (let n = 0; n < count; n++)
    made.push(
      await createProject(app.db, {
        organization_id: id,
        review_status: null,
        needs_donation_review: true,
        ...fields,
      }),
    )
  return made
}
const slugsOf = (rows: { slug: string }[]) => rows.map((row) => row.slug)
const accept = { kind: 'review', outcome: 4 }
const start = async (action: string, body: object, by = staff) => {
  const answer = await by.post(`/api/v4/projects/bulk/${action}/`, body)
  expect([answer.status, answer.body]).toEqual([202, { bulk: { id: expect.any(Number), status: 'running' } }])
  return answer.body.bulk.id as number
}
const read = async (id: number, by = staff) => (await by.get(`/api/v4/projects/bulk/${id}/`)).body
const act = (id: number, what: string, by = staff) => by.post(`/api/v4/projects/bulk/${id}/${what}/`)
const project = (slug: string) =>
  app.db.selectFrom('projects').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
const place = (signal = new AbortController().signal, db = app.db) => ({
  services: app.services,
  db,
  today: '2026-11-21',
  signal,
})
/** All project columns except those that an undo may leave changed. */
const whole = async () =>
  (await app.db.selectFrom('projects').selectAll().orderBy('id').execute()).map((row) => ({
    ...row,
    version: null,
    updated_at: null,
  }))

describe('before a run starts', () => {
  test('the preview has an exact count, skip reasons, samples drawn by a seed, and texts before and after', async () => {
    const made = await many(7)
    await app.db.updateTable('projects').set({ is_banned: true }).where('id', '=', made[0]!.id).execute()
    await app.db.updateTable('projects').set({ status: 3 }).where('id', '=', made[1]!.id).execute()
    const ask = async (more: object = {}) =>
      (
        await staff.post('/api/v4/projects/bulk/decide/preview/', {
          selection: { slugs: slugsOf(made) },
          ...accept,
          ...more,
        })
      ).body
    const preview = await ask({ show: 'banned' })
    expect(preview).toMatchObject({
      count: 7,
      will_change: 5,
      skipped: [
        { code: 'archived', text: 'Archived', count: 1 },
        { code: 'banned', text: 'Banned', count: 1 },
      ],
      shown: [{ slug: made[0]!.slug, title: made[0]!.title }],
      undo_until: '2026-12-21T09:00:00.000Z',
    })
    expect(preview.samples).toHaveLength(4)
    expect(preview.samples[0]).toMatchObject({
      organization: 'Choir',
      before: { text: 'Needs review', tone: 'warning' },
      after: { text: 'Accepted', tone: 'success' },
    })
    expect((await ask()).samples).toEqual(preview.samples)
    const others = await Promise.all([1, 2, 3].map((seed) => ask({ seed })))
    expect(others.some((other) => JSON.stringify(other.samples) !== JSON.stringify(preview.samples))).toBe(
      true,
    )
  })

  test('all matching rows but one can be selected; a wrong expected count is refused and starts no run', async () => {
    const made = await many(3)
    const query = 'review_status=needs_review'
    const selection = { query, exclude: [made[0]!.slug], expected_count: 2 }
    const id = await start('decide', { selection, ...accept })
    await app.runJobs()
    expect(await read(id)).toMatchObject({ status: 'done', total: 2, counts: { done: 2 } })
    expect((await project(made[0]!.slug)).review_status).toBeNull()

    for (const path of ['decide', 'decide/preview']) {
      const wrong = { query, exclude: [], expected_count: 2 }
      const answer = await staff.post(`/api/v4/projects/bulk/${path}/`, { selection: wrong, ...accept })
      expect([answer.status, answer.body.code, answer.body.current.count]).toEqual([
        409,
        'selection_changed',
        1,
      ])
    }
    expect((await staff.get('/api/v4/projects/bulk/')).body.count).toBe(1)
  })

  test.each([
    ['decide', { kind: 'review', outcome: 3 }, { reason: ['Give a reason for rejecting'] }],
    ['decide', { kind: 'content', outcome: 4 }, { outcome: ['Choose one of the offered values'] }],
    ['decide', { ...accept, extra: 1 }, { extra: ['Unknown field'] }],
    [
      'internal_status',
      { internal_status: 'none' },
      { internal_status: ['Choose one of the offered values'] },
    ],
    ['task', { scheduled_for: '2026-11-25', users: [1] }, { title: expect.anything() }],
    ['task', { title: 'x', scheduled_for: '2026-11-01', users: [1] }, { scheduled_for: expect.anything() }],
    ['assign', { reviewer: 4711 }, { reviewer: expect.anything() }],
    ['archive', { reason: 'x' }, { reason: ['Unknown field'] }],
  ])('%s with %o is refused at the field', async (action, fields, errors) => {
    const [made] = await many(1)
    const answer = await staff.post(`/api/v4/projects/bulk/${action}/`, {
      selection: { slugs: [made!.slug] },
      ...fields,
    })
    expect([answer.status, answer.body]).toEqual([400, errors])
  })

  test.each([
    ['decide', accept, 'change_projects'],
    ['internal_status', { internal_status: null }, 'change_projects'],
    ['assign', { reviewer: null }, 'change_projects'],
    ['archive', {}, 'archive_projects'],
    ['unarchive', {}, 'archive_projects'],
    ['duplicate', {}, 'duplicate_projects'],
    ['task', { title: 'x', scheduled_for: '2026-11-25', users: [1] }, 'change_reminders'],
    ['mail', { template: 'applicant_note', reason: 'x' }, 'change_projects'],
  ])('%s needs the right of the act', async (action, fields, permission) => {
    const [made] = await many(1)
    const reader = await app.as(['view_projects'])
    for (const path of [action, `${action}/preview`]) {
      const body = { selection: { slugs: [made!.slug] }, ...fields }
      const answer = await reader.post(`/api/v4/projects/bulk/${path}/`, body)
      expect([answer.status, answer.body.permission]).toEqual([403, permission])
    }
  })
})

describe('each act', () => {
  test('decide, assign and internal status set their field, each undoable in the project’s own history', async () => {
    const made = await many(2)
    const selection = { slugs: slugsOf(made) }
    await app.db
      .insertInto('internal_statuses')
      .values({ slug: 'asked', title: 'Asked', subject: 'project', created_at: app.clock.now })
      .execute()
    await start('decide', { selection, ...accept, reason: 'Autumn' })
    await app.runJobs()
    await start('assign', { selection, reviewer: staff.userId })
    await start('internal_status', { selection, internal_status: 'asked' })
    await app.runJobs()
    for (const { slug } of made) {
      const { body } = await staff.get(`/api/v4/project/${slug}/`)
      expect(body).toMatchObject({
        review_status: { choice: 4 },
        needs_donation_review: false,
        reviewer: { id: staff.userId },
        internal_status: { slug: 'asked' },
      })
      const history = (await staff.get(`/api/v4/project/${slug}/history/`)).body.results
      expect(history).toMatchObject([
        { action: 'change', after: { internal_status: 'asked' }, can_undo: true },
        { action: 'change', after: { reviewer: expect.any(String) }, can_undo: true },
        { action: 'review_decided', after: { review_status: 4, reason: 'Autumn' }, can_undo: true },
      ])
    }
  })

  test('archive skips projects that collect money, unarchive restores, duplicate copies', async () => {
    const [open] = await many(1, { review_status: 2, needs_donation_review: false })
    const [ended] = await many(1, { ends_on: '2026-01-01' })
    const selection = { slugs: slugsOf([open!, ended!]) }
    const archived = await start('archive', { selection })
    await app.runJobs()
    expect(await read(archived)).toMatchObject({
      counts: { done: 1, skipped: 1 },
      causes: [{ state: 'skipped', code: 'still_in_financing', text: 'Still in financing', count: 1 }],
    })
    expect((await project(ended!.slug)).status).toBe(3)
    await start('unarchive', { selection })
    await start('duplicate', { selection })
    await app.runJobs()
    expect((await project(ended!.slug)).status).toBe(2)
    const titles = (await staff.get('/api/v4/projects/?ordering=title')).body.results
    expect(titles).toHaveLength(4)
  })

  test('a run creates a task for each project, or the steps that a template had when the run started', async () => {
    const made = await many(2)
    const selection = { slugs: slugsOf(made) }
    const steps = [
      { title: 'Ask', description: '', days: 0 },
      { title: 'Ask again', description: '', days: 7 },
    ]
    const template = await staff.post('/api/v4/reminders/templates/', { title: 'Proof', steps })
    expect(template.status).toBe(201)
    const common = { scheduled_for: '2026-11-25', users: [staff.userId] }
    await start('task', { selection, title: 'Call', ...common })
    await start('task', { selection, template: template.body.id, ...common })
    await staff.patch(`/api/v4/reminders/templates/${template.body.id}/`, { steps: [], version: 1 })
    await app.runJobs()
    const tasks = await app.db
      .selectFrom('reminders')
      .select(['title', 'scheduled_for'])
      .where('project_id', '=', made[1]!.id)
      .orderBy('id')
      .execute()
    expect(tasks).toEqual([
      { title: 'Call', scheduled_for: '2026-11-25' },
      { title: 'Ask', scheduled_for: '2026-11-25' },
      { title: 'Ask again', scheduled_for: '2026-12-02' },
    ])
  })
})

describe('while a run is in progress', () => {
  test('projects changed since the start, deleted or unknown fail by name; the changed one can be retried', async () => {
    const made = await many(3)
    const id = await start('decide', { selection: { slugs: [...slugsOf(made), 'never-was'] }, ...accept })
    await staff.patch(`/api/v4/project/${made[0]!.slug}/`, { title: 'New', version: 1 })
    await staff.delete(`/api/v4/project/${made[1]!.slug}/`, { confirm_title: made[1]!.title })
    await app.runJobs()
    expect(await read(id)).toMatchObject({
      status: 'done',
      total: 4,
      counts: { done: 1, failed: 3 },
      can_retry: 1,
    })
    const failed = (await staff.get(`/api/v4/projects/bulk/${id}/rows/?state=failed`)).body
    expect(failed.count).toBe(3)
    expect(failed.results).toMatchObject([
      {
        slug: made[0]!.slug,
        code: 'edit_conflict',
        text: expect.stringMatching(/^Changed by Test Person .*, 21\.11\.2026/),
      },
      { slug: made[1]!.slug, code: 'not_found', text: 'Deleted' },
      { slug: 'never-was', code: 'not_found' },
    ])
    expect((await act(id, 'retry')).body).toMatchObject({ status: 'running', counts: { waiting: 1 } })
    await app.runJobs()
    expect(await read(id)).toMatchObject({ status: 'done', counts: { done: 2, failed: 2 }, can_retry: 0 })
    const again = await act(id, 'retry')
    expect([again.status, again.body.code]).toEqual([409, 'bulk_nothing_to_retry'])

    const file = await staff.get(`/api/v4/projects/bulk/${id}/download/`)
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(Buffer.from(file.bytes).toString()).toContain(`"${made[1]!.title}"`.replaceAll('"', ''))
    expect(Buffer.from(file.bytes).toString().trim().split('\r\n')).toHaveLength(5)
  })

  test('the right is checked again at every row', async () => {
    const made = await many(2)
    const editor = await app.as(['change_projects'])
    const id = await start('decide', { selection: { slugs: slugsOf(made) }, ...accept }, editor)
    await app.db.deleteFrom('user_permissions').where('user_id', '=', editor.userId).execute()
    await app.runJobs()
    expect(await read(id)).toMatchObject({ counts: { failed: 2 }, causes: [{ code: 'forbidden', count: 2 }] })
  })

  test('stops after the record in progress, keeps what is done, and resumes the rest on retry', async () => {
    const made = await many(80)
    const id = await start('decide', { selection: { slugs: slugsOf(made) }, ...accept })
    const work = workOnRun(projectRuns, place(), id)
    while ((await read(id)).counts.done < 3) expect((await read(id)).status).toBe('running')
    expect((await act(id, 'cancel')).body.status).toBe('cancelled')
    await work
    // Working again on a cancelled run changes nothing.
    await workOnRun(projectRuns, place(), id)
    const run = await read(id)
    expect(run.status).toBe('cancelled')
    expect(run.counts.done).toBeGreaterThanOrEqual(3)
    expect(run.counts.waiting).toBeGreaterThan(0)
    expect(run.counts.done + run.counts.waiting).toBe(80)
    expect((await act(id, 'cancel')).body.code).toBe('bulk_not_running')

    const left = run.counts.waiting
    expect(run.can_retry).toBe(left)
    const untouched = (await staff.get(`/api/v4/projects/bulk/${id}/rows/?state=waiting`)).body.results[0]
      .slug
    await staff.patch(`/api/v4/project/${untouched}/`, { title: 'Changed since', version: 1 })
    expect((await act(id, 'retry')).body).toMatchObject({ status: 'running', counts: { waiting: left } })
    await app.runJobs()
    expect(await read(id)).toMatchObject({
      status: 'done',
      counts: { done: 79, failed: 1, waiting: 0 },
      causes: [{ code: 'edit_conflict', count: 1 }],
    })
    const decided = await app.db.selectFrom('review_decisions').select('subject_id').execute()
    expect(decided.length).toBe(79)
    expect(new Set(decided.map(({ subject_id }) => subject_id)).size).toBe(79)
  })

  test('a dead worker’s transaction is rolled back, and the next worker resumes without repeating a row', async () => {
    const made = await many(6)
    const id = await start('decide', { selection: { slugs: slugsOf(made) }, ...accept })
    let rows = 0
    const dying = {
      ...app.services,
      clock: () => {
        if (++rows === 4) throw new Error('lost')
        return app.clock.now
      },
    }
    await expect(workOnRun(projectRuns, { ...place(), services: dying }, id)).rejects.toThrow('lost')
    const { done, waiting } = (await read(id)).counts
    expect([done + waiting, done <= 3]).toEqual([6, true])
    // A row and its result are committed together.
    expect(await app.db.selectFrom('review_decisions').select('id').execute()).toHaveLength(done)
    await workOnRun(projectRuns, place(), id)
    await workOnRun(projectRuns, place(), id)
    expect(await read(id)).toMatchObject({ status: 'done', counts: { done: 6 } })
    const decisions = await app.db.selectFrom('review_decisions').select('subject_id').execute()
    expect(decisions).toHaveLength(6)
    expect(new Set(decisions.map((row) => row.subject_id))).toEqual(new Set(made.map((row) => row.id)))
  })

  test('two runs over the same rows, and two workers on one, end with each row done once', async () => {
    const made = await many(12)
    const selection = { slugs: slugsOf(made) }
    const [one, two] = [
      await start('decide', { selection, ...accept }),
      await start('decide', { selection, kind: 'review', outcome: 3, reason: 'No' }),
    ]
    await Promise.all([one, one, two, two].map((id) => workOnRun(projectRuns, place(), id)))
    await Promise.all([one, two].map((id) => workOnRun(projectRuns, place(), id)))
    const [first, second] = [await read(one), await read(two)]
    expect(first.counts.done + second.counts.done).toBe(12)
    expect(first.counts.failed + second.counts.failed).toBe(12)
    const { length } = await app.db.selectFrom('review_decisions').select('id').execute()
    expect(length).toBe(12)
  })
})

describe('undo of a whole run', () => {
  test('restores every row, but keeps and reports rows that were changed again or undone individually before', async () => {
    const made = await many(4)
    const before = await whole()
    const id = await start('decide', { selection: { slugs: slugsOf(made) }, ...accept })
    await app.runJobs()
    expect(await read(id)).toMatchObject({ undo_until: '2026-12-21T09:00:00.000Z', mails_sent: 0 })
    const { version } = await project(made[0]!.slug)
    const redecide = { kind: 'review', outcome: 3, reason: 'No', version }
    expect((await staff.post(`/api/v4/project/${made[0]!.slug}/review/`, redecide)).status).toBe(200)
    const [event] = (await staff.get(`/api/v4/project/${made[1]!.slug}/history/`)).body.results
    await staff.post(`/api/v4/project/${made[1]!.slug}/history/${event.id}/undo/`, {})

    expect((await act(id, 'undo')).body.status).toBe('undoing')
    await app.runJobs()
    const run = await read(id)
    expect(run).toMatchObject({ status: 'undone', counts: { undone: 2, kept: 2 }, undo_until: null })
    expect(run.causes).toMatchObject([
      { state: 'kept', code: 'undo_already', count: 1 },
      { state: 'kept', code: 'undo_changed', text: 'Changed again since', count: 1 },
    ])
    const after = await whole()
    expect(after.filter((row) => row.slug !== made[0]!.slug)).toEqual(
      before.filter((row) => row.slug !== made[0]!.slug),
    )
    expect((await act(id, 'undo')).body.code).toBe('bulk_undone')
  })

  test('in a batch of undone rows, a row that cannot be restored stays, and all others are restored', async () => {
    const made = await many(23)
    const gone = await app.as(['change_projects'])
    const theirs = [made[3]!, made[8]!, made[21]!].map(({ id }) => id)
    await app.db.updateTable('projects').set({ reviewer_id: gone.userId }).where('id', 'in', theirs).execute()
    const before = await whole()
    const id = await start('assign', { selection: { slugs: slugsOf(made) }, reviewer: staff.userId })
    await app.runJobs()
    await app.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', gone.userId).execute()
    await act(id, 'undo')
    await app.runJobs()
    const run = await read(id)
    expect(run).toMatchObject({ status: 'undone', counts: { undone: 20, kept: 3, done: 0 } })
    expect(run.causes).toMatchObject([{ state: 'kept', code: 'undo_gone', count: 3 }])
    const stays = (row: { id: number }) => theirs.includes(row.id)
    const after = await whole()
    expect(after.filter((row) => !stays(row))).toEqual(before.filter((row) => !stays(row)))
    expect(after.filter(stays).map((row) => row.reviewer_id)).toEqual([1, 2, 3].map(() => staff.userId))
    // One event per reverted row, none for others.
    const undone = await app.db
      .selectFrom('audit_events')
      .select('object_id')
      .where('action', '=', 'undo')
      .orderBy('id')
      .execute()
    const back = undone.map((event) => event.object_id).filter((one) => made.some((row) => row.id === one))
    expect(new Set(back).size).toBe(20)
    expect(back.filter((one) => theirs.includes(one!))).toEqual([])
  })

  test('a worker lost during an undo leaves no partial rows: the next one reverts them all', async () => {
    const made = await many(23)
    const before = await whole()
    const id = await start('decide', { selection: { slugs: slugsOf(made) }, ...accept })
    await app.runJobs()
    await act(id, 'undo')
    let times = 0
    const dying = {
      ...app.services,
      clock: () => {
        if (++times === 3) throw new Error('lost')
        return app.clock.now
      },
    }
    await expect(workOnRun(projectRuns, { ...place(), services: dying }, id)).rejects.toThrow('lost')
    const { done, undone } = (await read(id)).counts
    expect([done + undone, undone < 23]).toEqual([23, true])
    expect(await app.db.selectFrom('undone_events').select('event_id').execute()).toHaveLength(undone)
    await workOnRun(projectRuns, place(), id)
    expect(await read(id)).toMatchObject({ status: 'undone', counts: { undone: 23, kept: 0 } })
    expect(await whole()).toEqual(before)
    expect(await app.db.selectFrom('undone_events').select('event_id').execute()).toHaveLength(23)
  })

  test('is refused during the run, after its deadline, for acts that create records, and without the right', async () => {
    const [made] = await many(1)
    const selection = { slugs: [made!.slug] }
    const id = await start('decide', { selection, ...accept })
    expect((await act(id, 'undo')).body.code).toBe('bulk_at_work')
    expect((await act(id, 'retry')).body.code).toBe('bulk_at_work')
    await app.runJobs()
    const copies = await start('duplicate', { selection })
    await app.runJobs()
    expect((await act(copies, 'undo')).body.code).toBe('undo_not_possible')
    const reader = await app.as(['view_projects'])
    expect((await act(id, 'undo', reader)).status).toBe(404)
    await app.db.updateTable('bulk_runs').set({ undo_until: app.clock.now }).execute()
    const late = await act(id, 'undo')
    expect([late.status, late.body.code]).toEqual([409, 'bulk_undo_too_late'])
    expect((await read(id)).undo_until).toBeNull()
  })

  test(
    'random runs, undone from the last to the first, leave every project exactly as it was',
    { timeout: patience },
    async () => {
      const one = fc.oneof(
        fc.constantFrom(
          { action: 'decide', fields: { kind: 'review', outcome: 2 } },
          { action: 'decide', fields: { kind: 'voting', outcome: 3, reason: 'No' } },
          { action: 'decide', fields: { kind: 'content', outcome: 2 } },
          { action: 'archive', fields: {} },
          { action: 'unarchive', fields: {} },
        ),
        fc.boolean().map((me) => ({ action: 'assign', fields: { reviewer: me ? staff.userId : null } })),
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(one, fc.integer({ min: 1, max: 7 })), { minLength: 1, maxLength: 4 }),
          async (acts) => {
            await app.reset()
            staff = await app.as('superuser')
            const made = await many(3, { needs_voting_review: true, ends_on: '2026-01-01' })
            const done: { id: number; before: unknown }[] = []
            for (const [{ action, fields }, bits] of acts) {
              const slugs = slugsOf(made.filter((_, n) => bits & (1 << n)))
              const before = await whole()
              const sent =
                action === 'assign' && (fields as { reviewer: number | null }).reviewer
                  ? { reviewer: staff.userId }
                  : fields
              done.push({ id: await start(action, { selection: { slugs }, ...sent }), before })
              await app.runJobs()
              app.clock.now = new Date(app.clock.now.getTime() + 1000)
            }
            for (const { id, before } of done.toReversed()) {
              expect((await act(id, 'undo')).status).toBe(200)
              await app.runJobs()
              expect(await read(id)).toMatchObject({ status: 'undone', counts: { kept: 0, done: 0 } })
              expect(await whole()).toEqual(before)
            }
          },
        ),
        { numRuns: runs(6) },
      )
    },
  )
})
