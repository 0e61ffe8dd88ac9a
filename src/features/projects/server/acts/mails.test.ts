import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject, createUser } from '#test/factories.ts'
import { bulkLongWork, workOnRun } from '#features/bulk-runs/server/work.ts'
import { projectRuns } from './project-runs.ts'

// Mails of runs: counted before, held until the end, stopped by hand and by an undo.

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const bulk = '/api/v4/projects/bulk/'
const waiting = async (email: string, title = 'Well') => {
  const organization = await createOrganization(app.db, { email_contact: email })
  return createProject(app.db, {
    title,
    organization_id: organization.id,
    review_status: null,
    needs_donation_review: true,
  })
}
const slugsOf = (rows: { slug: string }[]) => ({ slugs: rows.map((row) => row.slug) })
const start = async (action: string, body: object): Promise<number> => {
  const answer = await staff.post(`${bulk}${action}/`, body)
  expect(answer.status).toBe(202)
  return answer.body.bulk.id
}
const read = async (id: number) => (await staff.get(`${bulk}${id}/`)).body
const act = (id: number, what: string) => staff.post(`${bulk}${id}/${what}/`)
const mails = () =>
  app.db
    .selectFrom('emails')
    .select([
      'to_email',
      'language',
      'subject',
      'text_body',
      'state',
      'reason',
      'next_attempt_at',
      'template',
    ])
    .orderBy('to_email')
    .execute()
const minutesFrom = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)
const accept = { kind: 'review', outcome: 4, reason: 'Autumn round', mail: true }

describe('a decision with a mail', () => {
  test('previews the number of mails, the recipients left out, and the text of one', async () => {
    const made = [await waiting('a@x.example'), await waiting('b@x.example'), await waiting('')]
    const ask = async (more: object) =>
      (await staff.post(`${bulk}decide/preview/`, { selection: slugsOf(made), ...accept, ...more })).body
        .mails
    expect(await ask({})).toMatchObject({
      count: 2,
      without_address: 1,
      template: 'review_accepted',
      minutes: 5,
      letter: {
        to: expect.stringMatching(/@x\.example$/),
        subject: 'Ihr Projekt „Well“ ist angenommen',
        text: expect.stringContaining('Autumn round'),
      },
    })
    expect(await ask({ mail: false })).toBeNull()
    expect(await mails()).toEqual([])
  })

  test('is sent five minutes after the whole run, in the recipient’s language; people without an address are listed', async () => {
    const english = await app.as([])
    await app.db
      .updateTable('users')
      .set({ email: 'b@x.example', language: 'en_US' })
      .where('id', '=', english.userId)
      .execute()
    const made = [await waiting('a@x.example'), await waiting('b@x.example'), await waiting('')]
    const id = await start('decide', { selection: slugsOf(made), ...accept })
    expect(await mails()).toEqual([])
    await app.runJobs()
    const leave = minutesFrom(app.clock.now, 5)
    expect(await mails()).toMatchObject([
      {
        to_email: 'a@x.example',
        language: 'sie_DE',
        template: 'review_accepted',
        subject: 'Ihr Projekt „Well“ ist angenommen',
        state: 'queued',
        next_attempt_at: leave,
      },
      { to_email: 'b@x.example', language: 'en_US', subject: 'Your project “Well” is accepted' },
    ])
    expect((await mails())[0]!.text_body).toContain('Autumn round')
    expect(await read(id)).toMatchObject({
      counts: { done: 3 },
      causes: [{ state: 'done', code: 'no_address', count: 1 }],
      mails_waiting: 2,
      mails_sent: 0,
      mails_leave_at: leave.toISOString(),
    })
  })

  test('a cancelled run releases its mails and notifies the people who received projects', async () => {
    const made = [await waiting('a@x.example'), await waiting('b@x.example')]
    /** Stops the worker after the first row and cancels the run as lost. */
    const giveUp = async (id: number) => {
      const stop = new AbortController()
      const clock = () => {
        stop.abort()
        return app.clock.now
      }
      const place = { db: app.db, today: '2026-11-21', signal: stop.signal }
      await workOnRun(projectRuns, { ...place, services: { ...app.services, clock } }, id)
      expect(await read(id)).toMatchObject({ status: 'running', counts: { done: 1, waiting: 1 } })
      const { files, config } = app.services
      const why = { now: app.clock.now, today: '2026-11-21', baseUrl: config.baseUrl, files }
      await app.db
        .transaction()
        .execute((tx) => bulkLongWork(projectRuns).giveUp(tx, id, { ...why, code: 'server_stopped' }))
      expect((await read(id)).status).toBe('cancelled')
    }
    await giveUp(await start('decide', { selection: slugsOf(made), ...accept }))
    expect((await mails())[0]!.next_attempt_at).toEqual(minutesFrom(app.clock.now, 5))

    const reviewer = await createUser(app.db, { rights: ['change_projects'], email: 'reviewer@x.example' })
    await giveUp(
      await start('assign', { selection: slugsOf(made), reviewer: reviewer.id, note: '', tell: true }),
    )
    expect((await mails()).filter(({ template }) => template === 'review_handed_over')).toMatchObject([
      { to_email: 'reviewer@x.example', state: 'queued' },
    ])
  })

  test('no mail leaves while the run works; stopping the run releases those already queued', async () => {
    const made = [await waiting('a@x.example'), await waiting('b@x.example')]
    const id = await start('decide', { selection: slugsOf(made), ...accept })
    const stop = new AbortController()
    let rows = 0
    const clock = () => {
      if (++rows === 1) stop.abort()
      return app.clock.now
    }
    const place = { db: app.db, today: '2026-11-21', signal: stop.signal }
    await workOnRun(projectRuns, { ...place, services: { ...app.services, clock } }, id)
    expect(await read(id)).toMatchObject({
      status: 'running',
      counts: { done: 1, waiting: 1 },
      mails_waiting: 1,
      mails_leave_at: null,
    })
    const [held] = await mails()
    expect(held!.next_attempt_at!.getTime()).toBeGreaterThan(minutesFrom(app.clock.now, 60).getTime())
    await act(id, 'cancel')
    await app.runJobs()
    expect((await mails())[0]!.next_attempt_at).toEqual(minutesFrom(app.clock.now, 5))
  })

  test('is stopped by the undo of the run; mails already sent are reported and stay', async () => {
    const made = [await waiting('a@x.example'), await waiting('b@x.example')]
    const id = await start('decide', { selection: slugsOf(made), ...accept })
    await app.runJobs()
    await app.db.updateTable('emails').set({ state: 'sent' }).where('to_email', '=', 'a@x.example').execute()
    expect(await read(id)).toMatchObject({ mails_sent: 1, mails_waiting: 1 })
    await act(id, 'undo')
    await app.runJobs()
    expect(await read(id)).toMatchObject({
      status: 'undone',
      counts: { undone: 2, kept: 0 },
      mails_sent: 1,
      mails_waiting: 0,
    })
    expect((await mails()).map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', null],
      ['skipped', 'undone'],
    ])
  })

  test('undoing a run keeps the mail of a decision that was changed again', async () => {
    const made = [await waiting('a@x.example'), await waiting('b@x.example'), await waiting('c@x.example')]
    const id = await start('decide', { selection: slugsOf(made), ...accept })
    await app.runJobs()
    const path = `/api/v4/project/${made[1]!.slug}/`
    const { version } = (await staff.get(path)).body
    await staff.post(`${path}review/`, { kind: 'review', outcome: 2, version })
    await act(id, 'undo')
    await app.runJobs()
    expect((await read(id)).counts).toMatchObject({ undone: 2, kept: 1 })
    const told = (await mails()).filter(({ template }) => template === 'review_accepted')
    expect(told.map(({ to_email, state, reason }) => [to_email, state, reason])).toEqual([
      ['a@x.example', 'skipped', 'undone'],
      ['b@x.example', 'queued', null],
      ['c@x.example', 'skipped', 'undone'],
    ])
  })

  test('can be stopped separately: decisions stay; stopping with nothing left is refused', async () => {
    const made = [await waiting('a@x.example')]
    const id = await start('decide', { selection: slugsOf(made), ...accept })
    await app.runJobs()
    expect((await act(id, 'stop-mails')).body).toMatchObject({ mails_waiting: 0, counts: { done: 1 } })
    expect((await mails())[0]).toMatchObject({ state: 'skipped', reason: 'stopped' })
    const again = await act(id, 'stop-mails')
    expect([again.status, again.body.code]).toEqual([409, 'bulk_mails_gone'])
    const events = await app.db
      .selectFrom('audit_events')
      .select('action')
      .where('object_type', '=', 'bulk_run')
      .orderBy('id')
      .execute()
    expect(events.map((event) => event.action)).toEqual(['run', 'stop_mails'])
  })

  test('a project that somebody else has open for review is skipped', async () => {
    const made = [await waiting('a@x.example'), await waiting('b@x.example')]
    const other = await app.as(['change_projects'])
    await other.post('/api/v4/reviews/take/', { kind: 'review', slugs: [made[0]!.slug] })
    const id = await start('decide', { selection: slugsOf(made), ...accept })
    await app.runJobs()
    expect(await read(id)).toMatchObject({
      counts: { done: 1, skipped: 1 },
      causes: [{ code: 'in_review', text: 'Open in someone’s review' }],
    })
  })
})

describe('a mail from a template', () => {
  test('goes to applicants with an address, needs a text if the template does, can be stopped but not undone', async () => {
    const made = [await waiting('a@x.example', 'Well'), await waiting('', 'Nobody')]
    const selection = slugsOf(made)
    const refused = await staff.post(`${bulk}mail/`, { selection, template: 'applicant_note' })
    expect([refused.status, refused.body]).toEqual([
      400,
      { reason: ['Write what the applicants are to read'] },
    ])
    const secret = await staff.post(`${bulk}mail/`, { selection, template: 'invitation', reason: 'x' })
    expect([secret.status, Object.keys(secret.body)]).toEqual([400, ['template']])

    const input = { template: 'applicant_note', reason: 'Please call {{ title }}.' }
    const preview = (await staff.post(`${bulk}mail/preview/`, { selection, ...input })).body
    expect(preview).toMatchObject({
      will_change: 1,
      skipped: [{ code: 'no_address', text: 'No e-mail address' }],
      samples: [{ before: { text: 'a@x.example' }, after: { text: 'Note to the applicant' } }],
      mails: { count: 1, without_address: 0 },
      undo_until: null,
    })
    const id = await start('mail', { selection, ...input })
    await app.runJobs()
    expect(await mails()).toMatchObject([
      { to_email: 'a@x.example', subject: 'Zu Ihrem Projekt „Well“', template: 'applicant_note' },
    ])
    // Text that staff write is never rendered as a template.
    expect((await mails())[0]!.text_body).toContain('Please call {{ title }}.')
    expect((await act(id, 'undo')).body.code).toBe('undo_not_possible')
    const history = (await staff.get(`/api/v4/project/${made[0]!.slug}/history/`)).body.results
    expect(history).toMatchObject([
      { action: 'mail_applicant', can_undo: false, undo_refusal: null, run: { id, count: 1 } },
    ])
    expect((await act(id, 'stop-mails')).body.mails_waiting).toBe(0)
  })
})
