import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject, createTask } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// Space opens a row's peek beside the list, in the real app.

let app: TestApp
let staff: Client
eachOnNewPage(
  async (given) => {
    app = given
    staff = await app.as('superuser')
  },
  { now: new Date().toISOString() },
)

const list = '/site-admin/projects/'
const peek = () => document.querySelector<HTMLElement>('.peek')
const titleOf = () => peek()?.querySelector('h2')?.textContent
const lit = () => document.querySelector('tr[data-peeked] [data-row-title]')?.textContent
const press = (key: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, bubbles: true })
const rowTitle = (title: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-row-title]')].find(
    ({ textContent }) => textContent === title,
  )!
const shows = (title: string) =>
  waitFor(() => {
    expect(titleOf()).toBe(title)
    expect(peek()!.querySelector('.standing, .muted')).not.toBeNull()
    expect(peek()!.textContent).toContain('Decisions')
  })
const parts = () => [...peek()!.querySelectorAll('h3')].map((head) => head.firstChild!.textContent)

/** Three projects; the newest is first in the list. */
async function three() {
  const organization = await createOrganization(app.db, { title: 'Club', city: 'Talheim', postcode: '74388' })
  const rows = []
  for (const title of ['Third', 'Second', 'First'])
    rows.push(
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await createProject(app.db, {
        title,
        organization_id: organization.id,
        description: `Text of ${title}`,
        needs_donation_review: true,
        review_status: null,
      }),
    )
  return rows.toReversed()
}

test('Space opens and closes the peek, Escape closes it, J and K move it, and the focus stays in the list', async () => {
  const [first, second] = await three()
  await createTask(app.db, { project_id: first!.id, title: 'Call the club' })
  const page = await openPage(app, staff, list)
  await page.rows()
  rowTitle('First').focus()
  press(' ')
  await shows('First')
  expect(document.activeElement).toBe(rowTitle('First'))
  expect(lit()).toBe('First')
  expect(page.address()).toBe(`${list}?peek=${first!.slug}`)
  expect(peek()!.textContent).toContain('Club · 74388 Talheim')
  expect(parts()).toEqual([
    'Money',
    'Cannot take money',
    'Description',
    'Needs',
    'Decisions',
    'Organization',
    'Other projects of the organization',
    'Tasks',
  ])
  expect(peek()!.textContent).toContain('The review has not been passed')
  expect(peek()!.textContent).toContain('Call the club')
  await waitFor(() => expect(document.body.textContent).toContain('First, peek'))

  press('j')
  await shows('Second')
  expect(document.activeElement).toBe(rowTitle('Second'))
  expect(lit()).toBe('Second')
  expect(page.address()).toBe(`${list}?peek=${second!.slug}`)
  press('k')
  await shows('First')
  press(' ')
  await waitFor(() => expect(peek()).toBeNull())
  expect(document.activeElement).toBe(rowTitle('First'))
  expect(page.address()).toBe(list)
  expect(lit()).toBeUndefined()
  press(' ')
  await shows('First')
  press('Escape')
  await waitFor(() => expect(page.address()).toBe(list))
  expect(peek()).toBeNull()
})

test('one call loads a peek; the next one is loaded before J opens it, and nothing is loaded twice', async () => {
  const [, second, third] = await three()
  const page = await openPage(app, staff, list)
  await page.rows()
  const asked = () => page.made.filter(({ path }) => path.endsWith('/peek/')).map(({ path }) => path)
  rowTitle('First').focus()
  press(' ')
  await shows('First')
  await waitFor(() => expect(asked()).toContain(`/api/v4/project/${second!.slug}/peek/`))
  const lists = () => page.made.filter(({ path }) => path.startsWith('/api/v4/projects/?')).length
  const before = lists()
  press('j')
  await shows('Second')
  press('j')
  await shows('Third')
  // React's development build mounts the first peek twice while it loads, so only the others are counted.
  const calls = (slug: string) => asked().filter((path) => path === `/api/v4/project/${slug}/peek/`)
  expect([calls(second!.slug).length, calls(third!.slug).length]).toEqual([1, 1])
  expect(lists()).toBe(before)
})

test('the account holder is fetched only where it is shown, because each fetch counts as a read', async () => {
  await three()
  await app.db
    .updateTable('organizations')
    .set({ iban: 'DE89370400440532013000', bank_account_holder: 'Anna Vollmer' })
    .execute()
  const reads = async () =>
    (
      await app.db
        .selectFrom('audit_events')
        .select('object_title')
        .where('action', '=', 'read')
        .orderBy('id')
        .execute()
    ).map(({ object_title }) => object_title)
  const page = await openPage(app, staff, list)
  await page.rows()
  const loaded = () => page.made.filter(({ path }) => path.endsWith('/peek/')).length
  rowTitle('First').focus()
  await waitFor(() => expect(loaded()).toBe(1))
  expect(await reads()).toEqual([])
  press(' ')
  await shows('First')
  await waitFor(() => expect(peek()!.textContent).toContain('Anna Vollmer'))
  expect(new Set(await reads())).toEqual(new Set(['Club']))
  const asked = () => page.made.filter(({ path }) => path.endsWith('/account-holder/')).length
  await waitFor(async () => expect((await reads()).length).toBe(asked()))
})

test('Back closes the peek, Forward and its address open it, and F6 moves the focus in and out', async () => {
  const [first, second] = await three()
  const page = await openPage(app, staff, `${list}?peek=${second!.slug}`)
  await page.rows()
  await shows('Second')
  expect(lit()).toBe('Second')
  press('F6')
  expect(document.activeElement).toBe(peek()!.querySelector('h2'))
  press('F6')
  expect(document.activeElement).toBe(rowTitle('Second'))
  await page.press('Close the peek')
  await waitFor(() => expect(peek()).toBeNull())
  expect(page.address()).toBe(list)
  expect(document.activeElement).toBe(rowTitle('Second'))

  await page.press('Peek', document.querySelector('.toolbar')!)
  await shows('First')
  history.back()
  await waitFor(() => expect(peek()).toBeNull())
  expect(page.address()).toBe(list)
  history.forward()
  await shows('First')
  expect(page.address()).toBe(`${list}?peek=${first!.slug}`)
})

test('I assigns the project and offers giving it up, T opens its tasks, R opens its review', async () => {
  const [, second] = await three()
  const page = await openPage(app, staff, `${list}?peek=${second!.slug}`)
  await page.rows()
  await shows('Second')
  press('i')
  await page.found('[role=status]', /Assigned to you/)
  await waitFor(() => expect(peek()!.textContent).toContain('Give up'))
  expect((await staff.get(`/api/v4/project/${second!.slug}/`)).body.reviewer.id).toBe(staff.userId)
  press('t')
  const dialog = await page.dialog(/Tasks/)
  fireEvent.keyDown(dialog, { key: 'Escape', bubbles: true })
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  press('r')
  await waitFor(() => expect(document.querySelector('.rq-record h1')?.textContent).toBe('Second'))
  expect(page.address()).toBe(`/site-admin/projects/review/?start=${second!.slug}`)
})

test('R opens the queue of the pending review, even if another project waits for a different one', async () => {
  await three()
  const waits = { needs_donation_review: false, needs_voting_review: true, voting_review_status: null }
  const voted = await createProject(app.db, { title: 'Voted', ...waits })
  const page = await openPage(app, staff, `${list}?peek=${voted.slug}`)
  await shows('Voted')
  press('r')
  await waitFor(() => expect(document.querySelector('.rq-record h1')?.textContent).toBe('Voted'))
  expect(page.address()).toBe(`/site-admin/projects/review/?needs_review=voting_review&start=${voted.slug}`)
  await waitFor(() => expect(document.querySelector('.rq-decision-head')?.textContent).toContain('Yours'))
})

test('in a view of several kinds of review, R opens the queue at this project and its pending review', async () => {
  await three()
  const waits = { needs_donation_review: false, needs_voting_review: true, voting_review_status: null }
  const voted = await createProject(app.db, { title: 'Voted', ...waits })
  const page = await openPage(app, staff, `${list}?needs_review=review,voting_review&peek=${voted.slug}`)
  await shows('Voted')
  press('r')
  await waitFor(() => expect(document.querySelector('.rq-record h1')?.textContent).toBe('Voted'))
  expect(page.address()).toBe(`/site-admin/projects/review/?needs_review=voting_review&start=${voted.slug}`)
})

test('next to a reason, Decide opens the review of this project, and Ask the question to its applicant', async () => {
  const bare = await createOrganization(app.db, {
    title: 'Bare',
    exemption_kind: 'none',
    exemption_date: null,
  })
  const waits = { needs_donation_review: true, review_status: null }
  const asked = await createProject(app.db, { title: 'Asked', organization_id: bare.id, ...waits })
  await createProject(app.db, { title: 'Other', organization_id: bare.id, ...waits })
  const page = await openPage(app, staff, `${list}?peek=${asked.slug}`)
  await shows('Asked')
  const line = (words: string) =>
    [...peek()!.querySelectorAll('.peek-lines > li')].find(({ textContent }) => textContent.includes(words))!
  await page.press('Ask', line('No proof'))
  const dialog = await page.dialog(/Ask the applicant/)
  expect(dialog.textContent).toContain('Asked')
  // Only once: returning to the address does not open the dialog again.
  await waitFor(() => expect(page.address()).toBe(`/site-admin/projects/review/?start=${asked.slug}`))

  const again = await openPage(app, staff, `${list}?peek=${asked.slug}`)
  await shows('Asked')
  await again.press('Decide', line('review has not been passed'))
  await waitFor(() => expect(document.querySelector('.rq-record h1')?.textContent).toBe('Asked'))
  await waitFor(() => expect(document.querySelector('.rq-decision-head')?.textContent).toContain('Yours'))
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test('a project that waits for no review is decided on its own page; without the right no decision is offered', async () => {
  const bare = await createOrganization(app.db, {
    title: 'Bare',
    exemption_kind: 'none',
    exemption_date: null,
  })
  const project = await createProject(app.db, { title: 'Quiet', organization_id: bare.id, review_status: 3 })
  const offered = () =>
    [...peek()!.querySelectorAll('.peek-lines button')].map(({ textContent }) => textContent)
  const page = await openPage(app, staff, `${list}?peek=${project.slug}`)
  await shows('Quiet')
  expect(offered()).toEqual(['Decide'])
  await page.press('Decide', peek()!)
  await waitFor(() => expect(page.address()).toBe(`/site-admin/project/${project.slug}/update/`))
  expect(location.hash).toBe('#review')

  await openPage(app, await app.as(['view_projects']), `${list}?peek=${project.slug}`)
  await shows('Quiet')
  expect(offered()).toEqual([])
})

test('a failed part of the peek shows the failure and can be retried; a forbidden part names the right', async () => {
  const [first] = await three()
  let broken = true
  const reader = await app.as(['view_projects'])
  const page = await openPage(app, reader, `${list}?peek=${first!.slug}`, async ({ path }) =>
    broken && path.endsWith('/peek/') ? Response.json({ detail: 'Broken' }, { status: 500 }) : undefined,
  )
  await waitFor(() => expect(peek()?.textContent).toContain('Try again'))
  // The row provides the heading.
  await waitFor(() => expect(titleOf()).toBe('First'))
  broken = false
  await page.press('Try again', peek()!)
  await shows('First')
  expect(peek()!.textContent).toContain('view_reminders')
  expect(peek()!.textContent).toContain('view_organizations')
})

test('organizations have a peek too, with proof, reviews and projects', async () => {
  await three()
  const page = await openPage(app, staff, '/site-admin/organizations/')
  await page.rows()
  rowTitle('Club').focus()
  press(' ')
  await shows('Club')
  expect(parts()).toEqual(['Facts', 'Decisions', 'Projects', 'Tasks'])
  expect(peek()!.textContent).toContain('Third')
  expect(peek()!.textContent).toMatch(/Valid until \d\d\.\d\d\.\d{4}/)
})
