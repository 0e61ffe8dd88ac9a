import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// Filters of the project list: the menu, its chips, blocking reasons and columns.

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
})

const list = '/site-admin/projects/'
const chips = () => [...document.querySelectorAll('.chip')].map((chip) => chip.textContent)
const headings = () => [...document.querySelectorAll('thead th')].map((cell) => cell.textContent)
const text = (selector: string) => document.querySelector(selector)?.textContent
const settles = (claim: () => void) => waitFor(claim)

async function berlin() {
  const of = (organization: object) => createOrganization(app.db, { city: 'Berlin', ...organization })
  const old = await of({ exemption_date: '2015-01-01' })
  const none = await of({ exemption_kind: 'none', exemption_date: null })
  const valid = await of({})
  const away = await of({ city: 'Bonn', exemption_date: '2015-01-01' })
  const made = { Old: old, None: none, Valid: valid, Away: away }
  for (const [title, { id }] of Object.entries(made))
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await createProject(app.db, { title, organization_id: id })
}

test('F opens the filter menu; it shows the number of matches, and nothing loads before Apply', async () => {
  await berlin()
  const page = await openPage(app, staff, list)
  expect(await page.rows()).toHaveLength(4)
  const listCalls = () => page.made.filter(({ path }) => path.startsWith('/api/v4/projects/?')).length
  const before = listCalls()
  fireEvent.keyDown(document.body, { key: 'f' })
  const menu = await page.found<HTMLElement>('[role=dialog]', 'Filters')
  await settles(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Filter by…'))
  const form = () => menu.querySelector('form')!
  await page.press(/^Expired/, form())
  await page.press(/^None/, form())
  await settles(() => expect(text('.filter-will')).toBe('3 projects'))
  await page.press(/^Town/, menu)
  await page.press(/^Berlin/, form())
  await settles(() => expect(text('.filter-will')).toBe('2 projects'))
  expect(listCalls()).toBe(before)
  expect(await page.rows()).toHaveLength(4)
  await page.press(/^Apply/, form())
  await settles(async () => expect(await page.rows()).toEqual(['None', 'Old']))
  expect(chips()).toEqual(['Proof status Expired, None', 'Town Berlin'])
  expect(page.address()).toBe(`${list}?proof_status=expired,none&town=Berlin`)
  expect(page.stored()[`almoner.filters.${staff.userId}.projects`]).toBe(
    '[{"filterName":"proof_status","selected":["expired","none"]},{"filterName":"town","selected":["Berlin"]}]',
  )
})

test('filter values are found by part of their name, and several can be chosen from the search field', async () => {
  await berlin()
  const page = await openPage(app, staff, list)
  expect(await page.rows()).toHaveLength(4)
  fireEvent.keyDown(document.body, { key: 'f' })
  const menu = await page.found<HTMLElement>('[role=dialog]', 'Filters')
  const search = menu.querySelector<HTMLInputElement>('[aria-label="Filter by…"]')!
  const choose = async (letters: string, value: string) => {
    fireEvent.change(search, { target: { value: letters } })
    const box = await waitFor(() => {
      const found = menu.querySelector<HTMLInputElement>(`[aria-label="${value}"]`)
      expect(found?.closest('div')?.textContent).toContain(value.split(': ')[1])
      return found!
    })
    expect(fireEvent.mouseDown(box)).toBe(false)
    fireEvent.click(box)
    expect(box.checked).toBe(true)
  }
  await choose('compl', 'Status: Complete')
  await choose('expi', 'Proof status: Expired')
  await choose('BERL', 'Town: Berlin')
  fireEvent.change(search, { target: { value: 'xyz' } })
  await settles(() => expect(text('.filter-none')).toBe('No field of that name'))
  await page.press(/^Apply/, menu)
  await settles(async () => expect(await page.rows()).toEqual(['Old']))
  expect(page.address()).toBe(`${list}?status=complete&proof_status=expired&town=Berlin`)
})

test('values have exact counts, “is not” inverts the filter, a chip opens its form, and Backspace removes it', async () => {
  await berlin()
  const page = await openPage(app, staff, `${list}?town=Berlin`)
  expect(await page.rows()).toHaveLength(3)
  await page.press('Town Berlin')
  const menu = await page.found<HTMLElement>('[role=dialog]', 'Filters')
  await settles(() => {
    const counts = [...menu.querySelectorAll('form .filter-value')].map((value) => value.textContent)
    expect(counts).toEqual(['Berlin3', 'Bonn1'])
  })
  await page.press('is not', menu)
  await settles(() => expect(text('.filter-will')).toBe('1 project'))
  await page.press(/^Apply/, menu)
  await settles(async () => expect(await page.rows()).toEqual(['Away']))
  expect(chips()).toEqual(['Town is not Berlin'])
  expect(page.address()).toBe(`${list}?town=Berlin&not=town`)
  fireEvent.keyDown(await page.found('.chip-open', /^Town/), { key: 'Backspace' })
  await settles(async () => expect(await page.rows()).toHaveLength(4))
  expect(chips()).toEqual([])
})

test('a range is typed in the person’s format; an invalid one is refused before it is applied', async () => {
  await createProject(app.db, { title: 'Small', needs: [50_000] })
  await createProject(app.db, { title: 'Large', needs: [500_000] })
  const page = await openPage(app, staff, list)
  await page.rows()
  await page.press(/^Filter/)
  const menu = await page.found<HTMLElement>('[role=dialog]', 'Filters')
  await page.type('Filter by…', 'funding go')
  await settles(() => expect(text('.filter-form-of h2')).toBe('Funding goal'))
  await page.type('From', 'much')
  expect(page.alerts()).toEqual(['As 1,250.00'])
  await page.press(/^Apply/, menu)
  expect(chips()).toEqual([])
  await page.type('From', '1,000.00')
  await settles(() => expect(text('.filter-will')).toBe('1 project'))
  await page.press(/^Apply/, menu)
  await settles(async () => expect(await page.rows()).toEqual(['Large']))
  expect(chips()).toEqual(['Funding goal from €1,000.00'])
  await page.press(/^Filter/)
  await page.type('Filter by…', 'colour')
  await page.found('.filter-none', 'No field of that name')
})

test('blocking reasons are counted over all matches, and clicking one filters by it', async () => {
  await berlin()
  await createProject(app.db, { title: 'Unseen', review_status: null })
  const page = await openPage(app, staff, list)
  await page.rows()
  await page.press('4 cannot take money')
  const reasons = () => [...document.querySelectorAll('[role=menuitem]')].map((each) => each.textContent)
  expect(reasons()).toEqual(['No review 1', 'Proof expired 2', 'No proof 1'])
  await page.press('Proof expired 2')
  await settles(async () => expect(await page.rows()).toEqual(['Away', 'Old']))
  expect(chips()).toEqual(['Blocking reason Proof expired'])
})

test('a preset sets the columns in one choice; Table Settings reorders, resizes and resets them', async () => {
  await berlin()
  const page = await openPage(app, staff, list)
  await page.rows()
  const usual = headings()
  await page.press(/^Columns Standard/)
  await page.press('Decision')
  const decision = ['Proof', 'Money', 'Missing', 'Ends', 'Waiting', 'Reviewer']
  await settles(() => expect(headings().slice(3, -1)).toEqual(decision))
  const again = await openPage(app, staff, list)
  await again.rows()
  await settles(() => expect(headings().slice(3, -1)).toEqual(decision))
  await again.press('Table Settings')
  const dialog = await again.dialog('Table Settings')
  await again.press('Move up: Missing', dialog)
  await again.press('Reviewer', dialog)
  await again.type('Width in px: Ends', '140')
  await again.press('Save', dialog)
  await settles(() =>
    expect(headings().slice(3, -1)).toEqual(['Proof', 'Missing', 'Money', 'Ends', 'Waiting']),
  )
  await again.found('.columns-preset', /Custom/)
  const ends = [...document.querySelectorAll<HTMLElement>('thead th')][6]!
  expect(ends.style.minWidth).toBe('140px')
  await again.press('Table Settings')
  const settings = await again.dialog('Table Settings')
  await again.press('Reset', settings)
  await again.press('Save', settings)
  await settles(() => expect(headings()).toEqual(usual))
})

test('views are tabs with live counts; a changed view is marked, and can be saved, shared and discarded', async () => {
  await berlin()
  await createProject(app.db, { title: 'Waits', needs_donation_review: true })
  const page = await openPage(app, staff, list)
  await page.rows()
  const tabs = () => [...document.querySelectorAll('.view-tabs nav a')].map((tab) => tab.textContent)
  const current = () => text('.view-tabs [aria-current]')
  await settles(() =>
    expect(tabs()).toEqual([
      'All 5',
      'Needs review 1',
      'Mine 0',
      'Nobody’s 1',
      'Overdue 1',
      'Proof ends in 30 days 0',
    ]),
  )
  await page.press('Needs review 1')
  await settles(async () => expect(await page.rows()).toEqual(['Waits']))
  expect(current()).toBe('Needs review 1')
  await page.press('All 5')
  await settles(async () => expect(await page.rows()).toHaveLength(5))
  await page.press(/cannot take money$/)
  await page.press('Proof expired 2')
  await settles(() => expect(current()).toBe('All 5 changed'))
  await page.press('Save view')
  await page.press('Save as new')
  const dialog = await page.dialog('Save as new')
  await page.type(/^Title/, 'Old proofs')
  await page.press('Shared with everybody who sees projects', dialog)
  await page.press('Save', dialog)
  await settles(() => expect(current()).toBe('shared Old proofs 2'))
  const other = await openPage(app, await app.as(['view_projects']), list)
  await other.press('shared Old proofs 2')
  await settles(async () => expect(await other.rows()).toEqual(['Away', 'Old']))
  expect(other.find('button', 'More about this view')).toBeUndefined()
  const back = await openPage(app, staff, `${list}?view=old-proofs&status=complete`)
  await back.press('Save view')
  await back.press('Discard')
  await settles(() => expect(back.address()).toBe(`${list}?view=old-proofs&blocking=proof_expired`))
  await back.press('More about this view')
  await back.press('Delete')
  await settles(() => expect(tabs()).toHaveLength(6))
})
