import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createGift, createProject, createTask } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// The start page in the real app: figures, parts by right, and failing parts.

let app: TestApp
let staff: Client
eachOnNewPage(
  async (given) => {
    app = given
    staff = await app.as('superuser')
  },
  { sharesClock: true },
)

const address = '/site-admin/'
const card = (title: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll('main section')].find(
      (section) => section.querySelector('h2')?.textContent === title,
    )
    expect(found, title).toBeDefined()
    return found!
  })
const says = async (title: string, text: string) =>
  waitFor(async () => expect((await card(title)).textContent).toContain(text))
const figures = () =>
  [...document.querySelectorAll('[aria-label=Figures] li')].map((figure) => figure.textContent)
const tableRows = () => [...document.querySelectorAll('#funding tr')].map((row) => row.textContent)

test('each financing status has the count of the list that it links to', async () => {
  await createProject(app.db, { title: 'Open' })
  const full = await createProject(app.db, { title: 'Full', needs: [100] })
  await createGift(app.db, full, 100)
  await createProject(app.db, { title: 'Over', ends_on: '2020-01-01' })
  await createProject(app.db, { title: 'Banned', is_banned: true })
  for (const [status, titles] of Object.entries({
    'Fully funded': ['Full'],
    'In financing': ['Open'],
    Expired: ['Over'],
    Banned: ['Banned'],
  })) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const page = await openPage(app, staff, address)
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const row = (await page.found('a', status, await card('Financing status'))).closest('tr')!
    expect(row.querySelector('td')!.textContent).toBe('1')
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await page.press(status, row)
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await waitFor(async () => expect(await page.rows()).toEqual(titles))
  }
})

test('the list of a card shows its filter, which can be removed', async () => {
  await createProject(app.db, { title: 'Waits', needs_donation_review: true, review_status: null })
  const page = await openPage(app, staff, address)
  await page.press('Open list: Needs review', await card('Needs review'))
  await page.found('.chip', /^Needs review Review, Voting review/)
  await page.press('Remove filter: Needs review')
  await waitFor(() => expect(page.address()).not.toContain('needs_review'))
})

test('the period is part of the address, and the table matches the figure', async () => {
  await createGift(app.db, await createProject(app.db), 6_240)
  const page = await openPage(app, staff, address)
  await waitFor(() => expect(figures().join()).toMatch(/€62.*Funding this year|Funding this year.*€62/))
  const chart = await page.found('#funding [role=img]', /^Stacked bars: funding per month by type/)
  expect(chart.getAttribute('aria-label')).toContain('€62.40')
  await page.press(/Funding this year/)
  await waitFor(() =>
    expect(page.address() + location.hash).toBe(`${address}?period=year&view=table#funding`),
  )
  await waitFor(() => expect(tableRows().at(-1)).toMatch(/^Total.*62\.40$/))
  await page.press('12 months')
  await waitFor(() => expect(page.address()).toBe(`${address}?period=12_months&view=table`))
  await waitFor(() => expect(figures().join()).toContain('Funding in 12 months'))
  await waitFor(() => expect(tableRows()).toHaveLength(14))

  const again = await openPage(app, staff, `${address}?period=12_months&view=table`)
  expect((await again.found('button', '12 months')).getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(tableRows()).toHaveLength(14))
  const asTable = await again.found('button', 'Show as table')
  expect(asTable.getAttribute('aria-pressed')).toBe('true')
  asTable.focus()
  asTable.click()
  await waitFor(() => expect(tableRows()).toEqual([]))
  expect(document.activeElement).toBe(asTable)
})

test('an overdue task opens over the page and returns the focus', async () => {
  const { id } = await createProject(app.db, { title: 'Roof' })
  await createTask(app.db, {
    title: 'Call the board',
    project_id: id,
    users: [staff.userId],
    scheduled_for: '2020-01-31',
  })
  const page = await openPage(app, staff, address)
  const row = await page.found('button', /Call the board/, await card('My tasks'))
  expect(row.textContent).toContain('31.01.2020 overdue')
  row.focus()
  row.click()
  const dialog = await page.dialog('Tasks')
  await page.press('Close', dialog.querySelector('.modal-foot')!)
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(row))
})

test('a failed part is tried again, a failed e-mail is requeued, and cards without data say so', async () => {
  const nothing = { results: [], count: 0, total_pages: 1, current_page: 1 }
  const mail = {
    id: 7,
    template: 'task_created',
    template_title: 'New task',
    state: 'failed',
    state_display: 'Failed',
    reason: 'refused',
    reason_display: 'Refused by the mail server',
    to_email: 'kasse@verein.example',
    to_name: '',
    language: 'en_US',
    subject: '',
    object: null,
    attempts: 1,
    can_requeue: true,
    created_at: '2026-11-20T08:00:00.000Z',
    sent_at: null,
    next_attempt_at: null,
  }
  let fails = true
  let sent = false
  const page = await openPage(app, staff, address, async ({ path }) => {
    if (fails && path === '/api/v4/dashboard/projects/') throw new TypeError('Failed to fetch')
    if (path.startsWith('/api/v4/emails/?'))
      return Response.json({ ...nothing, ...(!sent && { results: [mail], count: 1 }), transport: 'smtp' })
    if (!path.startsWith('/api/v4/emails/7/requeue/')) return undefined
    sent = true
    return Response.json({ ...mail, state: 'queued' })
  })
  await says('Needs review', 'The server did not answer')
  expect(figures().join()).toContain('could not be loaded')
  await waitFor(() => expect(figures().join()).toContain('Funding this year'))
  await says('E-mails', '1 failed')
  await says('E-mails', 'Refused by the mail server')
  fails = false
  await page.press('Try again', await card('Needs review'))
  await waitFor(() => expect(figures().join()).toContain('In financing'))
  await waitFor(async () =>
    expect(page.find('button', 'Try again', await card('Needs review'))).toBeUndefined(),
  )

  const requeue = await page.found('button', 'Requeue: New task, kasse@verein.example')
  requeue.focus()
  fireEvent.click(requeue)
  await page.found('[role=status]', /1 e-mail queued again/)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('E-mails'))
  for (const [title, sentence] of [
    ['Funding volume by type', 'No funding in this period yet'],
    ['Needs review', 'No project needs a review'],
    ['My tasks', 'You have no tasks due this week.'],
    ['Financing status', 'No projects yet'],
    ['E-mails', 'No e-mail has failed'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await says(title, sentence)
})

test('a person without rights sees that nothing is here yet and a link to the profile', async () => {
  const page = await openPage(app, await app.as([]), address)
  await page.found('h1', 'Dashboard')
  await page.found('main', /Nothing to see here yet/)
  await page.press('Profile', document.querySelector('main')!)
  await waitFor(() => expect(page.address()).toBe('/site-admin/profile/'))
})

test('a part without permission is absent and its data is not requested', async () => {
  await createProject(app.db, { title: 'Waits', needs_donation_review: true, review_status: null })
  const person = await app.as(['view_projects'])
  const page = await openPage(app, person, address)
  await says('Needs review', 'Waits')
  await card('Financing status')
  await waitFor(() => expect(figures()).toHaveLength(2))
  const titles = [...document.querySelectorAll('main section h2')].map((heading) => heading.textContent)
  for (const title of ['Next for you', 'Funding volume by type', 'My tasks', 'E-mails'])
    expect(titles).not.toContain(title)
  for (const { path } of page.made)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect([path, (await person.get(path)).status]).toEqual([path, 200])
})
