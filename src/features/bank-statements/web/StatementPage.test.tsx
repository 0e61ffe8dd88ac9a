import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createClaim } from '#test/claims.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { camt, houseIban, type MadeLine } from '#test/statements.ts'

let app: TestApp
let clerk: Client
eachOnNewPage(
  async (given) => {
    app = given
    clerk = await app.as(['create_bank_statements', 'change_bank_statements', 'view_projects'])
    await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
  },
  { sharesClock: true },
)

// jsdom's own FormData cannot be sent over the network.
const { FormData: Form, File: Given } = globalThis
const list = '/site-admin/bank-statements/'
const boundary = 'a-boundary'
const upload = (content: string) =>
  clerk.call('POST', '/api/v4/bank-statements/', {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    raw: [
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="auszug.xml"',
      'Content-Type: application/xml',
      '',
      content,
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  })
/** Imports a statement with these lines and opens it. */
async function work(lines: MadeLine[], before?: Parameters<typeof openPage>[3]) {
  const { body } = await upload(camt([{ lines, number: '47' }]))
  const id = body.statements[0] as number
  const page = await openPage(app, clerk, `/site-admin/bank-statement/${id}/`, before)
  return { page, id }
}
const linesOf = async (id: number) =>
  (await clerk.get(`/api/v4/bank-statements/${id}/transactions/?page_size=100`)).body.results
const key = (name: string) => void fireEvent.keyDown(document.body, { key: name })
const heading = (text: string) => waitFor(() => expect(document.querySelector('h2')?.textContent).toBe(text))
const spoken = (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll('[aria-live=polite]')].map((one) => one.textContent)).toContain(
      text,
    ),
  )

test('keys match a line, the next one opens with the focus on its heading, and undo restores it', async () => {
  await createProject(app.db, { title: 'Neue Kletterwand Am Weiher' })
  const { page, id } = await work([
    { cents: 70_000, name: 'Horst Weidinger', text: 'Neue Kletterwand Am Weiher' },
    { cents: 10_000, name: 'Maria Kern', text: 'danke' },
  ])
  await heading('Horst Weidinger')
  await page.found('button', 'All 2')
  expect(document.querySelector('.statement-text mark')?.textContent).toBe('Kletterwand')
  // Below 90 nothing is preselected, and Match explains that.
  const match = await page.found('button', 'Match and next')
  expect(match.getAttribute('aria-disabled')).toBe('true')
  key('1')
  await waitFor(() => expect(match.getAttribute('aria-disabled')).toBeNull())
  await waitFor(() =>
    expect(document.body.textContent).toContain(
      '1 donation is posted for 20.11.2026. Suspense falls from €800.00 to €100.00; undo reverses it.',
    ),
  )
  key('m')
  await heading('Maria Kern')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Maria Kern'))
  await spoken('Matched. 1 of 2 done. Next: Maria Kern, +€100.00.')
  expect((await linesOf(id))[0]).toMatchObject({
    state: 'matched',
    parts: [{ target_type: 'project', amount_cents: 70_000 }],
  })
  await page.found('button', 'Done 1')
  key('u')
  await heading('Horst Weidinger')
  await spoken('Undone. 0 of 2 done.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Horst Weidinger'))
  expect((await linesOf(id))[0]).toMatchObject({ state: 'open', parts: [] })
  await page.found('button', 'Match and next')

  // After undo on its own view, the focus is on the line's heading too.
  key('1')
  await waitFor(() =>
    expect(document.querySelector('.statement-acts button')?.getAttribute('aria-disabled')).toBeNull(),
  )
  key('m')
  await heading('Maria Kern')
  key('k')
  await heading('Horst Weidinger')
  await page.found('button', 'Next')
  key('u')
  await page.found('button', 'Match and next')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Horst Weidinger'))
})

test('a split shows the remaining amount, is stored unfinished, and is matched as a whole', async () => {
  await createProject(app.db, { title: 'Kletterwand' })
  await createProject(app.db, { title: 'Schulgarten' })
  const { page, id } = await work([{ cents: 48_000, name: 'Kita', text: 'KLETTERWAND UND SCHULGARTEN' }])
  await heading('Kita')
  const match = await page.found('button', 'Match and next')
  key('1')
  await waitFor(() => expect(match.getAttribute('aria-disabled')).toBeNull())
  key('s')
  await page.type('Amount of part 1', '300.00')
  await waitFor(() => expect(document.body.textContent).toContain('Left to assign €180.00'))
  await waitFor(() => expect(match.title).toBe('Left to assign: €180.00'))
  await page.press('Add a part')
  expect((await page.found<HTMLInputElement>('input', 'Amount of part 2')).value).toBe('180.00')
  await waitFor(() => expect(document.body.textContent).toContain('Left to assign €0.00'))
  const [line] = await linesOf(id)
  const draft = async () => (await clerk.get(`/api/v4/bank-transactions/${line.id}/`)).body.draft
  await waitFor(async () => expect(await draft()).toHaveLength(2))
  fireEvent.click(await page.found('input', 'Target of part 2'))
  const first = await page.found<HTMLInputElement>('input', 'Target of part 1')
  const missing = first.value.startsWith('Kletterwand') ? 'Schulgarten' : 'Kletterwand'
  await page.type('Target of part 2', missing)
  fireEvent.click(await page.found('[role=option]', `${missing} · Donation`))
  await waitFor(() => expect(match.getAttribute('aria-disabled')).toBeNull())
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  await heading('All 1 lines are done')
  expect((await linesOf(id))[0].parts).toMatchObject([{ amount_cents: 30_000 }, { amount_cents: 18_000 }])
})

test('a slower person learns who matched the line, and moves on to the next', async () => {
  const project = await createProject(app.db, { title: 'Kletterwand' })
  const { page, id } = await work([
    { cents: 5_000, name: 'Renate', text: 'Kletterwand' },
    { cents: 100, name: 'Emre', text: 'danke' },
  ])
  await heading('Renate')
  key('1')
  const [line] = await linesOf(id)
  const parts = [{ target_type: 'project', target_slug: project.slug, amount_cents: 5_000 }]
  const other = await app.as(['change_bank_statements'])
  expect((await other.post(`/api/v4/bank-transactions/${line.id}/match/`, { parts })).status).toBe(200)
  key('m')
  await page.found('button', 'Next')
  await waitFor(() =>
    expect(document.querySelector('.statement-line')?.textContent).toMatch(/Matched by .+, 21\.11\.2026/),
  )
  await page.press('Next')
  await heading('Emre')
})

test('hold takes a reason, ignore requires one, and the summary counts lines on hold and ignored', async () => {
  const { page, id } = await work([
    { cents: 1_000, name: 'Autohaus' },
    { cents: 8_900, name: 'Stadtwerke' },
  ])
  await heading('Autohaus')
  key('h')
  await page.dialog('Hold: Autohaus')
  await page.type('Reason', 'Rückfrage')
  await page.press('Hold', document.querySelector('dialog')!)
  await heading('Stadtwerke')
  key('i')
  const dialog = await page.dialog('Ignore: Stadtwerke')
  expect(dialog.textContent).toContain('Say why you ignore this line. €89.00 stay in suspense.')
  await page.press('Ignore', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Give a reason'))
  await page.type('Reason', 'Irrläufer')
  await page.press('Ignore', dialog)
  await heading('No line is open any more')
  await waitFor(() => expect(document.body.textContent).toContain('0 matched, 1 on hold, 1 ignored'))
  expect((await linesOf(id)).map((line: { state: string }) => line.state)).toEqual(['held', 'ignored'])
})

test.each([
  [
    'en_US',
    'From 10.11.2026 to 12.11.2026 the account has no statement (before: 1). €0.50 is missing.',
    'The days 12.11.2026 to 12.11.2026 are in statement 2 too.',
    '1 gap between statements: €0.50',
    'of which ignored, 1 line: €1.00',
  ],
  [
    'sie_DE',
    'Vom 10.11.2026 bis 12.11.2026 fehlt dem Konto ein Auszug (davor: 1). Es fehlen 0,50\u00a0€.',
    'Die Tage 12.11.2026 bis 12.11.2026 stehen auch im Auszug 2.',
    '1 Lücke zwischen Auszügen: 0,50\u00a0€',
    'davon ignoriert, 1 Zeile: 1,00\u00a0€',
  ],
] as const)(
  '%s: gaps and overlaps are shown above the statement, and the causes of its difference are links',
  async (locale, gap, overlap, cause, ignored) => {
    const bring = async (day: string, number: string, opening: number, text: string) => {
      const { body } = await upload(camt([{ lines: [{ cents: 100, text }], day, number, opening }]))
      return body.statements[0] as number
    }
    const first = await bring('2026-11-10', '1', 700, 'a')
    const second = await bring('2026-11-12', '2', 850, 'b')
    const third = await bring('2026-11-12', '3', 4_000, 'c')
    await app.db.updateTable('users').set({ language: locale }).where('id', '=', clerk.userId).execute()
    const [line] = await linesOf(first)
    await clerk.post(`/api/v4/bank-transactions/${line.id}/ignore/`, { reason: 'x' })
    const told = async (id: number) => {
      await openPage(app, clerk, `/site-admin/bank-statement/${id}/`)
      await waitFor(() => expect(document.querySelector('.statement-strip')).not.toBeNull())
      return [...document.querySelectorAll('.record-callout')].map((one) => one.textContent)
    }
    expect(await told(first)).toEqual([])
    expect(await told(second)).toEqual([gap])
    const causes = [...document.querySelectorAll('.statement-causes li')].map((one) => [
      one.textContent?.replaceAll('\u2060', ''),
      one.querySelector('a')?.getAttribute('href'),
    ])
    expect(causes).toContainEqual([cause, '/site-admin/bank-statements/'])
    expect(causes.every(([, href]) => href)).toBe(true)
    expect(document.querySelector('.statement-strip')?.textContent).toContain(ignored)
    expect(await told(third)).toEqual([overlap])
  },
)

test('a match whose response was lost reports that, and the retry matches the line under the same key', async () => {
  await createProject(app.db, { title: 'Kletterwand' })
  const keys: (string | undefined)[] = []
  const { page, id } = await work([{ cents: 5_000, name: 'Renate', text: 'Kletterwand' }], async (call) => {
    if (!call.path.endsWith('/match/')) return undefined
    keys.push(call.idempotencyKey)
    if (keys.length > 1) return undefined
    throw new TypeError('connection lost')
  })
  await heading('Renate')
  key('1')
  await page.press('Match and next')
  await waitFor(() => expect(page.alerts()).toEqual(['No answer yet. Nothing is booked twice, try again.']))
  await page.press('Match and next')
  await heading('All 1 lines are done')
  expect((await linesOf(id))[0].state).toBe('matched')
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{10,}$/), keys[0]])
})

test('a file is imported on the list, or refused with reason and line, and a CSV asks for its columns', async () => {
  const page = await openPage(app, clerk, list)
  Object.assign(globalThis, { FormData: Form, File: Given })
  await page.found('strong', 'No bank statements yet. Import the first one.')
  const drop = async (content: string, name: string) => {
    const area = (await page.found('input[type=file]:enabled', 'Import statements')).closest('.drop')!
    fireEvent.drop(area, { dataTransfer: { files: [new Given([content], name)] } })
  }
  await drop(camt([{ lines: [{ cents: 100 }], closing: 201 }]), 'wrong.xml')
  await waitFor(() =>
    expect(document.querySelector('.field[data-invalid]')?.textContent).toMatch(/\(line \d+\)/),
  )
  await drop(camt([{ lines: [{ cents: 100 }], number: '47' }]), 'good.xml')
  await waitFor(() =>
    expect(page.alerts()).toEqual(['good.xml: 1 lines, 0 known already, 0 matched automatically']),
  )
  await page.found('a', 'Statement 47')
  // Rows above the headings are skipped.
  const csv = (row: string) => `Konto von Anna\nWann;Wieviel;Wer\n${row}\n`
  await drop(csv('20.11.2026;5,00;Anna'), 'bank.csv')
  expect((await page.found('select', /^Column 3/)).getAttribute('aria-label')).toBe('Column 3 Wer holds')
  const cells = () => [...document.querySelectorAll('.csv-columns-table td')].map((cell) => cell.textContent)
  expect(cells()).toEqual(['20.11.2026', '5,00', 'Anna'])
  // Proposed from the rows' contents, and named after the file.
  const chosen = () =>
    [...document.querySelectorAll<HTMLSelectElement>('.csv-columns-table select')].map(({ value }) => value)
  expect(chosen()).toEqual(['booked_on', 'amount', ''])
  expect((await page.found<HTMLInputElement>('input', 'Name of the layout')).value).toBe('bank')
  const say = async (column: RegExp, value: string) =>
    fireEvent.change(await page.found('select', column), { target: { value } })
  await say(/^Column 2/, '')
  await page.press('Save and read the file')
  await waitFor(() =>
    expect(document.querySelector('.csv-columns')?.textContent).toContain(
      'Say which column holds the day and which the amount',
    ),
  )
  expect(document.querySelectorAll('.csv-columns .field[data-invalid]')).toHaveLength(1)
  await say(/^Column 1/, 'amount')
  // Each content has one column: the last choice wins.
  await say(/^Column 1/, 'booked_on')
  await say(/^Column 2/, 'amount')
  await say(/^Column 3/, 'name')
  await page.type('Name of the layout', 'Hausbank')
  fireEvent.click(await page.found('input', 'Account'))
  fireEvent.click(await page.found('[role=option]', /./))
  await page.press('Save and read the file')
  await waitFor(() =>
    expect(page.alerts()).toEqual(['bank.csv: 1 lines, 0 known already, 0 matched automatically']),
  )
  // The next file needs no questions and uses the same account; the page reports moved columns.
  await drop(csv('19.11.2026;6,00;Ulf'), 'next.csv')
  await waitFor(() =>
    expect(page.alerts()).toEqual(['next.csv: 1 lines, 0 known already, 0 matched automatically']),
  )
  await drop('Wer;Ort;Wann;Wieviel\nEva;Linz;18.11.2026;7,00\n', 'moved.csv')
  await waitFor(() =>
    expect(page.alerts()).toEqual([
      'moved.csv: 1 lines, 0 known already, 0 matched automaticallyThe columns of the layout “Hausbank” have moved since it was saved. They were found by their headings.',
    ]),
  )
  const lines = await app.db.selectFrom('bank_lines').select(['name', 'amount_cents']).orderBy('id').execute()
  expect(lines.slice(1)).toEqual([
    { name: 'Anna', amount_cents: 500 },
    { name: 'Ulf', amount_cents: 600 },
    { name: 'Eva', amount_cents: 700 },
  ])
})

test('columns of a known CSV are shown before import and can be corrected', async () => {
  await upload(camt([{ lines: [{ cents: 100 }], number: '47' }]))
  const page = await openPage(app, clerk, list)
  Object.assign(globalThis, { FormData: Form, File: Given })
  await page.found('a', 'Statement 47')
  fireEvent.click(await page.found('input[type=checkbox]', 'Check the columns of a CSV before it is read'))
  const area = (await page.found('input[type=file]:enabled', 'Import statements')).closest('.drop')!
  const content = 'Buchungstag;Text;Betrag;Notiz\n20.11.2026;Grund;5,00;Spende\n'
  fireEvent.drop(area, { dataTransfer: { files: [new Given([content], 'bank.csv')] } })
  const held = async (column: RegExp) => ((await page.found('select', column)) as HTMLSelectElement).value
  expect([await held(/^Column 1/), await held(/^Column 2/), await held(/^Column 3/)]).toEqual([
    'booked_on',
    'text',
    'amount',
  ])
  expect(await app.db.selectFrom('bank_lines').select('id').execute()).toHaveLength(1)
  fireEvent.change(await page.found('select', /^Column 4/), { target: { value: 'text' } })
  expect(await held(/^Column 2/)).toBe('')
  await page.type('Name of the layout', 'Notizen')
  fireEvent.click(await page.found('input', 'Account'))
  fireEvent.click(await page.found('[role=option]', /./))
  await page.press('Save and read the file')
  await waitFor(() => expect(page.alerts()[0]).toMatch(/^bank\.csv: 1 lines/))
  const last = await app.db.selectFrom('bank_lines').select('text').orderBy('id', 'desc').executeTakeFirst()
  expect(last?.text).toBe('Spende Grund')
})

test('a pledge without suggestion is found by its number and confirmed after an explanation', async () => {
  const project = await createProject(app.db, { title: 'Demenzcafé', funding_type: 1 })
  const staff = await app.as(['change_private_donations'])
  const { body: pledge } = await staff.post('/api/v4/private-donations/', {
    project_slug: project.slug,
    amount_cents: 9_000,
    received_on: '2026-11-18',
    channel: 'bank_transfer',
    state: 'pledged',
    donor: { name: 'Somebody' },
  })
  clerk = await app.as(['create_bank_statements', 'change_bank_statements', 'view_private_donations'])
  const { page, id } = await work([{ cents: 10_000, name: 'Kern', text: 'danke' }])
  await heading('Kern')
  await page.found('p', 'No suggestion')
  key('/')
  const field = await page.found('input', 'Another project, donation, payout or account…')
  expect(document.activeElement).toBe(field)
  await page.type('Another project, donation, payout or account…', pledge.number)
  fireEvent.click(await page.found('[role=option]', `${pledge.number} Demenzcafé · Private donation`))
  await waitFor(() =>
    expect(document.querySelector('.sentence')?.textContent).toBe(
      `Pledge ${pledge.number} is confirmed with €100.00 for 20.11.2026.`,
    ),
  )
  await page.press('Match and next')
  await heading('All 1 lines are done')
  expect((await linesOf(id))[0].parts).toMatchObject([{ target_type: 'private_donation' }])
})

test('claims are found by organization or project and providers by name, but only with the right to see them', async () => {
  const { id: organization_id } = await createOrganization(app.db, { title: 'Turnverein Lindenau' })
  const claim = await createClaim(app, { title: 'Hallenboden', organization_id, amount_cents: 30_000 })
  const settings = await app.as(['change_settings'])
  await settings.post('/api/v4/intake-providers/', { code: 'paylight', title: 'Paylight Europe' })
  clerk = await app.as([
    'create_bank_statements',
    'change_bank_statements',
    'view_projects',
    'view_payouts',
    'view_settings',
  ])
  const { page, id } = await work([
    { cents: 10_000, name: 'Kern', text: 'danke' },
    { cents: 250_000, name: 'PE', text: 'Sammler' },
  ])
  const other = 'Another project, donation, payout or account…'
  const choose = async (typed: string, option: string) => {
    key('/')
    await page.type(other, typed)
    fireEvent.click(await page.found('[role=option]', option))
  }
  await heading('Kern')
  await choose('lindenau', 'Turnverein Lindenau: Hallenboden · Return of a claim')
  await page.press('Match and next')
  await heading('PE')
  // The heading takes the focus a frame later; until then it would take it from the field.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('PE'))
  await choose('paylight', 'Paylight Europe · Payment provider')
  await page.press('Match and next')
  await heading('All 2 lines are done')
  expect((await linesOf(id)).map((line: { parts: unknown }) => line.parts)).toMatchObject([
    [{ target_type: 'recovery_claim', target_slug: claim }],
    [{ target_type: 'provider', target_slug: 'paylight' }],
  ])
  clerk = await app.as(['create_bank_statements', 'change_bank_statements'])
  const { page: narrow } = await work([{ cents: 777, name: 'Emre', text: 'danke' }])
  await heading('Emre')
  key('/')
  await narrow.type(other, 'fee')
  await narrow.found('[role=option]', 'Fees')
  expect(narrow.made.filter(({ path }) => /recovery-claims|intake-providers/.test(path))).toEqual([])
})

test('one key splits a line over two pledges of its donor, and it is matched only on command', async () => {
  const project = await createProject(app.db, { title: 'Demenzcafé', funding_type: 1 })
  const staff = await app.as(['change_private_donations'])
  const pledge = async (amount_cents: number) =>
    (
      await staff.post('/api/v4/private-donations/', {
        project_slug: project.slug,
        amount_cents,
        received_on: '2026-11-18',
        channel: 'bank_transfer',
        state: 'pledged',
        donor: { name: 'Petra Strasser' },
      })
    ).body.number as string
  const numbers = [await pledge(4_000), await pledge(6_000)]
  const { page, id } = await work([{ cents: 10_000, name: 'Petra Strasser', text: 'danke' }])
  await heading('Petra Strasser')
  const choice = await page.found('label.statement-choice', /Split over two/)
  expect(choice.textContent).toContain('€40.00 + €60.00 is the whole line')
  expect(choice.textContent).toContain('Similar name')
  const match = await page.found('button', 'Match and next')
  expect(match.getAttribute('aria-disabled')).toBe('true')
  key('1')
  const amount = async (n: number) =>
    (await page.found<HTMLInputElement>('input', `Amount of part ${n}`)).value
  expect([await amount(1), await amount(2)]).toEqual(['40.00', '60.00'])
  expect(choice.querySelector('input')!.checked).toBe(true)
  expect((await linesOf(id))[0].state).toBe('open')
  // Choosing another target removes the split.
  key('2')
  await waitFor(() => expect(page.find('input', 'Amount of part 1')).toBeUndefined())
  key('1')
  await amount(1)
  await waitFor(() => expect(match.getAttribute('aria-disabled')).toBeNull())
  key('m')
  await heading('All 1 lines are done')
  expect((await linesOf(id))[0].parts).toMatchObject([
    { target_type: 'private_donation', title: numbers[0], amount_cents: 4_000 },
    { target_type: 'private_donation', title: numbers[1], amount_cents: 6_000 },
  ])
})

test("a line's IBAN is masked and revealed for a logged reason", async () => {
  const iban = 'DE02120300000000202051'
  const { page, id } = await work([{ cents: 1_000, name: 'Kern', text: 'danke', iban }])
  await heading('Kern')
  const shown = () => document.querySelector('.statement-line-head p')!.textContent
  expect(shown()).toMatch(/^DE•• •••• •••• 2051 · booked/)
  await page.press('Show the whole IBAN…')
  const dialog = await page.dialog('Show the IBAN: Kern')
  await page.press('Show', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Give a reason'))
  await page.type('Reason', 'Rückfrage beim Spender')
  await page.press('Show', dialog)
  await waitFor(() => expect(shown()).toMatch(/^DE02 1203 0000 0000 2020 51 · booked/))
  expect((await linesOf(id))[0].iban).toBe('DE•• •••• •••• 2051')
  const event = await app.db
    .selectFrom('audit_events')
    .select(['object_type', 'after'])
    .where('action', '=', 'reveal_iban')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ object_type: 'bank_line', after: { reason: 'Rückfrage beim Spender' } })
  expect(JSON.stringify(event)).not.toContain(iban)
  // A viewer sees no button, and the API refuses.
  const [line] = await linesOf(id)
  clerk = await app.as(['view_bank_statements'])
  expect(
    (await clerk.post(`/api/v4/bank-transactions/${line.id}/reveal/`, { reason: 'Neugier' })).status,
  ).toBe(403)
  const narrow = await openPage(app, clerk, `/site-admin/bank-statement/${id}/`)
  await heading('Kern')
  expect(narrow.find('button', 'Show the whole IBAN…')).toBeUndefined()
})

test('an export contains the lines that the queue shows', async () => {
  clerk = await app.as(['create_bank_statements', 'change_bank_statements', 'export_data'])
  const { page, id } = await work([{ cents: 1_000, name: 'Kern', text: 'danke' }])
  await heading('Kern')
  await page.press('Open 1')
  await page.press('Export')
  const path = `/api/v4/bank-statements/${id}/transactions/export/?`
  await waitFor(() => expect(page.made.some((call) => call.path.startsWith(path))).toBe(true))
  expect(page.made.find((call) => call.path.startsWith(path))!.path).toContain('state=open')
})

test('one key applies the split that the text names, each part with its type', async () => {
  await createProject(app.db, { title: 'Neue Kletterwand Am Weiher' })
  await createProject(app.db, { title: 'Schulgarten mit Hochbeeten' })
  const { id } = await work([
    { cents: 48_000, name: 'Kita', text: 'SPENDE KINDERFEST KLETTERWAND 300 SCHULGARTEN 180 DANKE' },
  ])
  await heading('Kita')
  const first = await waitFor(() => {
    const choice = document.querySelector('label.statement-choice')
    expect(choice?.textContent).toContain('Split over two projects from the reference')
    return choice!
  })
  expect(first.textContent).toContain('Both titles in the text')
  expect(first.textContent).toContain('€300.00 + €180.00 is the whole line')
  key('1')
  const parts = await waitFor(() => {
    const all = [...document.querySelectorAll('.statement-part-type')].map((one) => one.textContent)
    expect(all).toEqual(['Type: Donation', 'Type: Donation'])
    return document.querySelector('.statement-parts')!
  })
  expect(parts.textContent).toContain('Left to assign €0.00')
  key('m')
  await waitFor(async () =>
    expect((await linesOf(id))[0]).toMatchObject({
      state: 'matched',
      parts: [{ amount_cents: 30_000 }, { amount_cents: 18_000 }],
    }),
  )
})

test('a debit returning two ignored lines is split over them by hand, showing what remains in suspense', async () => {
  const stray = [
    { cents: 6000, name: 'Anna Fehl', text: 'Irrläufer' },
    { cents: 4000, name: 'Bernd Fehl', text: 'Irrläufer' },
    { cents: 2500, name: 'Carla Waits', text: 'Irrläufer' },
    { cents: -10_000, name: 'Sparkasse', text: 'Sammelrückgabe' },
  ]
  const { body } = await upload(camt([{ lines: stray, number: '47' }]))
  const [id] = body.statements
  for (const line of (await linesOf(id)).slice(0, 3))
    await clerk.post(`/api/v4/bank-transactions/${line.id}/ignore/`, { reason: 'Wrong account' })
  const page = await openPage(app, clerk, `/site-admin/bank-statement/${id}/`)
  await heading('Sparkasse')
  await page.found('p', 'No suggestion')
  key('s')
  await page.type('Target of part 1', 'fehl anna')
  fireEvent.click(await page.found('[role=option]', 'Anna Fehl, +€60.00 on 20.11.2026 · Sent back'))
  await page.type('Amount of part 1', '60.00')
  await page.press('Add a part')
  await page.type('Target of part 2', 'bernd')
  fireEvent.click(await page.found('[role=option]', 'Bernd Fehl, +€40.00 on 20.11.2026 · Sent back'))
  await waitFor(() =>
    expect(document.querySelector('.sentence')?.textContent).toBe(
      '2 ignored lines are cleared by this one for 20.11.2026. Suspense goes from €25.00 to €25.00; undo leaves them ignored.',
    ),
  )
  await page.press('Match and next')
  await heading('All 4 lines are done')
  expect((await linesOf(id)).map(({ state }: { state: string }) => state)).toEqual([
    'matched',
    'matched',
    'ignored',
    'matched',
  ])
  const { reconciliation } = (await clerk.get(`/api/v4/bank-statements/${id}/`)).body
  expect(reconciliation).toMatchObject({ suspense_cents: 2500, ignored: { count: 1, cents: 2500 } })
})
