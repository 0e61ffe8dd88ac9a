import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// The page of a project in the real app: its summary and its edits.

let app: TestApp
let staff: Client
eachOnNewPage(
  async (given) => {
    app = given
    staff = await app.as('superuser')
  },
  { now: new Date().toISOString() },
)

const addressOf = (slug: string) => `/site-admin/project/${slug}/update/`
const callout = () => document.querySelector('.record-callout .callout')
const says = (words: string | RegExp, tone: string) =>
  waitFor(() => {
    expect(callout()?.textContent).toMatch(words)
    expect(callout()!.getAttribute('data-tone')).toBe(tone)
  })
const headings = () => [...document.querySelectorAll('.record-form h2')].map((each) => each.textContent)

test('the callout states the cause in one line, and for a rejection who rejected it, when and why', async () => {
  const { slug } = await createProject(app.db, { review_status: null })
  const page = await openPage(app, staff, addressOf(slug))
  await says(/^This project cannot take money now · The review has not been passed$/, 'warning')
  await page.found('.record-side dt', 'Proof')
  await page.press('Decide: Review')
  const dialog = await page.dialog('Decide: Review')
  await page.press('Rejected', dialog)
  await page.type('Reason', 'Kostenplan fehlt')
  await page.press('Decide', dialog)
  await says(/^Rejected by Test Person \d+, \d\d\.\d\d\.\d{4}: „Kostenplan fehlt“$/, 'danger')
  await waitFor(() =>
    expect(document.querySelector('.reviews > li')!.textContent).toMatch(
      /Rejected.*Test Person.*„Kostenplan fehlt“/,
    ),
  )
})

test('the callout shows since when a review waits and for whom, and full funding as a success', async () => {
  const since = new Date(Date.now() - 3 * 86_400_000)
  const more = { needs_donation_review: true, review_status: null, updated_at: since, created_at: since }
  const waits = await createProject(app.db, { ...more, reviewer_id: staff.userId })
  await openPage(app, staff, addressOf(waits.slug))
  await says(
    /^Waiting for its review since \d\d\.\d\d\.\d{4} \(\d days\), reviewer: Test Person \d+$/,
    'warning',
  )
  const full = await createProject(app.db, { needs: [100], ends_on: '2020-01-01' })
  await app.db.updateTable('projects').set({ funded_cents: 100 }).where('id', '=', full.id).execute()
  await openPage(app, staff, addressOf(full.slug))
  await says(/^Fully funded: all the money it needs has come in · The end date has passed$/, 'success')
})

test('the review comes first, facts are read-only until Edit; the organization is beside them with proof and projects', async () => {
  const organization = await createOrganization(app.db, { title: 'Club', exemption_date: '2015-01-01' })
  const { slug } = await createProject(app.db, { organization_id: organization.id, description: 'Long text' })
  await createProject(app.db, { organization_id: organization.id, title: 'Another' })
  const page = await openPage(app, staff, addressOf(slug))
  await page.found('dd', 'Long text')
  expect(headings()).toEqual(['Review', 'Basics', 'Status', 'Financing status', 'Needs', 'Dates'])
  expect(document.querySelector('form')).toBeNull()
  const side = () => document.querySelector('.record-side')!.textContent
  await waitFor(() => expect(side()).toContain('Expired on 01.01.2020'))
  expect(side()).toContain('Another')
  await page.press('Edit')
  await page.type('Description', 'Longer text')
  await page.press('Save')
  await page.found('[role=status]', /Saved/)
  await page.press('Stop editing')
  await page.found('dd', 'Longer text')
  expect((await staff.get(`/api/v4/project/${slug}/`)).body.description).toBe('Longer text')
})

test('a person who may not change the project reads it all; Edit names the missing right', async () => {
  const { slug } = await createProject(app.db, { description: 'Long text' })
  const page = await openPage(app, await app.as(['view_projects']), addressOf(slug))
  await page.found('dd', 'Long text')
  const edit = await page.found('button', 'Edit')
  expect(edit.getAttribute('aria-disabled')).toBe('true')
  expect(edit.title).toContain('change_projects')
})

test('previous and next follow the original list across its pages, also by keyboard', async () => {
  for (let n = 12; n >= 1; n -= 1)
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await createProject(app.db, { title: `Row ${n}` })
  const page = await openPage(app, staff, '/site-admin/projects/?page_size=10')
  await page.press('Row 9')
  const heading = (title: string) =>
    waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(title))
  const place = () => document.querySelector('.neighbours')?.textContent
  await heading('Row 9')
  expect(place()).toContain('9 of 12')
  await page.press('Next: Row 10')
  await heading('Row 10')
  // The next project is on the list's second page.
  await page.press('Next: Row 11')
  await heading('Row 11')
  expect(place()).toContain('11 of 12')
  fireEvent.keyDown(document.body, { key: 'k' })
  await heading('Row 10')
  await page.press('Projects', document.querySelector('.record-way')!)
  expect(await page.rows()).toHaveLength(10)
})

const address = '/site-admin/project/garden/update/'
const garden = () => createProject(app.db, { slug: 'garden', title: 'Garden', review_status: null })
const read = async () => (await staff.get('/api/v4/project/garden/')).body
const valueOf = async (page: Awaited<ReturnType<typeof openPage>>, label: string | RegExp) =>
  (await page.found<HTMLTextAreaElement>('input, textarea', label)).value

test('Ctrl+S sends only what changed, and the history shows it', async () => {
  await garden()
  const page = await openPage(app, staff, `${address}?edit=true`)
  await page.type('Description', 'A longer text')
  fireEvent.keyDown(await page.found('textarea', 'Description'), { key: 's', ctrlKey: true })
  await page.found('.history li, .history', /Description: \(empty\) → A longer text/)
  expect(page.made.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { description: 'A longer text', version: 1 },
  ])
  expect((await read()).description).toBe('A longer text')
})

test('switching the language keeps what is typed and not saved', async () => {
  await garden()
  const page = await openPage(app, staff, `${address}?edit=true`)
  await page.type('Description', 'typed and not saved')
  await page.press('Language')
  await page.press(/Deutsch \(Sie\)/)
  await page.found('[role=note]', /Nicht gespeicherte Änderungen/)
  expect(await valueOf(page, 'Beschreibung')).toBe('typed and not saved')
  await page.press('Sprache')
  await page.press(/English/)
  await page.found('[role=note]', /Unsaved changes/)
  expect(await valueOf(page, 'Description')).toBe('typed and not saved')
  expect((await read()).description).toBe('')
})

test('a review can be decided and undone while typed text stays unsaved', async () => {
  await garden()
  const page = await openPage(app, staff, `${address}?edit=true`)
  await page.type('Description', 'still typing')
  await page.press('Decide: Review')
  const dialog = await page.dialog('Decide: Review')
  await page.press('Decide', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Choose an outcome'))
  await page.press(/^Public/, dialog)
  await page.type('Reason', 'All papers are there')
  await page.press('Decide', dialog)
  await page.found('.history', /Reason: All papers are there/)
  await page.found('[role=note]', /Unsaved changes/)
  expect(await read()).toMatchObject({ review_status: { choice: 2 }, description: '' })

  await page.press('Decide: Review')
  await page.press('Take back', await page.dialog('Decide: Review'))
  await page.found('.history', /Review: Public → \(empty\)/)
  await page.press('Save')
  await page.found('[role=status]', /Saved/)
  expect(await read()).toMatchObject({ review_status: { choice: null }, description: 'still typing' })
})

test('a blocking reason focuses the field that resolves it, and an error focuses its own field', async () => {
  await createProject(app.db, { slug: 'garden', title: 'Garden', status: 1 })
  const page = await openPage(app, staff, address)
  await page.press('The status is not “Complete”')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('status'))
  await page.type('Start', '01.02.2027')
  await page.type('End', '01.01.2027')
  await page.press('Save')
  await page.found('form', /The end is before the start/)
  await waitFor(async () => expect(document.activeElement).toBe(await page.found('input', 'End')))
})

test('Info shows the project or that it failed to load, and the row’s menu deletes it', async () => {
  await createProject(app.db, { slug: 'garden', title: 'Garden', needs: [125_000] })
  let fails = true
  const page = await openPage(app, staff, '/site-admin/projects/', async ({ path }) =>
    fails && path.endsWith('/info/') ? Response.json({ detail: 'x', code: 'x' }, { status: 500 }) : undefined,
  )
  const open = async () => {
    await page.press('More actions: Garden')
    await page.press('Info')
  }
  await open()
  await waitFor(() =>
    expect(document.querySelector('dialog[open]')?.textContent).toContain('Failed to load project data'),
  )
  await page.press('Close', document.querySelector('dialog[open]')!)
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  fails = false
  await open()
  const info = await page.dialog('Garden')
  await waitFor(() => expect(info.textContent).toContain('€1,250.00'))
  await page.press('Close', info)
  await page.press('More actions: Garden')
  await page.press('Delete')
  const dialog = await page.dialog('Delete: Garden')
  await page.type('Type the project name to confirm', 'Garden')
  await page.press('Delete', dialog)
  await page.found('main', /No projects yet|No projects match/)
  expect(await app.db.selectFrom('projects').select('id').execute()).toEqual([])
})

test('a record deleted meanwhile says what happened and what to do; typed text stays', async () => {
  await garden()
  const page = await openPage(app, staff, `${address}?edit=true`)
  await page.type(/^Title/, 'Noch zu retten')
  const { status } = await staff.delete('/api/v4/project/garden/', { confirm_title: 'Garden' })
  expect(status).toBeLessThan(300)
  await page.press('Save')
  await waitFor(() => expect(page.alerts().join()).toContain('somebody deleted it meanwhile'))
  expect(page.alerts().join()).toContain('Copy what you still need')
  expect(await valueOf(page, /^Title/)).toBe('Noch zu retten')
})

test('the money is on its own tab, and typed text survives the switch and Back', async () => {
  const { id, funding_type } = await garden()
  await createGift(app.db, { id, funding_type }, 6_240)
  const page = await openPage(app, staff, `${address}?edit=true`)
  await page.type(/^Title/, 'Halb getippt')
  await page.press('Money', await page.found('nav', 'Parts of this record'))
  await waitFor(() => expect(page.address()).toMatch(/\?tab=money$/))
  await page.found('h2', 'Funding timeline')
  await page.found('section, [role=region]', 'Money by funding type')
  await page.press(/^All/, document.querySelector('main')!)
  await waitFor(() => expect(document.querySelector('.money-timeline > li')).not.toBeNull())
  history.back()
  await waitFor(async () => expect(await valueOf(page, /^Title/)).toBe('Halb getippt'))
  await page.press('Discard')
  await waitFor(async () => expect(await valueOf(page, /^Title/)).toBe('Garden'))
})
