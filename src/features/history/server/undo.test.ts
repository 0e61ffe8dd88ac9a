import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { projectChecks } from '#features/ledger/server/checks/projects.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { type Client, useApp } from '#test/app.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'
import { costlyRuns, patience } from '#test/runs.ts'

const app = useApp()
let staff: Client

beforeEach(async () => void (staff = await app.as('superuser')))

type Kind = 'project' | 'organization'
const eventsOf = async (kind: Kind, slug: string) =>
  (await staff.get(`/api/v4/${kind}/${slug}/history/`)).body.results as {
    id: number
    action: string
    can_undo: boolean
    undo_refusal: { code: string; text: string } | null
    undone: { by: string } | null
  }[]
const undo = (kind: Kind, slug: string, event: number, by = staff, body = {}) =>
  by.post(`/api/v4/${kind}/${slug}/history/${event}/undo/`, body)
const change = async (slug: string, fields: object, by = staff) => {
  const { version } = (await staff.get(`/api/v4/project/${slug}/`)).body
  const answer = await by.patch(`/api/v4/project/${slug}/`, { ...fields, version })
  expect(answer.status).toBe(200)
}
const decide = async (slug: string, outcome: number | null, kind = 'review') => {
  const { version } = (await staff.get(`/api/v4/project/${slug}/`)).body
  const answer = await staff.post(`/api/v4/project/${slug}/review/`, { kind, outcome, version })
  expect(answer.status).toBe(200)
}
const eventCount = async () =>
  (
    await app.db
      .selectFrom('audit_events')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

describe('changes that can be undone', () => {
  test('undoing a decision restores its flag and its waiting time; the history names the person', async () => {
    const project = await createProject(app.db, { review_status: null, needs_donation_review: true })
    await decide(project.slug, 3)
    const [event] = await eventsOf('project', project.slug)
    expect(event).toMatchObject({
      action: 'review_decided',
      can_undo: true,
      undo_refusal: null,
      undone: null,
    })

    const answer = await undo('project', project.slug, event!.id)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      review_status: { choice: null },
      needs_donation_review: true,
      version: 3,
    })
    const row = await app.db
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow()
    expect(row.needs_donation_review_since).toEqual(project.needs_donation_review_since)

    const history = await eventsOf('project', project.slug)
    expect(history.map(({ action }) => action)).toEqual(['undo', 'review_decided'])
    expect(history[0]).toMatchObject({ can_undo: false, after: { undoes: event!.id, review_status: null } })
    expect(history[1]).toMatchObject({
      can_undo: false,
      undone: { by: expect.stringContaining('Test Person') },
    })
    const decisions = await app.db.selectFrom('review_decisions').selectAll().orderBy('id').execute()
    expect(decisions).toMatchObject([
      { outcome: 3, undoes: null },
      { outcome: null, previous_outcome: 3, undoes: decisions[0]!.id },
    ])
  })

  test('an undo repeated with its idempotency key gives the same answer; without the key it is refused', async () => {
    const { slug } = await createProject(app.db)
    await change(slug, { title: 'New' })
    const [event] = await eventsOf('project', slug)
    const path = `/api/v4/project/${slug}/history/${event!.id}/undo/`
    const key = { headers: { 'idempotency-key': 'once' } }
    const [first, again] = [await staff.post(path, {}, key), await staff.post(path, {}, key)]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    const other = await staff.post(path, {})
    expect([other.status, other.body.code]).toEqual([409, 'undo_already'])
    expect(other.body.detail).toContain('Test Person')
  })

  test('after undoing changed needs, archiving and a ban, a new gift passes the ledger checks', async () => {
    const project = await createProject(app.db, { ends_on: '2026-01-01', needs: [5_000] })
    const { slug } = project
    const takenBack = async () => {
      const [event] = await eventsOf('project', slug)
      expect(await undo('project', slug, event!.id)).toMatchObject({ status: 200 })
      app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    }
    await change(slug, { needs: [{ title: 'Pump', amount_cents: 7_000 }] })
    await takenBack()
    expect(await staff.post('/api/v4/projects/archive/', { project_slugs: [slug] })).toMatchObject({
      status: 200,
    })
    await takenBack()
    await change(slug, { is_banned: true })
    await takenBack()
    await createGift(app.db, project, 100, { now: app.clock.now })
    for (const key of ['needsFrozen', 'closedProjects'] as const) {
      const { broken, rows } = await app.db.transaction().execute((tx) => runCheck(tx, projectChecks[key]))
      expect([key, broken, rows]).toEqual([key, 0, []])
    }
  })

  test('texts of an organization, and its archive', async () => {
    const { slug } = await createOrganization(app.db, { city: 'Ulm' })
    const patched = await staff.patch(`/api/v4/organization/${slug}/`, {
      city: 'Köln',
      phone: '111',
      version: 1,
    })
    expect(patched.status).toBe(200)
    await staff.post('/api/v4/organizations/archive/', { organization_slugs: [slug] })
    const [archived, changed] = await eventsOf('organization', slug)
    expect((await undo('organization', slug, archived!.id)).body.status.choice).toBe(2)
    expect((await undo('organization', slug, changed!.id)).body).toMatchObject({ city: 'Ulm', phone: '' })
  })

  test('mails that have not left are stopped', async () => {
    const { slug, id } = await createProject(app.db)
    await decide(slug, 3)
    const [event] = await eventsOf('project', slug)
    await mail(id, event!.id)
    expect((await undo('project', slug, event!.id)).status).toBe(200)
    expect(await app.db.selectFrom('emails').select(['state', 'reason']).orderBy('id').execute()).toEqual([
      { state: 'skipped', reason: 'undone' },
    ])
  })
})

async function mail(project: number, event: number, email = 'a@example.org') {
  const { now } = app.clock
  const to = { email, language: 'en_US' as const }
  const object = { type: 'project', id: project }
  await queueMail(app.db, { template: 'task_created', to, object, data: {}, event, now })
}

test('undo restores the former reviewer, unless that person may no longer decide', async () => {
  const { slug } = await createProject(app.db)
  const assign = (reviewer: number | null) =>
    staff.post('/api/v4/projects/reviewer/', { project_slugs: [slug], reviewer })
  const other = await app.as(['change_projects'])
  await assign(other.userId)
  await assign(staff.userId)
  await app.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', other.userId).execute()
  const [second, first] = await eventsOf('project', slug)
  const gone = await undo('project', slug, second!.id)
  expect([gone.status, gone.body.code]).toEqual([409, 'undo_gone'])
  await app.db.updateTable('users').set({ state: 'active' }).where('id', '=', other.userId).execute()
  expect((await undo('project', slug, second!.id)).body.reviewer.id).toBe(other.userId)
  expect((await undo('project', slug, first!.id)).body.reviewer).toBeNull()
})

describe('a refused undo names its cause and changes nothing', () => {
  const refused = async (slug: string, event: number, code: string, by = staff) => {
    const before = await eventCount()
    const answer = await undo('project', slug, event, by)
    expect([answer.status, answer.body.code]).toEqual([409, code])
    expect(await eventCount()).toBe(before)
    return answer.body
  }

  test('a value changed again since names the field and the person', async () => {
    const { slug } = await createProject(app.db)
    await change(slug, { title: 'First', description: 'x' })
    const other = await app.as('superuser')
    await change(slug, { title: 'Second' }, other)
    const [, first] = await eventsOf('project', slug)
    expect(first).toMatchObject({ can_undo: false, undo_refusal: { code: 'undo_changed' } })
    const body = await refused(slug, first!.id, 'undo_changed')
    expect(body.detail).toMatch(/^Cannot be undone: Title was changed again by Test Person \d+/)
    expect(first!.undo_refusal!.text).toBe(body.detail)
    expect(body.current.fields).toMatchObject([{ field: 'title' }])
    // After the later one is undone, the earlier one can be undone as well.
    const [second] = await eventsOf('project', slug)
    expect((await undo('project', slug, second!.id)).status).toBe(200)
    expect((await undo('project', slug, first!.id)).body).toMatchObject({ description: '' })
  })

  test('money that has come in since', async () => {
    const organization = await createOrganization(app.db)
    const { slug } = await createProject(app.db, {
      organization_id: organization.id,
      review_status: null,
      funding_type: 3,
    })
    await decide(slug, 2)
    const [event] = await eventsOf('project', slug)
    await fund(slug)
    expect((await eventsOf('project', slug)).find(({ id }) => id === event!.id)).toMatchObject({
      can_undo: false,
      undo_refusal: { code: 'undo_money', text: 'Cannot be undone: money depends on it' },
    })
    await refused(slug, event!.id, 'undo_money')
    await change(slug, { title: 'Title only' })
    const [title] = await eventsOf('project', slug)
    expect((await undo('project', slug, title!.id)).status).toBe(200)
  })

  test('a change of bank details, which one person must not undo alone', async () => {
    const { slug } = await createOrganization(app.db)
    const by = { iban: 'DE89370400440532013000', bic: '', bank_account_holder: 'x' }
    const saved = await staff.patch(`/api/v4/organization/${slug}/`, { ...by, version: 1 })
    expect(saved.status).toBe(200)
    const [event] = await eventsOf('organization', slug)
    expect(event).toMatchObject({ can_undo: false, undo_refusal: { code: 'undo_money' } })
    expect((await undo('organization', slug, event!.id)).body.code).toBe('undo_money')
  })

  test('mails that were sent, until the person confirms their exact number', async () => {
    const { slug, id } = await createProject(app.db)
    await decide(slug, 3)
    const [event] = await eventsOf('project', slug)
    for (const email of ['a@example.org', 'b@example.org', 'c@example.org']) await mail(id, event!.id, email)
    await app.db.updateTable('emails').set({ state: 'sent' }).execute()
    const [told] = await eventsOf('project', slug)
    expect(told!.undo_refusal).toEqual({
      code: 'undo_mails_sent',
      text: 'Cannot be undone: 3 e-mails have gone out',
    })
    const body = await refused(slug, event!.id, 'undo_mails_sent')
    expect(body.current).toEqual({ mails_sent: 3 })
    expect((await undo('project', slug, event!.id, staff, { mails_sent: 2 })).body.code).toBe(
      'undo_mails_sent',
    )
    expect((await undo('project', slug, event!.id, staff, { mails_sent: 3 })).status).toBe(200)
  })

  test('a return to the archive that archiving itself would refuse', async () => {
    const { slug } = await createProject(app.db, { status: 3, previous_status: 2 })
    await staff.post('/api/v4/projects/unarchive/', { project_slugs: [slug] })
    const [event] = await eventsOf('project', slug)
    await refused(slug, event!.id, 'still_in_financing')
  })

  test('a draft completed from the archive is not refused: it returns there and is restored as a draft', async () => {
    const { slug, version } = await createProject(app.db, { status: 3, previous_status: 1 })
    expect((await staff.patch(`/api/v4/project/${slug}/`, { status: 2, version })).status).toBe(200)
    const [event] = await eventsOf('project', slug)
    expect((await undo('project', slug, event!.id)).body.status.choice).toBe(3)
    await staff.post('/api/v4/projects/unarchive/', { project_slugs: [slug] })
    expect((await staff.get(`/api/v4/project/${slug}/`)).body.status.choice).toBe(1)
  })

  test('a value that is no longer available', async () => {
    const status = await app.db
      .insertInto('internal_statuses')
      .values({ slug: 'old', title: 'Old', subject: 'project', created_at: app.clock.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { slug } = await createProject(app.db, { internal_status_id: status.id })
    await change(slug, { internal_status: null })
    await app.db.deleteFrom('internal_statuses').execute()
    const [event] = await eventsOf('project', slug)
    await refused(slug, event!.id, 'undo_gone')
  })

  test('an act of another kind, an event of another record, and a person without the right to the act', async () => {
    const { slug, id } = await createProject(app.db)
    await app.db
      .insertInto('audit_events')
      .values({
        action: 'fund',
        object_type: 'project',
        object_id: id,
        actor_name: '',
        at: app.clock.now,
        digest: '',
      })
      .execute()
    const [event] = await eventsOf('project', slug)
    expect(event).toMatchObject({ can_undo: false, undo_refusal: null })
    await refused(slug, event!.id, 'undo_not_possible')
    const other = await createProject(app.db)
    expect((await undo('project', other.slug, event!.id)).status).toBe(404)

    await staff.post('/api/v4/projects/archive/', { project_slugs: [other.slug] })
    await decide(slug, 3)
    const [decided] = await eventsOf('project', slug)
    const reader = await app.as(['view_projects'])
    const answer = await undo('project', slug, decided!.id, reader)
    expect([answer.status, answer.body.permission]).toEqual([403, 'change_projects'])
    const seen = (await reader.get(`/api/v4/project/${slug}/history/`)).body.results[0]
    expect(seen).toMatchObject({ can_undo: false, undo_refusal: null })
  })

  test('the archive needs its own right', async () => {
    const { slug } = await createProject(app.db, { ends_on: '2026-01-01' })
    await staff.post('/api/v4/projects/archive/', { project_slugs: [slug] })
    const [event] = await eventsOf('project', slug)
    const editor = await app.as(['change_projects'])
    const answer = await undo('project', slug, event!.id, editor)
    expect([answer.status, answer.body.permission]).toEqual([403, 'archive_projects'])
    const archivist = await app.as(['archive_projects', 'view_projects'])
    expect((await undo('project', slug, event!.id, archivist)).status).toBe(200)
  })
})

async function fund(slug: string) {
  const company = await makeCompany(app.db, { slug: 'company', title: 'Company', granted_cents: 1_000_00 })
  const body = { project_slug: slug, company_slug: company.slug, amount_cents: 10_00 }
  expect((await staff.post('/api/v4/projects/fund-internally/', body)).status).toBe(201)
}

const text = fc.constantFrom('', 'Brunnen', 'Garten', 'Äpfel & Birnen')
const act = fc.oneof(
  fc.record({
    patch: fc.record(
      {
        title: fc.constantFrom('Brunnen', 'Garten', 'Bühne'),
        description: text,
        is_banned: fc.boolean(),
        needs_donation_review: fc.boolean(),
        needs_voting_review: fc.boolean(),
        status: fc.constantFrom(1, 2, 3),
        funding_type: fc.constantFrom(1, 3),
        ends_on: fc.constantFrom(null, '2026-01-01', '2027-01-01'),
        internal_status: fc.constantFrom(null, 'one', 'two'),
        needs: fc.array(
          fc.record({ title: fc.constantFrom('Holz', 'Stein'), amount_cents: fc.constantFrom(100, 250) }),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    kind: fc.constantFrom('review', 'content', 'voting'),
    outcome: fc.constantFrom(null, 2, 3),
  }),
  fc.record({ archive: fc.boolean() }),
  fc.record({ reviewer: fc.boolean() }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

describe('undoing random changes from the last to the first', () => {
  test('restores the exact record before each change', { timeout: patience }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
        await app.reset()
        staff = await app.as('superuser')
        for (const slug of ['one', 'two'])
          await app.db
            .insertInto('internal_statuses')
            .values({ slug, title: slug, subject: 'project', created_at: app.clock.now })
            .execute()
        const { slug } = await createProject(app.db, { needs: [100, 250], needs_donation_review: true })
        const done: { event: number; before: unknown }[] = []
        for (const one of acts) {
          const before = await seen(slug)
          const known = (await eventsOf('project', slug))[0]?.id
          // A refused undo changes nothing and writes no event.
          await doAct(slug, one)
          app.clock.now = new Date(app.clock.now.getTime() + 1000)
          const [event] = await eventsOf('project', slug)
          if (event && event.id !== known) done.push({ event: event.id, before })
          else expect(await seen(slug)).toEqual(before)
        }
        for (const { event, before } of done.toReversed()) {
          const answer = await undo('project', slug, event)
          // The archive's rules refuse an undo for a project that would collect money while archived.
          if (answer.body.code === 'still_in_financing') {
            expect(before).toMatchObject({ row: { status: 3, previous_status: 2 } })
            return
          }
          expect([answer.status, answer.body.detail]).toEqual([200, undefined])
          expect(await seen(slug)).toEqual(before)
        }
      }),
      { numRuns: costlyRuns(12) },
    )
  })
})

async function doAct(slug: string, one: Act) {
  const { version } = (await staff.get(`/api/v4/project/${slug}/`)).body
  if ('patch' in one) return staff.patch(`/api/v4/project/${slug}/`, { ...one.patch, version })
  if ('archive' in one)
    return staff.post(`/api/v4/projects/${one.archive ? 'archive' : 'unarchive'}/`, { project_slugs: [slug] })
  if ('reviewer' in one) {
    const body = { project_slugs: [slug], reviewer: one.reviewer ? staff.userId : null }
    return staff.post('/api/v4/projects/reviewer/', body)
  }
  return staff.post(`/api/v4/project/${slug}/review/`, { ...one, version })
}

/** The visible state of a project: its row, needs, labels, and list counts. */
async function seen(slug: string) {
  const {
    version: _,
    updated_at: __,
    ...row
  } = await app.db.selectFrom('projects').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
  const {
    version: ___,
    updated_at: ____,
    needs,
    ...detail
  } = (await staff.get(`/api/v4/project/${slug}/`)).body
  const counts = await Promise.all(
    [
      'status=1',
      'status=2',
      'archived=true',
      'review_status=public',
      'financing_status=in_financing',
      'internal_status=one',
    ].map(async (query) => (await staff.get(`/api/v4/projects/?${query}`)).body.count),
  )
  const words = needs.map(({ title, amount_cents }: { title: string; amount_cents: number }) => [
    title,
    amount_cents,
  ])
  return { row, detail, words, counts }
}
