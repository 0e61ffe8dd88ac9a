import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnNewPage, newBrowser, openPage } from '#test/page.tsx'
import { certifiableProject, generatePath, receiptTemplate, recordGifts } from '#test/receipts.ts'
import { tasksPath } from '#test/tasks.ts'

let app: TestApp
let clerk: Client
let gifts: { slug: string; number: string }[]
eachOnNewPage(
  async (given) => {
    app = given
    clerk = await app.as([
      'change_private_donations',
      'create_documents',
      'change_documents',
      'export_data',
      'view_projects',
    ])
    const { project } = await certifiableProject(app.db)
    gifts = await recordGifts(clerk, project, [{}, { amount_cents: 500 }, { donor: { street: '' } }])
  },
  { sharesClock: true },
)

const isGone = () => waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
const shown = () => document.body.textContent ?? ''
const targets = () => gifts.map(({ slug }) => slug)

test('the dialog lists what can be issued and what cannot, and the run shows the results', async () => {
  const page = await openPage(app, clerk, '/site-admin/documents/administration/')
  await page.press('Generate')
  const dialog = await page.dialog('Generate document')
  await page.type('Numbers of the gifts, one per line', gifts.map(({ number }) => number).join('\n'))
  await waitFor(() => expect(dialog.textContent).toContain('2 can be issued, 1 cannot'))
  expect(dialog.textContent).toContain('Donor’s address is missing')
  await page.press('Cancel', dialog)
  await page.press('Keep editing', await page.dialog('Unsaved changes'))
  await page.press('Issue 2 receipts', dialog)
  await waitFor(() => expect(shown()).toContain('Donation receipts for 3 gifts'))
  expect(shown()).toContain('Queued')
  await app.runJobs()
  await waitFor(() => expect(shown()).toContain('No gaps'))
  await waitFor(() => expect(shown()).toContain('2026-0001 – 0002'))
  expect(shown()).toContain('of €45.00')
  await page.press('Show: Donor’s address is missing')
  await waitFor(() => expect(document.querySelectorAll('.run-table tbody tr')).toHaveLength(1))
  expect(document.querySelector('.run-table')!.textContent).toContain('Refused')
})

test.each([
  ['cancelled', /^0 issued, 2 not started/, 'Continue'],
  ['failed', /^It stopped before it was done\.$/, 'Try again'],
])('a run that was %s says so, and goes on where it stopped', async (state, why, button) => {
  const body = { template_slug: receiptTemplate, mode: 'final', targets: targets() }
  const { run } = (await clerk.post(generatePath, body)).body
  await app.db.updateTable('generation_runs').set({ state }).where('id', '=', run.id).execute()
  const page = await openPage(app, clerk, `/site-admin/documents/runs/${run.id}/`)
  await waitFor(() => expect(document.querySelector('.run .callout')?.textContent).toMatch(why))
  await page.press(button)
  await waitFor(() => expect(shown()).toContain('Queued'))
  expect(document.querySelector('.run .callout')).toBeNull()
  await app.runJobs()
  await waitFor(() => expect(shown()).toContain('2026-0001 – 0002'))
  expect(shown()).toContain('No gaps')
})

test('a run whose worker died shows that it was interrupted and resumes by itself', async () => {
  const body = { template_slug: receiptTemplate, mode: 'final', targets: targets() }
  const { run } = (await clerk.post(generatePath, body)).body
  await app.db
    .updateTable('generation_runs')
    .set({ state: 'running', started_at: app.clock.now, beat_at: new Date(app.clock.now.getTime() - 61_000) })
    .where('id', '=', run.id)
    .execute()
  const page = await openPage(app, clerk, `/site-admin/documents/runs/${run.id}/`)
  await page.found('.run-about .label', 'Interrupted')
  await page.found('.run .callout', 'The run stopped and goes on by itself.')
  expect([...document.querySelectorAll('.run-acts button')].map((button) => button.textContent)).toEqual([
    'Cancel',
    'Download ZIP',
  ])
  await app.runJobs()
  await waitFor(() => expect(shown()).toContain('2026-0001 – 0002'))
  expect(document.querySelector('.run .callout')).toBeNull()
  expect(shown()).toContain('No gaps')
})

test('a receipt is withdrawn with its reason and its number typed', async () => {
  await clerk.post(generatePath, { template_slug: receiptTemplate, mode: 'final', targets: [targets()[0]] })
  const page = await openPage(app, clerk, '/site-admin/documents/administration/')
  await page.press(/^More actions: Donation receipt 2026-0001/)
  await page.press('Withdraw…')
  const dialog = await page.dialog('Withdraw receipt 2026-0001')
  await page.type('Reason', 'Falsche Anschrift')
  await page.type('Type 2026-0001 to confirm', '2026-0002')
  await page.press('Withdraw 2026-0001', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('This is not the number of the receipt'))
  await page.type('Type 2026-0001 to confirm', '2026-0001')
  await page.press('Withdraw 2026-0001', dialog)
  await isGone()
  const { results } = (await clerk.get('/api/v4/documents/')).body
  expect(results).toMatchObject([{ number: '2026-0001', state: 'withdrawn' }])
})

test('the money of a gift with a receipt cannot be moved, and its row shows why', async () => {
  await clerk.post(generatePath, { template_slug: receiptTemplate, mode: 'final', targets: [targets()[0]] })
  const page = await openPage(app, clerk, '/site-admin/private-donations/?search=PS-2026-0001')
  await page.rows()
  await page.press('More actions: Ελένη Łukasz Größ')
  await waitFor(() => expect(shown()).toContain('Withdraw receipt 2026-0001 first.'))
})

test('a run that refused receipts for an ended proof asks for a new notice, once', async () => {
  const { project } = await certifiableProject(app.db, {
    title: 'Kulturwerk',
    exemption_date: '2021-01-15',
    email_contact: 'post@kulturwerk.example',
  })
  const refused = await recordGifts(clerk, project, [{}, {}])
  const body = { template_slug: receiptTemplate, mode: 'final' }
  const names = [...gifts.slice(0, 2), ...refused].map(({ slug }) => slug)
  const { run } = (await clerk.post(generatePath, { ...body, targets: names })).body
  await app.runJobs()
  const staff = await app.as('superuser')
  const page = await openPage(app, staff, `/site-admin/documents/runs/${run.id}/`)
  await waitFor(() => expect(shown()).toContain('Proof ended before issue'))
  await page.press('Ask for notices…')
  const dialog = await page.dialog('Ask for a new notice')
  expect(dialog.textContent).toContain('post@kulturwerk.example')
  await page.press('Create 1 task and 1 e-mail draft', dialog)
  await isGone()
  await waitFor(() => expect(shown()).not.toContain('Ask for notices…'))
  const tasks = await app.db.selectFrom('reminders').select('slug').execute()
  expect(tasks).toHaveLength(1)
  const draft = await staff.get(`${tasksPath}${tasks[0]!.slug}/draft/`)
  expect(draft.body.email).toBe('post@kulturwerk.example')
})

test('a person who sees donors masked is offered no receipts and sees the missing right', async () => {
  const body = { template_slug: receiptTemplate, mode: 'final', targets: targets() }
  const { run } = (await clerk.post(generatePath, body)).body
  await app.db.updateTable('generation_runs').set({ state: 'cancelled' }).where('id', '=', run.id).execute()
  const office = await app.as(['create_documents', 'change_documents', 'view_private_donations'])
  const why = 'Needs the permission “change_private_donations”'
  const barred = (button: Element | null | undefined) => [
    button?.getAttribute('aria-disabled'),
    button?.getAttribute('title'),
  ]
  const page = await openPage(app, office, `/site-admin/documents/runs/${run.id}/`)
  await waitFor(() => expect(document.querySelectorAll('.run-acts button')).toHaveLength(2))
  for (const button of document.querySelectorAll('.run-acts button'))
    expect(barred(button)).toEqual(['true', why])
  await page.press('Continue')
  expect(page.alerts()).toEqual([])
  expect((await clerk.get(`/api/v4/document-runs/${run.id}/`)).body.state).toBe('cancelled')

  await clerk.post(`/api/v4/document-runs/${run.id}/continue/`)
  await app.runJobs()
  await newBrowser()
  await openPage(app, office, `/site-admin/documents/runs/${run.id}/`)
  await waitFor(() => expect(document.querySelectorAll('.run-row-acts button')).toHaveLength(4))
  for (const button of document.querySelectorAll('.run-row-acts button'))
    expect(barred(button)).toEqual(['true', why])
  expect(document.querySelectorAll('.run-row-acts a[href*="/view/"]')).toHaveLength(0)

  await newBrowser()
  const { results } = (await clerk.get('/api/v4/documents/?type=receipt')).body
  const viewer = await openPage(app, office, `/site-admin/documents/${results[0].slug}/view/`)
  expect(barred(await viewer.found('button', 'Download'))).toEqual(['true', why])
  expect(barred(await viewer.found('button', 'Send…'))).toEqual(['true', why])

  await newBrowser()
  const documents = await openPage(app, office, '/site-admin/documents/administration/')
  await documents.press('Generate')
  const dialog = await documents.dialog('Generate document')
  await documents.type('Numbers of the gifts, one per line', gifts[2]!.number)
  await waitFor(() => expect(dialog.textContent).toContain('can be issued'))
  expect(barred(await documents.found('button', /^Issue/, dialog))).toEqual(['true', why])
  await documents.press('Test', dialog)
  await waitFor(() => expect(barred(documents.find('button', 'Test print', dialog))[1]).not.toBe(why))
})
