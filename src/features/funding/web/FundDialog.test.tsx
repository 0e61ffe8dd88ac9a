import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { makeCompany, payAll, settleAll } from '#test/money.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  // The page uses this process's clock.
  app.clock.now = new Date()
  staff = await app.as('superuser')
  await makeCompany(app.db, { slug: 'bank', title: 'Stadtbank', granted_cents: 1_840_000 })
})

type Page = Awaited<ReturnType<typeof openPage>>
const list = '/site-admin/projects/?ordering=title'
const projects = async () => {
  const { id } = await createOrganization(app.db)
  const made = []
  for (const [title, needs, more] of [
    ['A Trikots', 185_000, {}],
    ['B Demenzcafé', 430_000, {}],
    ['C Streuobstwiese', 265_000, {}],
    ['D Solaranlage', 100_000, { is_banned: true }],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- sequential
    made.push(await createProject(app.db, { organization_id: id, title, needs: [needs], ...more }))
  return made
}
const field = (page: Page, label: string | RegExp) => page.found<HTMLInputElement>('input, textarea', label)
const says = (dialog: Element, text: string) => waitFor(() => expect(dialog.textContent).toContain(text))
const posted = (page: Page) =>
  page.made.filter(({ method, path }) => method === 'POST' && path.includes('fund-internally'))

async function fundSelection(before?: Parameters<typeof openPage>[3]) {
  const page = await openPage(app, staff, list, before)
  await page.rows()
  await page.press('Select all')
  await page.press('Fund internally')
  await waitFor(async () => expect((await field(page, 'Company')).value).toBe('Stadtbank'))
  await waitFor(async () => expect((await field(page, 'Budget')).value).toBe('General budget'))
  return { page, dialog: await page.dialog('Fund internally') }
}

test('one sum is spread over a selection in one call per project, and every result is shown', async () => {
  await projects()
  const { page, dialog } = await fundSelection()
  await says(dialog, '4 projects selected · 3 can take money')
  await page.type('Sum', '6,000.00')
  const amounts = async () =>
    Promise.all(
      ['A Trikots', 'B Demenzcafé', 'C Streuobstwiese'].map(
        async (title) => (await field(page, `Amount for ${title}`)).value,
      ),
    )
  expect(await amounts()).toEqual(['1,261.36', '2,931.82', '1,806.82'])
  await says(dialog, 'Fund 3 projects with €6,000.00')
  await says(dialog, '€6,000.00 leave the budget General budget at once; €12,400.00 stay.')
  await page.press('Equally', dialog)
  expect(await amounts()).toEqual(['1,850.00', '2,075.00', '2,075.00'])
  await page.press('Fund the rest', dialog)
  expect((await field(page, 'Sum')).value).toBe('8,800.00')
  await page.type('Amount for A Trikots', '1.00')
  expect((await field(page, 'Sum')).value).toBe('6,951.00')
  expect(page.find('button', 'By hand', dialog)?.getAttribute('aria-pressed')).toBe('true')
  const left = dialog.querySelector('[data-left-out] a')
  expect([left?.textContent, left?.getAttribute('target')]).toEqual(['The project is banned', '_blank'])
  await page.type('Note', 'Beschluss')
  // Enter alone must not send.
  fireEvent.keyDown(await field(page, 'Note'), { key: 'Enter' })
  expect(posted(page)).toEqual([])
  fireEvent.keyDown(await field(page, 'Note'), { key: 'Enter', ctrlKey: true })
  const result = await page.dialog('3 of 3 projects funded')
  expect(posted(page).map(({ body }) => (body as { amount_cents: number }).amount_cents)).toEqual([
    100, 430_000, 265_000,
  ])
  await says(result, 'Left out: The project is banned')
  await says(result, 'Left in General budget€11,449.00')
  await says(result, 'The projects that were not funded stay selected')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('3 of 3 projects funded'))
  await page.press('Close', result.querySelector('.modal-foot')!)
  await waitFor(() =>
    expect(document.querySelector('[aria-label="Actions for the selection"] strong')?.textContent).toBe(
      '1 selected',
    ),
  )
})

test('a late funder sees who was faster and can fund the rest', async () => {
  const [first] = await projects()
  const other = await app.as(['fund_projects'])
  const { page } = await fundSelection(async ({ method, body }) => {
    const sent = body as { project_slug?: string; amount_cents?: number } | undefined
    // Simulates one faster funding by somebody else.
    if (method === 'POST' && sent?.project_slug === first!.slug && sent.amount_cents === 185_000)
      await other.post('/api/v4/projects/fund-internally/', {
        project_slug: first!.slug,
        company_slug: 'bank',
        amount_cents: 100_000,
      })
    return undefined
  })
  await page.press('Fund the rest')
  await page.press('Fund 3 projects with €8,800.00')
  const result = await page.dialog('2 of 3 projects funded')
  expect(result.textContent).toMatch(/Test Person \d+ funded it at \d\d:\d\d; it needs only €850\.00 now\./)
  await waitFor(() => expect(page.alerts().join()).toContain('Failed to fund project A Trikots'))
  await page.press('Fund the rest: €850.00', result)
  await page.dialog('3 of 3 projects funded')
  const row = await app.db
    .selectFrom('projects')
    .select(['funded_cents', 'target_cents'])
    .where('id', '=', first!.id)
    .executeTakeFirstOrThrow()
  expect(row.funded_cents).toBe(row.target_cents)
})

test('a call without an answer is repeated with its idempotency key, and nothing is booked twice', async () => {
  await projects()
  let lost = 0
  const { page, dialog } = await fundSelection(async (call) => {
    if (call.method !== 'POST' || !call.path.includes('fund-internally') || lost++ > 0) return undefined
    // The call arrives, but its answer is lost.
    await fetch(app.base + call.path, { method: 'GET' })
    throw new TypeError('network')
  })
  await page.press('Fund the rest')
  await page.press('Fund 3 projects with €8,800.00')
  await says(dialog, 'No answer yet. Nothing is booked twice, try again.')
  await page.press('Fund 3 projects with €8,800.00')
  await page.dialog('3 of 3 projects funded')
  const fundings = await app.db.selectFrom('fundings').select('amount_cents').execute()
  expect(fundings.map((row) => row.amount_cents).toSorted((a, b) => a - b)).toEqual([
    185_000, 265_000, 430_000,
  ])
})

test('a sum above the budget offers the highest possible one, and an ambiguous sum is rejected', async () => {
  await makeCompany(app.db, { slug: 'small', title: 'A small one', granted_cents: 5_000 })
  const [, second] = await projects()
  const page = await openPage(app, staff, `/site-admin/project/${second!.slug}/update/`)
  await page.press('Fund internally…')
  const company = await field(page, 'Company')
  const dialog = await page.dialog('Fund internally')
  fireEvent.input(company, { target: { value: 'small' } })
  fireEvent.keyDown(company, { key: 'Enter' })
  await waitFor(async () => expect((await field(page, 'Sum')).value).toBe('50.00'))
  await page.type('Sum', '60')
  await says(dialog, 'Enter at most €50.00, that is what is left in the budget.')
  expect(page.find<HTMLButtonElement>('button', /^Fund \d/, dialog)?.disabled).toBe(true)
  await page.press('Take €50.00', dialog)
  expect((await field(page, 'Sum')).value).toBe('50.00')
  await page.type('Sum', '1.234')
  fireEvent.focusOut(await field(page, 'Sum'))
  await says(dialog, 'Write the amount with two decimals, such as 1,234.56.')
  await page.press(/^Fund \d/, dialog.querySelector('.modal-foot')!)
  expect(posted(page)).toEqual([])
})

test('defunding shows its effect per company, and asks for title, reason and acknowledgement', async () => {
  const [first] = await projects()
  const give = (amount_cents: number) =>
    staff.post('/api/v4/projects/fund-internally/', {
      project_slug: first!.slug,
      company_slug: 'bank',
      amount_cents,
    })
  await give(30_000)
  await settleAll(app.db, app.clock.now)
  await payAll(app.db, app.clock.now)
  await give(20_000)
  const page = await openPage(app, staff, `/site-admin/project/${first!.slug}/update/`)
  await page.press('Defund…')
  const dialog = await page.dialog('Defund: A Trikots')
  await says(dialog, 'Stadtbank€200.00€0.00€300.00')
  const button = () => page.found<HTMLButtonElement>('button', 'Defund €500.00', dialog)
  expect((await button()).disabled).toBe(true)
  await page.type(/project name/, 'A Trikots')
  fireEvent.submit(dialog.querySelector('form')!)
  await says(dialog, 'Confirm that the money is claimed back')
  await page.type('Reason', 'Irrtum')
  await page.press(/has already been paid out/, dialog)
  fireEvent.submit(dialog.querySelector('form')!)
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  expect(await app.db.selectFrom('recovery_claims').select('open_cents').execute()).toEqual([
    { open_cents: 30_000 },
  ])
})
