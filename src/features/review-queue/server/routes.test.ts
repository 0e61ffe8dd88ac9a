import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'

const app = useApp()
let staff: Client
let other: Client
const start = new Date('2026-11-21T09:00:00Z')
beforeEach(async () => {
  staff = await app.as(['change_projects', 'view_organizations', 'change_reminders'])
  other = await app.as(['change_projects'])
})

const later = (minutes: number) => (app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000))
const waiting = (title: string, day = 1, more: Parameters<typeof createProject>[1] = {}) => {
  const at = new Date(`2026-11-${String(day).padStart(2, '0')}T08:00:00Z`)
  return createProject(app.db, {
    title,
    review_status: null,
    needs_donation_review: true,
    updated_at: at,
    ...more,
  })
}
const open = (query = '') => staff.get(`/api/v4/reviews/queue/?${query}`)
const take = (client: Client, slugs: string[], more = {}) =>
  client.post('/api/v4/reviews/take/', { kind: 'review', slugs, ...more })
const decide = (client: Client, slug: string, more: object = {}) =>
  client.post(`/api/v4/reviews/queue/${slug}/decide/`, { kind: 'review', outcome: 2, version: 1, ...more })
const mails = () =>
  app.db
    .selectFrom('emails')
    .select(['to_email', 'subject', 'text_body', 'state', 'next_attempt_at'])
    .orderBy('id')
    .execute()

describe('opening', () => {
  test('returns exactly the waiting projects that the list finds, longest wait first or in list order', async () => {
    const second = await waiting('Second', 5)
    const first = await waiting('First', 2)
    await waiting('Archived', 1, { status: 3 })
    await createProject(app.db, { title: 'Decided' })
    expect((await open()).body).toMatchObject({
      kind: 'review',
      slugs: [first.slug, second.slug],
      count: 2,
      minutes_until_given_back: 10,
      minutes_until_mail: 5,
      days_until_overdue: 14,
    })
    expect((await open('sort=list&ordering=-title')).body.slugs).toEqual([second.slug, first.slug])
    expect((await open('search=second')).body.slugs).toEqual([second.slug])
    expect((await open('colour=red')).status).toBe(400)
  })

  test('the queue of the view “Mine” belongs to the person who opens it', async () => {
    const mine = await waiting('Mine', 1)
    await waiting('Another’s', 2)
    const me = (await app.db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id)
    const counts: number[] = []
    for (const id of me) {
      await app.db.updateTable('projects').set({ reviewer_id: id }).where('id', '=', mine.id).execute()
      const { status, body } = await open('needs_review=review,voting_review&reviewer=me')
      expect(status).toBe(200)
      counts.push(body.count)
    }
    expect(counts.filter((count) => count === 1)).toHaveLength(1)
  })

  test('is for the kind of review that the filter names', async () => {
    const voting = await waiting('Voting', 1, { needs_donation_review: false, needs_voting_review: true })
    await waiting('Review')
    const found = (await open('needs_review=voting_review')).body
    expect([found.kind, found.slugs]).toEqual(['voting', [voting.slug]])
    const decided = await createProject(app.db, { review_status: 3, needs_donation_review: false })
    expect((await open('review_status=rejected')).body.slugs).toEqual([decided.slug])
  })
})

describe('taking', () => {
  test('gives the first free project, shows the holders of the others, and releases the previous one', async () => {
    const [a, b] = [await waiting('A', 1), await waiting('B', 2)]
    expect((await take(staff, [a.slug, b.slug])).body).toEqual({ slug: a.slug, taken: null })
    expect((await take(other, [a.slug, b.slug])).body.slug).toBe(b.slug)
    const rows = await other.get(
      `/api/v4/reviews/queue/rows/?kind=review&opened_at=${start.toISOString()}&slugs=${b.slug},${a.slug}`,
    )
    expect(rows.body.results.map((row: { slug: string; taken: unknown }) => [row.slug, row.taken])).toEqual([
      [b.slug, null],
      [a.slug, expect.objectContaining({ id: staff.userId, since: start.toISOString() })],
    ])
    expect(rows.body.others).toEqual([expect.objectContaining({ id: staff.userId, slug: a.slug })])

    const refused = await take(other, [a.slug])
    expect(refused.body).toEqual({ slug: null, taken: expect.objectContaining({ id: staff.userId }) })
    await staff.post('/api/v4/reviews/leave/')
    expect((await take(other, [a.slug])).body.slug).toBe(a.slug)
    expect((await take(staff, [b.slug])).body.slug).toBe(b.slug)
  })

  test('ends ten minutes after the last renewal', async () => {
    const { slug } = await waiting('A')
    await take(staff, [slug])
    later(9)
    expect((await staff.post('/api/v4/reviews/keep/', { slug })).body).toEqual({ kept: true })
    later(9)
    expect((await take(other, [slug])).body.slug).toBeNull()
    later(2)
    expect((await staff.post('/api/v4/reviews/keep/', { slug })).body).toEqual({ kept: false })
    expect((await decide(staff, slug)).body.code).toBe('review_given_back')
    expect((await take(other, [slug])).body.slug).toBe(slug)
    expect((await decide(staff, slug)).body).toMatchObject({
      code: 'review_taken',
      detail: expect.stringContaining('has this project open'),
    })
  })

  test('skips projects decided since the queue was opened', async () => {
    const [a, b] = [await waiting('A', 1), await waiting('B', 2)]
    await take(other, [a.slug])
    later(1)
    expect((await decide(other, a.slug)).status).toBe(200)
    const opened_at = start.toISOString()
    expect((await take(staff, [a.slug, b.slug], { opened_at })).body.slug).toBe(b.slug)
  })
})

describe('deciding', () => {
  test('needs the project taken, its version, a known outcome, and a reason for rejecting; otherwise nothing changes', async () => {
    const { slug } = await waiting('A')
    expect((await decide(staff, slug)).body.code).toBe('review_given_back')
    await take(staff, [slug])
    expect((await decide(staff, slug, { outcome: 3, reason: '  ' })).body).toEqual({
      reason: ['Give a reason for rejecting'],
    })
    expect((await decide(staff, slug, { kind: 'content', outcome: 4 })).body).toHaveProperty('outcome')
    expect((await decide(staff, slug, { version: 7 })).body).toMatchObject({
      code: 'edit_conflict',
      current: { project: { slug, version: 1 } },
    })
    expect((await decide(await app.as(['view_projects']), slug)).status).toBe(403)
    expect((await staff.get(`/api/v4/project/${slug}/`)).body.review_status.choice).toBeNull()
    expect(await mails()).toEqual([])
  })

  test('decides, gives the project back, and sends exactly the mail that was shown five minutes later', async () => {
    const organization = await createOrganization(app.db, { email_contact: 'vorstand@example.org' })
    const { slug } = await waiting('Kletterwand', 1, { organization_id: organization.id })
    await take(staff, [slug])
    const body = { about: 'decision', outcome: 3, text: 'Zwei *Angebote* fehlen.' }
    const shown = await staff.post(`/api/v4/reviews/queue/${slug}/mail/`, body)
    expect(shown.body).toMatchObject({
      to: 'vorstand@example.org',
      subject: 'Ihr Projekt „Kletterwand“',
      text: expect.stringContaining('Zwei *Angebote* fehlen.'),
    })
    const answer = await decide(staff, slug, { outcome: 3, reason: 'Zwei *Angebote* fehlen.', mail: true })
    expect(answer.body).toEqual({ event: expect.any(Number), mail_at: '2026-11-21T09:05:00.000Z' })
    expect(await mails()).toEqual([
      {
        to_email: 'vorstand@example.org',
        subject: shown.body.subject,
        text_body: shown.body.text,
        state: 'queued',
        next_attempt_at: new Date('2026-11-21T09:05:00Z'),
      },
    ])
    await app.runJobs()
    expect((await mails())[0]!.state).toBe('queued')
    later(5)
    await app.runJobs()
    // Without a mail server the mail ends as skipped.
    expect((await mails())[0]).toMatchObject({ state: 'skipped', text_body: shown.body.text })
    expect((await take(other, [slug])).body.slug).toBe(slug)
  })

  test('custom text is sent as typed, and no mail is sent when none was chosen', async () => {
    const [a, b] = [await waiting('A', 1), await waiting('B', 2)]
    await take(staff, [a.slug])
    const mail = { subject: 'Zu {{ title }}', text: 'Guten Tag,\n\n{{ reason }} bleibt stehen.' }
    expect((await decide(staff, a.slug, { mail })).status).toBe(200)
    expect(await mails()).toEqual([expect.objectContaining({ subject: mail.subject, text_body: mail.text })])
    await take(staff, [b.slug])
    expect((await decide(staff, b.slug, { mail: null })).body.mail_at).toBeNull()
    expect(await mails()).toHaveLength(1)
  })

  test('undoing from its event returns the project to waiting and cancels the mail', async () => {
    const { slug } = await waiting('A', 3)
    await take(staff, [slug])
    const { event } = (await decide(staff, slug, { outcome: 3, reason: 'No.', mail: true })).body
    const undone = await staff.post(`/api/v4/project/${slug}/history/${event}/undo/`)
    expect(undone.status).toBe(200)
    expect(undone.body).toMatchObject({
      needs_donation_review: true,
      waiting_since: '2026-11-03T08:00:00.000Z',
      review_status: { choice: null },
    })
    later(6)
    await app.runJobs()
    expect(await mails()).toEqual([expect.objectContaining({ state: 'skipped' })])
    expect((await open()).body.slugs).toEqual([slug])
    expect((await staff.get(`/api/v4/reviews/queue/${slug}/`)).body.decided).toBeNull()
  })
})

test('asking the applicant sends the question, sets the status and gives the task in one call, or does nothing', async () => {
  const admin = await app.as('superuser')
  const status = await admin.post('/api/v4/projects/internal-status/', { title: 'Rückfrage' })
  const { slug, id } = await waiting('A')
  const task = { title: 'Antwort prüfen', scheduled_for: '2026-11-30', users: [staff.userId] }
  const ask = (more: object = {}) =>
    staff.post(`/api/v4/reviews/queue/${slug}/ask/`, {
      question: 'Wie hoch sind die Kosten?',
      internal_status: status.body.slug,
      task,
      version: 1,
      ...more,
    })
  expect((await ask()).body.code).toBe('review_given_back')
  await take(staff, [slug])
  expect((await ask({ question: '' })).body).toHaveProperty('question')
  expect((await ask({ version: 9 })).body.code).toBe('edit_conflict')
  expect((await ask({ task: { ...task, scheduled_for: '2026-11-01' } })).body).toHaveProperty('scheduled_for')
  expect((await ask({ internal_status: 'no-such' })).body).toHaveProperty('internal_status')
  expect([await mails(), (await staff.get(`/api/v4/project/${slug}/`)).body.internal_status]).toEqual([
    [],
    null,
  ])

  const answer = await ask()
  expect(answer.body).toMatchObject({ mail_at: '2026-11-21T09:05:00.000Z', version: 2 })
  const project = (await staff.get(`/api/v4/project/${slug}/`)).body
  expect(project).toMatchObject({
    internal_status: { label: 'Rückfrage' },
    open_tasks: 1,
    needs_donation_review: true,
  })
  expect((await mails()).find((mail) => mail.subject.startsWith('Rückfrage'))!.text_body).toContain(
    'Wie hoch sind die Kosten?',
  )
  const events = await app.db
    .selectFrom('audit_events')
    .select('action')
    .where('object_id', '=', id)
    .where('object_type', '=', 'project')
    .orderBy('id')
    .execute()
  expect(events.map((one) => one.action)).toEqual(['change', 'ask_applicant'])
})

test('the record has what the decision needs, the bank account masked and only for people who may see organizations', async () => {
  const organization = await createOrganization(app.db, {
    iban: 'DE89370400440532013000',
    city: 'Talheim',
    postcode: '74388',
    exemption_date: '2020-01-15',
  })
  const { slug } = await waiting('Kletterwand', 1, { organization_id: organization.id, needs: [500_00] })
  const earlier = await createProject(app.db, {
    title: 'kletterwand',
    organization_id: organization.id,
    needs: [510_00],
  })
  // A project removed with its import counts neither as a double nor as an earlier project.
  await createProject(app.db, { title: 'Kletterwand', organization_id: organization.id, status: 4 })
  const sameAccount = await createOrganization(app.db, { iban: 'DE89370400440532013000' })
  const twin = await createProject(app.db, { title: 'Boulderwand', organization_id: sameAccount.id })
  const record = (await staff.get(`/api/v4/reviews/queue/${slug}/`)).body
  expect(record).toMatchObject({
    project: { slug, needs: [{ amount_cents: 500_00 }] },
    organization: {
      place: '74388 Talheim',
      proof: { kind: 'notice', expired: true, until: '2025-01-15' },
      bank: { iban: 'DE•• •••• •••• 3000' },
    },
    earlier: [{ slug: earlier.slug, review_status: { choice: 2 } }],
    earlier_count: 1,
    tasks: [],
    documents: null,
    photos: 0,
  })
  expect(
    record.doubles.map((one: { slug: string; reasons: { code: string }[] }) => [
      one.slug,
      one.reasons.map(({ code }) => code),
    ]),
  ).toEqual([
    [earlier.slug, ['organization', 'title', 'sum']],
    [twin.slug, ['bank_account']],
  ])
  const less = (await other.get(`/api/v4/reviews/queue/${slug}/`)).body
  expect([less.organization.bank, less.tasks, less.doubles[0].iban]).toEqual([null, null, null])
})

test('current documents are listed, newest first, for people who may see documents', async () => {
  const { id, slug } = await waiting('Kletterwand')
  const keep = (filename: string, day: number, more = {}) =>
    app.db
      .insertInto('documents')
      .values({
        slug: filename,
        type: 'other',
        project_id: id,
        filename: `${filename}.pdf`,
        sha256: '0'.repeat(64),
        size_bytes: 400_000,
        pages: 1,
        created_at: new Date(`2026-11-0${day}T08:00:00Z`),
        ...more,
      })
      .execute()
  await keep('angebot', 1)
  await keep('zustimmung', 2)
  await keep('alt', 3, { superseded_at: start })
  await keep('zurueckgezogen', 4, { withdrawn_at: start })
  await keep('weg', 5, { deleted_at: start })
  const reader = await app.as(['view_projects', 'view_documents'])
  expect((await reader.get(`/api/v4/reviews/queue/${slug}/`)).body.documents).toEqual({
    files: [
      {
        slug: 'zustimmung',
        name: 'Other document',
        filename: 'zustimmung.pdf',
        size_bytes: 400_000,
        day: '2026-11-02',
      },
      {
        slug: 'angebot',
        name: 'Other document',
        filename: 'angebot.pdf',
        size_bytes: 400_000,
        day: '2026-11-01',
      },
    ],
    count: 2,
  })
  expect((await other.get(`/api/v4/reviews/queue/${slug}/`)).body.documents).toBeNull()
})

describe('snippets', () => {
  const path = '/api/v4/reviews/snippets/'
  const snippet = { purpose: 'decision', title: 'Kostenplan fehlt', text: 'Der Kostenplan fehlt.' }

  test('are personal, or shared by people who may write mails', async () => {
    const own = await staff.post(path, snippet)
    expect([own.status, own.body]).toEqual([201, expect.objectContaining({ ...snippet, shared: false })])
    const refused = await staff.post(path, { ...snippet, shared: true })
    expect([refused.status, refused.body.permission]).toEqual([403, 'change_email_templates'])
    const writer = await app.as(['change_projects', 'change_email_templates'])
    const shared = (await writer.post(path, { ...snippet, title: 'Dublette', shared: true })).body
    const titles = async (client: Client) =>
      (await client.get(path)).body.results.map((one: { title: string }) => one.title)
    expect(await titles(staff)).toEqual(['Dublette', 'Kostenplan fehlt'])
    expect(await titles(other)).toEqual(['Dublette'])

    expect((await other.patch(`${path}${own.body.id}/`, { title: 'Mine', version: 1 })).status).toBe(404)
    expect((await other.patch(`${path}${shared.id}/`, { title: 'Mine', version: 1 })).status).toBe(403)
    expect((await other.delete(`${path}${shared.id}/`)).status).toBe(403)
    expect((await staff.patch(`${path}${own.body.id}/`, { title: 'Plan', version: 9 })).body.code).toBe(
      'edit_conflict',
    )
    expect((await staff.patch(`${path}${own.body.id}/`, { title: 'Plan', version: 1 })).body.title).toBe(
      'Plan',
    )
    expect((await staff.delete(`${path}${own.body.id}/`)).status).toBe(204)
    expect(await titles(staff)).toEqual(['Dublette'])
    expect((await staff.post(path, { ...snippet, title: ' ' })).body).toHaveProperty('title')
  })
})

test('the minutes until a mail leaves are a setting that applies from its valid-from day', async () => {
  const admin = await app.as(['change_settings'])
  await admin.post('/api/v4/settings/limits/', {
    key: 'review_mail_minutes',
    valid_from: '2026-11-21',
    value: 30,
  })
  expect((await open()).body.minutes_until_mail).toBe(30)
})
