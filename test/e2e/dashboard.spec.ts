import type { Locator, Page } from '@playwright/test'
import { asPerson } from './calls.ts'
import { expectNoFaults } from './looks.ts'
import { expect, expectFits, test } from './signed-in.ts'

const figure = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Figures' }).getByRole('link', { name: label })
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const numberOf = async (place: Locator) => Number((await place.innerText()).replace(/[^\d.]/g, ''))

/** All four parts have loaded. */
async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/site-admin/${query}`)
  await expectParts(page)
}
const backToIt = async (page: Page) => {
  await page.goBack()
  await expectParts(page)
}
async function expectParts(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Figures' }).getByRole('link')).toHaveCount(4)
  await expect(page.getByRole('img', { name: 'Loading' })).toHaveCount(0)
}

async function expectListOf(page: Page, title: string, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator('.list-count')).toHaveText(String(count))
}

test('every figure matches the count of its linked list @smoke', async ({ page }) => {
  await open(page)
  for (const [label, title, address] of [
    ['In financing', 'Projects', /financing_status=in_financing$/],
    ['Needs review', 'Projects', /needs_review=review,voting_review$/],
    ['My tasks due this week', 'My tasks', /status=open&due=overdue,week$/],
  ] as const) {
    const count = await numberOf(figure(page, label).locator('.figure-number'))
    await figure(page, label).click()
    await expect(page).toHaveURL(address)
    await expectListOf(page, title, count)
    await backToIt(page)
  }
})

test('three waiting items are on the first page, each one click from its rows @smoke', async ({ page }) => {
  await open(page)
  for (const [name, address] of [
    [/payouts? to export/, /\/payouts\/\?state=open$/],
    [/projects? to review/, /\/projects\/\?needs_review=review,voting_review$/],
    [/proofs? that ends? before/, /\/documents\/forecast\/$/],
  ] as const) {
    const row = card(page, 'Next for you').getByRole('link', { name })
    const count = await numberOf(row.locator('.next-count'))
    expect(count).toBeGreaterThan(0)
    await row.click()
    await expect(page).toHaveURL(address)
    if (!address.source.includes('forecast'))
      await expect(page.locator('.list-count')).toHaveText(String(count))
    await backToIt(page)
  }
})

test('so is every financing status, and each review filter is shown and removable', async ({ page }) => {
  await open(page)
  for (const status of ['Fully funded', 'In financing', 'Expired', 'Banned']) {
    const row = card(page, 'Financing status').getByRole('row', { name: status })
    const count = await numberOf(row.getByRole('cell').first())
    await row.getByRole('link', { name: status }).click()
    await expectListOf(page, 'Projects', count)
    await backToIt(page)
  }
  await card(page, 'Needs review').getByRole('link', { name: 'Open list: Needs review' }).click()
  await expect(page.locator('.chip')).toHaveText(/Needs review Review, Voting review/)
  await page.getByRole('button', { name: 'Remove filter: Needs review' }).click()
  await expect(page).not.toHaveURL(/needs_review/)
})

test('the period is part of the address, and the table matches the chart', async ({ page }) => {
  await open(page)
  const shown = figure(page, 'Funding this year').locator('.figure-number')
  const year = await numberOf(shown)
  await expect(card(page, 'Funding volume by type').getByRole('img')).toHaveAttribute(
    'aria-label',
    /Stacked bars: funding per month by type/,
  )
  await shown.click()
  await expect(page).toHaveURL(/\/site-admin\/\?period=year&view=table#funding$/)
  const table = card(page, 'Funding volume by type').getByRole('table')
  const total = table.getByRole('row', { name: 'Total' }).getByRole('cell').last()
  expect(Math.round(await numberOf(total))).toBe(year)

  await page.getByRole('button', { name: '12 months' }).click()
  await expect(page).toHaveURL(/period=12_months&view=table/)
  await expect(figure(page, 'Funding in 12 months')).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(14)
  await page.reload()
  await expect(page.getByRole('button', { name: '12 months' })).toHaveAttribute('aria-pressed', 'true')
  await expect(table.getByRole('row')).toHaveCount(14)

  const asTable = page.getByRole('button', { name: 'Show as table' })
  await expect(asTable).toHaveAttribute('aria-pressed', 'true')
  await asTable.focus()
  await page.keyboard.press('Enter')
  await expect(table).toHaveCount(0)
  await expect(asTable).toBeFocused()
})

test('a task opens over the page and returns the focus', async ({ page }) => {
  const task = {
    slug: 'made-up',
    id: 1,
    title: 'Call the board',
    description: '',
    scheduled_for: '2020-01-31',
    users: [],
    created_by: { full_name_w_username: 'admin' },
    send_completed_mail: true,
    status: 1,
    status_display: 'Open',
    completed_by: null,
    completed_at: null,
    can_resolve: false,
    can_reopen: false,
    can_edit: false,
    can_delete: false,
    target: { type: 'project', id: 1, slug: 'a', title: 'Roof' },
    overdue: true,
    repeat: 'none',
    version: 1,
  }
  await page.route('**/api/v4/reminders/?**due=**', (route) =>
    route.fulfill({ json: { results: [task], count: 1, total_pages: 1, current_page: 1 } }),
  )
  await open(page)
  const row = card(page, 'My tasks').getByRole('button', { name: /Call the board/ })
  await expect(row).toContainText('31.01.2020')
  await expect(row).toContainText('overdue')
  await row.click()
  await expect(page.getByRole('dialog', { name: 'Tasks' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toBeFocused()
})

test('a failed part is tried again, a failed e-mail is requeued, and cards without data say so', async ({
  page,
}) => {
  const nothing = { results: [], count: 0, total_pages: 1, current_page: 1 }
  const none = { 1: 0, 2: 0, 3: 0, 4: 0 }
  const span = { from: '2026-01-01', to: '2026-01-31', cents: 0 }
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
  await page.route('**/api/v4/dashboard/funding/?**', (route) =>
    route.fulfill({
      json: { period: 'year', ...span, before: span, months: [{ month: '2026-01', by_type: none }] },
    }),
  )
  let failing = true
  await page.route('**/api/v4/dashboard/projects/', (route) =>
    failing
      ? route.abort()
      : route.fulfill({
          json: {
            count: 0,
            in_financing: { count: 0, missing_cents: 0 },
            needs_review: { count: 0, oldest_days: null, results: [] },
            financing: { fully_funded: 0, in_financing: 0, expired: 0, banned: 0, banned_only: 0, none: 0 },
          },
        }),
  )
  await page.route('**/api/v4/reminders/?**', (route) => route.fulfill({ json: nothing }))
  let sent = false
  await page.route('**/api/v4/emails/?**', (route) => {
    const results = sent ? [] : [mail]
    return route.fulfill({ json: { ...nothing, results, count: results.length, transport: 'smtp' } })
  })
  await page.route('**/api/v4/emails/7/requeue/', (route) => {
    sent = true
    return route.fulfill({ json: { ...mail, state: 'queued' } })
  })
  await page.goto('/site-admin/')
  const review = card(page, 'Needs review')
  const emails = card(page, 'E-mails')
  await expect(review.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText('could not be loaded').first()).toBeVisible()
  await expect(figure(page, 'Funding this year')).toBeVisible()
  await expect(emails).toContainText('1 failed')
  await expect(emails).toContainText('Refused by the mail server')
  await expectNoFaults(page, 'the dashboard with a failed part and a failed e-mail')
  failing = false
  await review.getByRole('button', { name: 'Try again' }).click()
  await expect(figure(page, 'In financing')).toBeVisible()
  await expect(review.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  await emails.getByRole('button', { name: 'Requeue: New task, kasse@verein.example' }).click()
  await expect(page.getByText('1 e-mail queued again')).toBeVisible()
  await expect(emails.getByRole('heading', { name: 'E-mails' })).toBeFocused()
  for (const [title, sentence] of [
    ['Funding volume by type', 'No funding in this period yet'],
    ['Needs review', 'No project needs a review'],
    ['My tasks', 'You have no tasks due this week.'],
    ['Financing status', 'No projects yet'],
    ['E-mails', 'No e-mail has failed'],
  ] as const)
    await expect(card(page, title)).toContainText(sentence)
  await expectNoFaults(page, 'the dashboard without data')
})

test.describe('people with few rights', () => {
  test('a person without rights gets a friendly page', async ({ page, browser }) => {
    const guest = await asPerson(page, browser, [])
    await guest.goto('/site-admin/')
    await expect(guest.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(guest.getByText('Nothing to see here yet')).toBeVisible()
    await guest.getByRole('main').getByRole('link', { name: 'Profile' }).click()
    await expect(guest).toHaveURL(/\/site-admin\/profile\//)
    await guest.context().close()
  })

  test('a forbidden part is absent and leaves no gap', async ({ page, browser }) => {
    const guest = await asPerson(page, browser, ['view_projects'])
    const refused: string[] = []
    guest.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(answer.url())
    })
    await guest.goto('/site-admin/')
    await expect(figure(guest, 'In financing')).toBeVisible()
    await expect(card(guest, 'Needs review').getByRole('link').first()).toBeVisible()
    await expect(card(guest, 'Financing status').getByRole('link').first()).toBeVisible()
    await expect(guest.getByRole('list', { name: 'Figures' }).getByRole('listitem')).toHaveCount(2)
    for (const title of ['Next for you', 'Funding volume by type', 'My tasks', 'E-mails'])
      await expect(card(guest, title)).toHaveCount(0)
    expect(refused).toEqual([])
    await guest.context().close()
  })
})

test("at four widths everybody's page fits and nothing shifts", async ({ page }) => {
  await page.addInitScript(`
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
  for (const width of [1440, 1024, 390, 320])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await open(page, width < 400 ? '?period=12_months' : '')
      expect(Number(await page.evaluate('window.shifted'))).toBeLessThanOrEqual(0.01)
      await expectFits(page)
      await page.getByRole('button', { name: 'Show as table' }).click()
      await expect(card(page, 'Funding volume by type').getByRole('table')).toBeVisible()
      await expectFits(page)
    })
})
