import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject, createUser } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let staff: Client
eachOnNewPage(
  async (given) => {
    app = given
    staff = await app.as('superuser')
  },
  { now: new Date().toISOString() },
)

const address = '/site-admin/projects/review/'
const titles = ['First', 'Second', 'Third']
async function waiting() {
  const rows = []
  for (const [at, title] of titles.entries()) {
    const organization = await createOrganization(app.db, { title: `Club ${title}`, iban: '' })
    const updated_at = new Date(`2026-11-0${at + 1}T08:00:00Z`)
    const more = { needs_donation_review: true, review_status: null, description: `Text of ${title}` }
    rows.push(await createProject(app.db, { title, organization_id: organization.id, updated_at, ...more }))
  }
  return rows
}

const heading = (title: string) =>
  waitFor(() => expect(document.querySelector('.rq-record h1')?.textContent).toBe(title))
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, bubbles: true, ...more })
/** Waits until the project is loaded and this person holds its lease. */
const ready = () =>
  waitFor(() => {
    expect(document.querySelector('.rq-decision-head')?.textContent).toContain('Yours')
    expect(document.querySelector<HTMLFieldSetElement>('.rq-outcomes')!.disabled).toBe(false)
  })
const said = (words: string) =>
  waitFor(() => expect(document.querySelector('.rq > [role=status]')?.textContent).toBe(words))
const outcomeOf = async (slug: string) =>
  (await staff.get(`/api/v4/project/${slug}/`)).body.review_status.choice

test('two keys decide; the next project appears at once, focused, with nothing chosen', async () => {
  const [first, second] = await waiting()
  const page = await openPage(app, staff, address)
  await heading('First')
  await ready()
  expect(document.querySelector('.rq-main')!.textContent).toContain('Decide')
  expect(document.querySelector<HTMLButtonElement>('.rq-main')!.disabled).toBe(true)
  press('1')
  await waitFor(() => expect(document.querySelector('.rq-main')!.textContent).toContain('Make public'))
  await waitFor(() => expect(document.querySelector('.rq-letter')?.textContent).toContain('ist öffentlich'))
  press('Enter', { ctrlKey: true })
  await heading('Second')
  await said('Public. Next: Second, 2 of 3')
  await ready()
  expect(document.activeElement).toBe(document.querySelector('.rq-record h1'))
  expect(document.querySelector('.rq-outcomes [data-chosen]')).toBeNull()
  await waitFor(async () => expect(await outcomeOf(first!.slug)).toBe(2))
  expect(await outcomeOf(second!.slug)).toBeNull()
  // No page was loaded: the address is unchanged, and the list was not requested.
  expect(page.made.filter(({ path }) => path.startsWith('/api/v4/projects/?'))).toEqual([])
})

test('rejecting asks for a reason, which the mail contains; Ctrl+Z restores choice and reason', async () => {
  const [first] = await waiting()
  const page = await openPage(app, staff, address)
  await ready()
  press('3')
  await waitFor(() => expect(document.querySelector('.rq-main')!.textContent).toContain('Reject'))
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(page.alerts()).toContain('Give a reason for rejecting'))
  await page.type(/^Reason/, 'Two offers are missing.')
  await waitFor(() =>
    expect(document.querySelector('.rq-letter mark')?.textContent).toBe('Two offers are missing.'),
  )
  press('Enter', { ctrlKey: true })
  await heading('Second')
  await waitFor(() => expect(document.querySelector('.rq-toast')?.textContent).toContain('Rejected'))
  expect(document.querySelector('.rq-toast')!.textContent).toContain('E-mail leaves at')
  await ready()
  press('z', { ctrlKey: true })
  await heading('First')
  await said('Undone. First')
  await waitFor(() =>
    expect(document.querySelector<HTMLTextAreaElement>('.rq-reason textarea')!.value).toBe(
      'Two offers are missing.',
    ),
  )
  expect(await outcomeOf(first!.slug)).toBeNull()
  const mails = await app.db.selectFrom('emails').select('state').orderBy('id').execute()
  expect(mails).toEqual([{ state: 'skipped' }])
})

test('the queue opened from a peek begins with that project and the filters of its view', async () => {
  const [, second] = await waiting()
  const view = 'view=needs_review&needs_review=review,voting_review&page_size=25'
  await openPage(app, staff, `${address}?${view}&start=${second!.slug}`)
  await heading('Second')
  await ready()
  expect(document.querySelector('.rq-bar')!.textContent).toContain('of 3')
})

test('three earlier decisions are shown, the listed ones on request, and a link to the others', async () => {
  const [first] = await waiting()
  for (let at = 1; at <= 12; at++)
    await createProject(app.db, { title: `Earlier ${at}`, organization_id: first!.organization_id })
  const page = await openPage(app, staff, address)
  await heading('First')
  await ready()
  const part = [...document.querySelectorAll('.rq-columns section')].find(
    (one) => one.querySelector('h2')?.firstChild?.textContent === 'Earlier decisions',
  )!
  const shown = () => [...part.querySelectorAll('li a')].map(({ textContent }) => textContent)
  expect(part.textContent).toContain('12 projects')
  expect(shown()).toEqual(['Earlier 12', 'Earlier 11', 'Earlier 10'])
  await page.press('Show all', part)
  expect(shown()).toHaveLength(10)
  const others = [...part.querySelectorAll('a')].at(-1)!
  expect(others.textContent).toBe('2 more in the list')
  expect(others.getAttribute('href')).toBe('/site-admin/projects/?search=Club%20First')
  await page.press('Show fewer', part)
  expect(shown()).toHaveLength(3)
  // The next record starts collapsed.
  await page.press('Show all', part)
  press('j')
  await heading('Second')
  press('k')
  await heading('First')
  expect(document.querySelectorAll('.rq-columns .brief-projects > li')).toHaveLength(3)
})

test('a question for a project that somebody else has open is not opened for another project', async () => {
  const [first] = await waiting()
  const other = await app.as('superuser')
  await other.post('/api/v4/reviews/take/', { kind: 'review', slugs: [first!.slug] })
  const page = await openPage(app, staff, `${address}?start=${first!.slug}&act=ask`)
  await heading('Second')
  await ready()
  await waitFor(() => expect(page.address()).toBe(`${address}?start=${first!.slug}`))
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test('J, K and S move without deciding; the end lists the result of each project', async () => {
  await waiting()
  const page = await openPage(app, staff, address)
  await ready()
  press('j')
  await heading('Second')
  press('k')
  await heading('First')
  await ready()
  press('s')
  await heading('Second')
  press('s')
  await heading('Third')
  await ready()
  press('1')
  await waitFor(() => expect(document.querySelector<HTMLButtonElement>('.rq-main')!.disabled).toBe(false))
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(document.querySelector('main')!.textContent).toContain('Nothing left to review'))
  expect(document.querySelector('main')!.textContent).toContain(
    '1 decided, 0 asked, 2 skipped, 0 open with others',
  )
  await page.press('Look at the skipped')
  await heading('First')
})

test('a project that somebody else has open is skipped, names that person and cannot be decided', async () => {
  const [first] = await waiting()
  const other = await app.as(['change_projects'])
  await other.post('/api/v4/reviews/take/', { kind: 'review', slugs: [first!.slug] })
  await openPage(app, staff, address)
  await heading('Second')
  await ready()
  press('k')
  await heading('First')
  await waitFor(() =>
    expect(document.querySelector('.rq-decision')!.textContent).toMatch(
      /has this project open since \d\d:\d\d\./,
    ),
  )
  expect(document.querySelector('.rq-outcomes')).toBeNull()
  press('1')
  press('Enter', { ctrlKey: true })
  expect(await outcomeOf(first!.slug)).toBeNull()
})

test('a project changed since it was opened lists the fields, keeps the choice, and needs one more press', async () => {
  const [first] = await waiting()
  await openPage(app, staff, address)
  await ready()
  await staff.patch(`/api/v4/project/${first!.slug}/`, { title: 'First, renamed', version: 1 })
  press('1')
  await waitFor(() => expect(document.querySelector<HTMLButtonElement>('.rq-main')!.disabled).toBe(false))
  press('Enter', { ctrlKey: true })
  await waitFor(() =>
    expect(document.querySelector('.rq-decision')!.textContent).toContain('Title: First → First, renamed'),
  )
  await ready()
  expect(document.querySelector('.rq-outcomes [data-chosen]')).not.toBeNull()
  // The page first takes the lease again; until then no key decides.
  await waitFor(() => expect(document.querySelector<HTMLButtonElement>('.rq-main')!.disabled).toBe(false))
  press('Enter', { ctrlKey: true })
  await waitFor(async () => expect(await outcomeOf(first!.slug)).toBe(2))
})

test('a question goes out with its task, and the next opens', async () => {
  const [first] = await waiting()
  const page = await openPage(app, staff, address)
  await ready()
  press('a')
  const dialog = await page.dialog('Ask the applicant')
  await page.type(/^Question/, 'How high are the costs?')
  await page.press('Ask and go on', dialog)
  await heading('Second')
  await said('Asked. Next: Second, 2 of 3')
  expect((await staff.get(`/api/v4/project/${first!.slug}/`)).body.open_tasks).toBe(1)
  expect(await outcomeOf(first!.slug)).toBeNull()
})

test('a person who may not decide reads the record and sees the missing right; an empty queue shows that it is', async () => {
  const page = await openPage(app, staff, address)
  await waitFor(() =>
    expect(document.querySelector('main')!.textContent).toContain('No projects need a review'),
  )
  await waiting()
  await openPage(app, await app.as(['view_projects']), address)
  await heading('First')
  expect(document.querySelector('.rq-decision')!.textContent).toContain(
    'Deciding needs the right change_projects.',
  )
  expect(document.querySelector<HTMLFieldSetElement>('.rq-outcomes')!.disabled).toBe(true)
  expect(page.address()).toBe(address)
})

test('new projects are offered at the end, and those decided by others are gone', async () => {
  const [, second] = await waiting()
  const page = await openPage(app, staff, address)
  await ready()
  await createProject(app.db, { title: 'Newcomer', needs_donation_review: true, review_status: null })
  const { version } = (await staff.get(`/api/v4/project/${second!.slug}/`)).body
  await staff.post(`/api/v4/project/${second!.slug}/review/`, { kind: 'review', outcome: 4, version })
  press('s')
  await heading('Third')
  press('s')
  await waitFor(() => expect(document.querySelector('main')!.textContent).toContain('Nothing left to review'))
  await page.press('1 more has come in')
  await heading('Newcomer')
  await waitFor(() => expect(document.querySelector('.rq-bar')!.textContent).toContain('3 of 3'))
})

test('a decision that was not saved is tried again from its toast, with all that was typed', async () => {
  const [first] = await waiting()
  let away = true
  const page = await openPage(app, staff, address, async ({ path }) => {
    if (!away || !path.endsWith('/decide/')) return undefined
    throw new TypeError('Failed to fetch')
  })
  await ready()
  press('3')
  await page.type(/^Reason/, 'Two offers are missing.')
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(page.alerts().join()).toContain('Not saved: First'))
  await heading('First')
  await ready()
  expect(document.querySelector<HTMLTextAreaElement>('.rq-reason textarea')!.value).toBe(
    'Two offers are missing.',
  )
  away = false
  await page.press('Try again')
  await heading('Second')
  await waitFor(async () => expect(await outcomeOf(first!.slug)).toBe(3))
  await waitFor(() => expect(page.alerts().join()).not.toContain('Not saved'))
})

/** Holds decisions back until they are released, or loses them on the way. */
function heldDecisions() {
  let isHeld = true
  const waiting: { path: string; go: (isLost: boolean) => void }[] = []
  return {
    before: async ({ path }: { path: string }) => {
      if (!isHeld || !path.endsWith('/decide/')) return undefined
      const isLost = await new Promise<boolean>((go) => void waiting.push({ path, go }))
      if (isLost) throw new TypeError('Failed to fetch')
      return undefined
    },
    /** The pending decision; there is never a second one. */
    async one(slug: string) {
      await waitFor(() => expect(waiting).toHaveLength(1))
      expect(waiting[0]!.path).toContain(`/${slug}/`)
      return waiting.pop()!
    },
    waiting,
    letAllThrough: () => void (isHeld = false),
  }
}
const reason = () => document.querySelector<HTMLTextAreaElement>('.rq-reason textarea')!
const chosen = () => document.querySelector('.rq-outcomes [data-chosen]')?.textContent ?? ''
const mainIs = (word: string) =>
  waitFor(() => {
    const button = document.querySelector<HTMLButtonElement>('.rq-main')!
    expect(button.textContent).toContain(word)
    expect(button.disabled).toBe(false)
  })

/** Decides the first project; afterwards the screen shows the second. */
async function makeFirstPublic() {
  press('1')
  await mainIs('Make public')
  press('Enter', { ctrlKey: true })
  await heading('Second')
}

test('a decision waits for the previous save; after two failures both projects keep what was typed', async () => {
  const [first, second, third] = await waiting()
  const held = heldDecisions()
  const page = await openPage(app, staff, address, held.before)
  await ready()
  await makeFirstPublic()
  let save = await held.one(first!.slug)
  press('3')
  await page.type(/^Reason/, 'Two offers are missing.')
  await mainIs('Reject')
  for (const time of [1, 2]) {
    press('Enter', { ctrlKey: true })
    await waitFor(() => expect(document.querySelector('.rq-main')!.ariaBusy).toBe('true'))
    // Neither repeated keys nor J or S leave the project whose save is pending.
    press('Enter', { ctrlKey: true })
    press('j')
    press('s')
    await heading('Second')
    expect(held.waiting).toHaveLength(0)
    save.go(true)
    await heading('First')
    await waitFor(() => expect(page.alerts().join()).toContain('Not saved: First'))
    expect(chosen()).toContain('Public')
    expect(reason().value).toBe('')
    if (time === 2) held.letAllThrough()
    await page.press('Try again')
    await heading('Second')
    expect(reason().value).toBe('Two offers are missing.')
    expect(chosen()).toContain('Rejected')
    if (time === 1) save = await held.one(first!.slug)
  }
  await waitFor(async () => expect(await outcomeOf(first!.slug)).toBe(2))
  expect(await outcomeOf(second!.slug)).toBeNull()
  await ready()
  press('Enter', { ctrlKey: true })
  await heading('Third')
  expect([chosen(), reason().value]).toEqual(['', ''])
  await waitFor(async () => expect(await outcomeOf(second!.slug)).toBe(3))
  expect(await outcomeOf(third!.slug)).toBeNull()
  expect(await app.db.selectFrom('review_decisions').select('id').execute()).toHaveLength(2)
})

test('a decision that waited for the previous save is sent after it', async () => {
  const [first, second] = await waiting()
  const held = heldDecisions()
  await openPage(app, staff, address, held.before)
  await ready()
  await makeFirstPublic()
  const save = await held.one(first!.slug)
  press('2')
  await mainIs('Accept')
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(document.querySelector('.rq-main')!.ariaBusy).toBe('true'))
  save.go(false)
  await heading('Third')
  const next = await held.one(second!.slug)
  expect(await outcomeOf(first!.slug)).toBe(2)
  next.go(false)
  await waitFor(async () => expect(await outcomeOf(second!.slug)).toBe(4))
})

test('Ctrl+Z takes back the decision that is still being saved, not the one before it', async () => {
  const [first, second] = await waiting()
  const held = heldDecisions()
  await openPage(app, staff, address, held.before)
  await ready()
  await makeFirstPublic()
  ;(await held.one(first!.slug)).go(false)
  await ready()
  press('2')
  await mainIs('Accept')
  press('Enter', { ctrlKey: true })
  await heading('Third')
  const save = await held.one(second!.slug)
  press('z', { ctrlKey: true })
  save.go(false)
  await heading('Second')
  await said('Undone. Second')
  expect(await outcomeOf(first!.slug)).toBe(2)
  expect(await outcomeOf(second!.slug)).toBeNull()
})

test('a choice for a project that somebody else takes at the last moment does not carry over to the next', async () => {
  const [, second, third] = await waiting()
  let hold: Promise<void> | undefined
  let letGo = () => {}
  await openPage(app, staff, address, async ({ path }) => {
    if (path.endsWith('/take/')) await hold
    return undefined
  })
  await ready()
  hold = new Promise((resolve) => void (letGo = resolve))
  press('s')
  await heading('Second')
  press('1')
  await waitFor(() => expect(chosen()).toContain('Public'))
  const other = await app.as(['change_projects'])
  await other.post('/api/v4/reviews/take/', { kind: 'review', slugs: [second!.slug] })
  letGo()
  await heading('Third')
  await ready()
  expect(chosen()).toBe('')
  expect(document.querySelector<HTMLButtonElement>('.rq-main')!.disabled).toBe(true)
  expect(await outcomeOf(third!.slug)).toBeNull()
})

test('a share is handed over with a note; the next project opens, and Ctrl+Z takes it back', async () => {
  const made = await waiting()
  const ids = made.slice(0, 2).map((row) => row.id)
  await app.db.updateTable('projects').set({ reviewer_id: staff.userId }).where('id', 'in', ids).execute()
  const rights = ['change_projects'] as const
  const ayse = await createUser(app.db, { rights: [...rights], first_name: 'Ayşe', last_name: 'Demir' })
  const page = await openPage(app, staff, address)
  await ready()
  press('h')
  const dialog = await page.dialog('Hand over')
  await page.press('Hand over 1 project', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Choose a colleague'))
  const box = await page.found('input', 'To')
  fireEvent.focus(box)
  fireEvent.click(box)
  fireEvent.click(await page.found('[role=option]', /^Ayşe Demir/))
  await page.press('All that I am to review (2)', dialog)
  await page.type(/^Note/, 'I am away until May')
  await page.press('Hand over 2 projects', dialog)
  await waitFor(async () =>
    expect(await app.db.selectFrom('bulk_runs').select('id').execute()).toHaveLength(1),
  )
  await app.runJobs()
  await page.found('[role=status]', /2 projects handed over/)
  await heading('Second')
  const whose = async () =>
    (await app.db.selectFrom('projects').select('reviewer_id').where('id', 'in', ids).execute()).map(
      (row) => row.reviewer_id,
    )
  expect(await whose()).toEqual([ayse.id, ayse.id])
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  press('z', { ctrlKey: true })
  await waitFor(async () =>
    expect((await app.db.selectFrom('bulk_runs').select('state').execute())[0]!.state).toBe('undoing'),
  )
  await app.runJobs()
  expect(await whose()).toEqual([staff.userId, staff.userId])
})
