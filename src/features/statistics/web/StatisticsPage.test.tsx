import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { makeCompany, payAll, settleAll } from '#test/money.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// Statistics in the real app: the same money by month, type and group, and as the ledger stood on a day.

let app: TestApp
let staff: Client
eachOnNewPage(
  async (given) => {
    app = given
    staff = await app.as('superuser')
    await makeCompany(app.db, { slug: 'bank', title: 'Stadtbank', granted_cents: 1_000_000 })
    const { slug } = await createProject(app.db, { title: 'Garden', needs: [500_000] })
    await staff.post('/api/v4/projects/fund-internally/', {
      project_slug: slug,
      company_slug: 'bank',
      amount_cents: 30_000,
    })
    await settleAll(app.db, app.clock.now)
    await payAll(app.db, app.clock.now)
  },
  { sharesClock: true },
)

const address = '/site-admin/statistics/'
const main = () => document.querySelector('main')!.textContent
const sees = (words: string) => waitFor(() => expect(main()).toContain(words))
/** The part of the page with this heading. */
const region = (title: string) =>
  waitFor(() => {
    const heading = [...document.querySelectorAll('main h2')].find((each) => each.textContent === title)
    expect(heading, title).toBeDefined()
    return heading!.closest('section, .card')!
  })
const figure = (name: string) =>
  [...document.querySelectorAll('.statistics-strip > div')]
    .find((one) => one.textContent.includes(name))
    ?.querySelector('a')?.textContent
const rowOf = (inside: Element, name: string) =>
  [...inside.querySelectorAll('tr')].find((row) => row.textContent.trim().startsWith(name))?.textContent
async function choose(page: Awaited<ReturnType<typeof openPage>>, label: string, option: string) {
  const box = await page.found('input', label)
  fireEvent.focus(box)
  fireEvent.click(box)
  fireEvent.click(await page.found('[role=option]', option))
}

test('period and the ledger’s day are in the address and survive a reload', async () => {
  const page = await openPage(app, staff, address)
  await page.press('12 months')
  await waitFor(() => expect(page.address()).toContain('from='))
  await page.type('Ledger as of', '01.01.2020')
  await sees('As the ledger stood on 01.01.2020')
  await sees('The period ends after that day')
  await sees('No money in this period.')
  const again = await openPage(app, staff, page.address())
  await sees('As the ledger stood on 01.01.2020')
  await sees('The period ends after that day')
  expect(again.address()).toContain('from=')
  await again.press('Today')
  await region('Allocated by month and funding type')
  await again.type('Ledger as of', '32.01.2026')
  await sees('Enter the date as DD.MM.YYYY')
  expect(again.address()).not.toContain('as_of')
})

test('the summary, the types and every group show the same sum', async () => {
  const page = await openPage(app, staff, address)
  await waitFor(() => expect(figure('Allocated')).toMatch(/^€300/))
  const sum = figure('Allocated')!
  expect(rowOf(await region('By funding type'), 'All')).toContain(sum)
  await page.press('Table', await region('Allocated by month and funding type'))
  await page.found('th', 'November 2026')
  for (const group of ['By company', 'By organization', 'By month']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await choose(page, 'Group by', group)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await waitFor(async () => expect(rowOf(await region(group), 'All')).toContain(sum))
  }
})

test('the chart shows payments by month, its bars are reached by key, and its table matches', async () => {
  const page = await openPage(app, staff, address)
  await waitFor(() => expect(figure('Paid')).toMatch(/^€300/))
  await choose(page, 'Figure by month', 'Paid')
  const chart = await page.found('[role=group]', /^Paid by month.* in all/)
  await waitFor(() => expect(chart.textContent).toContain(`${figure('Paid')} in all`))
  const bar = chart.querySelector<HTMLElement>('[tabindex="0"]')!
  bar.focus()
  fireEvent.keyDown(bar, { key: 'Home' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Jan \d{4}, /))
  const part = await region('Paid by month')
  await page.press('Table', part)
  await page.found('th', 'Paid', part)
  expect(part.textContent).toContain('€300')
  await page.found('button', 'Download: Paid by month', part)
})
