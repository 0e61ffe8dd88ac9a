import { fireEvent, waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { newBrowser, openPage } from '#test/page.tsx'
import { watchedRun } from '#features/bulk-runs/web/run-store.ts'

// Bulk decisions in the real app: before, during and after the run, and with a changed list.

let app: TestApp
let staff: Client
let organization: number
beforeAll(async () => void (app = await testApp()))
beforeEach(async () => {
  watchedRun.set(undefined)
  await newBrowser()
  await app.reset()
  staff = await app.as('superuser')
  organization = (await createOrganization(app.db, { title: 'Choir' })).id
})
afterAll(async () => {
  watchedRun.set(undefined)
  await newBrowser()
  await app.close()
})

const waiting = (title: string, fields: object = {}) =>
  createProject(app.db, {
    title,
    organization_id: organization,
    review_status: null,
    needs_donation_review: true,
    ...fields,
  })
const outcomes = async () =>
  (await app.db.selectFrom('projects').select('review_status').orderBy('title_sort').execute()).map(
    (row) => row.review_status,
  )

type Page = Awaited<ReturnType<typeof openPage>>
async function openDialog(page: Page, title: string | RegExp) {
  await page.rows()
  await page.press('Select all')
  const bar = await waitFor(() => {
    const found = document.querySelector('[role=group][aria-label="Actions for the selection"]')
    expect(found).not.toBeNull()
    return found!
  })
  await page.press('Decide', bar)
  return page.dialog(title as string)
}
const choose = (dialog: Element, text: string) => {
  const label = [...dialog.querySelectorAll('fieldset label')].find((one) => one.textContent.startsWith(text))
  fireEvent.click(label!.querySelector('input')!)
}

test('a bulk decision shows figures, samples and causes before, the result after, and can be undone', async () => {
  await waiting('A')
  await waiting('B')
  await waiting('C', { is_banned: true })
  const page = await openPage(app, staff, '/site-admin/projects/?ordering=title')
  const dialog = await openDialog(page, 'Decide for 3 projects')
  expect(dialog.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true)
  choose(dialog, 'Accepted')
  await page.found('button', 'Accept 2', dialog)
  expect([...dialog.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['2', '1', '2'])
  expect([...dialog.querySelectorAll('.bulk-change')].map((one) => one.textContent)).toEqual(
    [1, 2].map(() => 'Needs review →becomes Accepted '),
  )
  expect(dialog.textContent).toContain('Can be undone as one until 21.12.2026.')
  await page.press('Show: Banned', dialog)
  await waitFor(() => expect(dialog.querySelectorAll('.bulk-rows')[1]?.textContent).toContain('C'))
  await page.press('Accept 2', dialog)

  await waitFor(() => expect(document.querySelector('.run-bar')?.textContent).toContain('0 of 2'))
  await app.runJobs()
  await page.found('[role=status]', /2 projects accepted2 e-mails leave at 10:05\./)
  await waitFor(() => expect(document.querySelector('.run-bar')).toBeNull())
  await page.press('Show result')
  const after = await page.dialog('2 projects accepted')
  expect([...after.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['2', '0', '1'])
  expect(after.textContent).toContain('E-mails 2 wait until 10:05')
  expect(await outcomes()).toEqual([4, 4, null])
  await page.press('Undo all', after)
  await page.dialog('Undoing for 2 projects')
  await app.runJobs()
  await page.found('[role=status]', /Undone for 2 projects/)
  expect(await outcomes()).toEqual([null, null, null])
})

test('a rejection without a reason is refused at the field; Undo in the toast takes it back', async () => {
  await waiting('A')
  const page = await openPage(app, staff, '/site-admin/projects/?ordering=title')
  const dialog = await openDialog(page, 'Decide for 1 project')
  choose(dialog, 'Rejected')
  await page.press('Reject 1', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Give a reason for rejecting'))
  await page.type('Reason', 'No plan')
  await page.press('Reject 1', dialog)
  await waitFor(() => expect(document.querySelector('.run-bar')?.textContent).toContain('0 of 1'))
  await app.runJobs()
  await page.found('[role=status]', /1 project rejected/)
  expect(await outcomes()).toEqual([3])
  await page.press('Undo', await page.found('.toast', /1 project rejected/))
  await waitFor(() => expect(document.querySelector('.run-bar')?.textContent).toContain('0 of 1'))
  await app.runJobs()
  await page.found('[role=status]', /Undone for 1 project/)
  expect(await outcomes()).toEqual([null])
})

test('if the list has changed, nothing is decided, and the dialog restarts with the current matches', async () => {
  for (let n = 10; n < 22; n++) await waiting(`Well ${n}`)
  const page = await openPage(app, staff, '/site-admin/projects/?ordering=title&page_size=10')
  await page.rows()
  await page.press('Select all')
  await page.press('Select all 12 that match')
  await waiting('Well 22')
  const bar = document.querySelector('[role=group][aria-label="Actions for the selection"]')!
  await page.press('Decide', bar)
  choose(await page.dialog('Decide for 12 projects'), 'Public')
  const refused = await page.dialog('Nothing has been changed')
  expect(refused.textContent).toContain('13 projects match now. You decided for 12.')
  await page.press('Start again with 13', refused)
  const again = await page.dialog('Decide for 13 projects')
  choose(again, 'Public')
  await page.press('Make public 13', again)
  const running = await page.dialog('Making 13 projects public')
  expect(running.textContent).toContain('The run goes on when this window is closed.')
  await page.press('Close', running.querySelector('.modal-foot')!)
  await waitFor(() => expect(document.querySelector('.run-bar')?.textContent).toContain('0 of 13'))
  await app.runJobs()
  await page.found('[role=status]', /13 projects made public/)
  expect(await outcomes()).toEqual(Array.from({ length: 13 }, () => 2))
})

test('after a change of the list the new rows are named, and the old selection can be kept', async () => {
  for (let n = 10; n < 22; n++) await waiting(`Well ${n}`)
  const page = await openPage(app, staff, '/site-admin/projects/?ordering=title&page_size=10')
  await page.rows()
  await page.press('Select all')
  await page.press('Select all 12 that match')
  const bar = document.querySelector('[role=group][aria-label="Actions for the selection"]')!
  await page.press('Decide', bar)
  const dialog = await page.dialog('Decide for 12 projects')
  const newcomer = await waiting('Newcomer')
  const created_at = new Date(Date.now() + 1000)
  await app.db.updateTable('projects').set({ created_at }).where('id', '=', newcomer.id).execute()
  choose(dialog, 'Public')
  const refused = await page.dialog('Nothing has been changed')
  await waitFor(() => expect(refused.textContent).toContain('Newcomer'))
  await page.press('Keep the 12', refused)
  const again = await page.dialog('Decide for 12 projects')
  choose(again, 'Public')
  await page.press('Make public 12', again)
  await page.dialog('Making 12 projects public')
  await app.runJobs()
  await page.found('[role=status]', /12 projects made public/)
  const { review_status } = await app.db
    .selectFrom('projects')
    .select('review_status')
    .where('id', '=', newcomer.id)
    .executeTakeFirstOrThrow()
  expect(review_status).toBeNull()
})

test('a stopped run reports what it did not reach; failed rows stay selected and are retried', async () => {
  for (let n = 10; n < 22; n++) await waiting(`Well ${n}`)
  const page = await openPage(app, staff, '/site-admin/projects/?ordering=title')
  let dialog = await openDialog(page, 'Decide for 12 projects')
  choose(dialog, 'Accepted')
  await page.press('Accept 12', dialog)
  await page.press('Stop', await page.dialog('Accepting 12 projects'))
  const stopped = await page.dialog('0 projects accepted')
  expect([...stopped.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['0', '0', '0', '12'])
  await page.press('Close', stopped.querySelector('.modal-foot')!)

  // Nothing was done, so all rows are still selected.
  await page.press('Decide', document.querySelector('[aria-label="Actions for the selection"]')!)
  dialog = await page.dialog('Decide for 12 projects')
  choose(dialog, 'Accepted')
  await page.press('Accept 12', dialog)
  await page.dialog('Accepting 12 projects')
  const { slug } = await app.db
    .selectFrom('projects')
    .select('slug')
    .where('title', '=', 'Well 10')
    .executeTakeFirstOrThrow()
  await staff.patch(`/api/v4/project/${slug}/`, { description: 'New', version: 1 })
  await app.runJobs()
  const after = await page.dialog('11 projects accepted, 1 failed')
  await waitFor(() =>
    expect(after.textContent).toMatch(/Failed 1, still selectedWell 10Changed by Test Person/),
  )
  await page.press('Retry 1', after)
  await page.dialog('Accepting 12 projects')
  await app.runJobs()
  await page.found('[role=status]', /12 projects accepted/)
  expect(await outcomes()).toEqual(Array.from({ length: 12 }, () => 4))
})

/** Collects each change of a live region's text. */
function listenTo(region: Element): string[] {
  const heard: string[] = []
  new window.MutationObserver(() => void heard.push(region.textContent)).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  return heard
}

test('a run is announced every 10 %, in its dialog and above the list, then its result', async () => {
  for (let n = 10; n < 30; n++) await waiting(`Well ${n}`)
  const page = await openPage(app, staff, '/site-admin/projects/?ordering=title')
  const dialog = await openDialog(page, 'Decide for 20 projects')
  choose(dialog, 'Accepted')
  await page.press('Accept 20', dialog)
  const running = await page.dialog('Accepting 20 projects')
  /** Marks rows as done, as a worker would. */
  const through = (rows: number) =>
    app.db.updateTable('bulk_rows').set({ state: 'done' }).where('place', '<=', rows).execute()
  const shows = (where: Element, rows: number) =>
    waitFor(() => expect(where.textContent).toContain(`${rows} of 20`))

  const inWindow = listenTo(running.querySelector('[role=status]')!)
  for (const rows of [1, 2, 3, 11]) {
    await through(rows)
    await shows(running, rows)
  }
  expect(inWindow).toEqual(['10 %', '50 %'])

  await page.press('Close', running.querySelector('.modal-foot')!)
  const bar = await waitFor(() => {
    const found = document.querySelector('.run-bar')
    expect(found).not.toBeNull()
    return found!
  })
  const above = listenTo(bar.querySelector('[role=status]')!)
  for (const rows of [12, 13]) {
    await through(rows)
    await shows(bar, rows)
  }
  expect(above).toEqual(['60 %'])

  await page.press('Show', bar)
  const again = await page.dialog('Accepting 20 projects')
  const atLast = listenTo(again.querySelector('[role=status]')!)
  const { slug } = await app.db
    .selectFrom('projects')
    .select('slug')
    .where('title', '=', 'Well 29')
    .executeTakeFirstOrThrow()
  await staff.patch(`/api/v4/project/${slug}/`, { description: 'New', version: 1 })
  await app.runJobs()
  await page.dialog('19 projects accepted, 1 failed')
  expect(atLast.at(-1)).toBe('19 projects accepted, 1 failed')
  expect(again.isConnected).toBe(true)
})
