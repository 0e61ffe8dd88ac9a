import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { balanceOf } from '#features/ledger/server/accounts.ts'
import { type Answer, type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { createProject } from '../../../../test/factories.ts'
import { createPayout } from '../../../../test/payouts.ts'
import { camt, houseIban, type MadeStatement, mt940 } from '../../../../test/statements.ts'
import { wholeDatabase } from '../../../../test/whole.ts'

let app: TestApp
let clerk: Client
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  clerk = await app.as(['create_bank_statements', 'change_bank_statements', 'change_payouts'])
  await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
})
// Whatever a test did, the books agree with themselves.
const checked = async () => expect(await findLedgerDifferences(app.db)).toEqual([])

const base = '/api/v4/bank-statements/'
async function upload(content: string, fields: Record<string, string> = {}): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([content]), 'auszug.xml')
  return clerk.call('POST', base, { raw: form })
}
const bring = async (...statements: MadeStatement[]) => (await upload(camt(statements))).body
const linesOf = async (id: number, query = '') =>
  (await clerk.get(`${base}${id}/transactions/?page_size=100${query}`)).body.results
const act = (id: number, name: string, body: object = {}) =>
  clerk.post(`/api/v4/bank-transactions/${id}/${name}/`, body)
const suspense = async () => {
  const { id } = await app.db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('kind', '=', 'suspense')
    .executeTakeFirstOrThrow()
  return 0 - (await balanceOf(app.db, id))
}
async function refused(id: number, name: string, body: object, by = clerk) {
  const before = await wholeDatabase(app.db)
  const answer = await by.post(`/api/v4/bank-transactions/${id}/${name}/`, body)
  expect(await wholeDatabase(app.db)).toEqual(before)
  return answer
}
/** A statement of these lines, and the first of them. */
async function oneLine(cents: number, more: Partial<MadeStatement['lines'][number]> = {}) {
  const { statements } = await bring({ lines: [{ cents, ...more }] })
  return (await linesOf(statements[0]))[0]
}

describe('bringing in', () => {
  test('books each line on its day, bank / suspense and the other way round', async () => {
    const answer = await upload(
      camt([
        {
          lines: [
            { cents: 5000, name: 'A' },
            { cents: -1290, name: 'B' },
          ],
          opening: 100,
          number: '47',
        },
      ]),
    )
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      state: 'done',
      lines: 2,
      lines_known: 0,
      statements: [expect.any(Number)],
    })
    const { body } = await clerk.get(`${base}${answer.body.statements[0]}/`)
    expect(body).toMatchObject({
      number: '47',
      opening_cents: 100,
      closing_cents: 3810,
      credit_cents: 5000,
      debit_cents: 1290,
      counts: { open: 2 },
      break: null,
    })
    expect(await suspense()).toBe(3710)
    expect(
      (await linesOf(body.id)).map((line: { amount_cents: number; booked_on: string }) => [
        line.amount_cents,
        line.booked_on,
      ]),
    ).toEqual([
      [5000, '2026-11-20'],
      [-1290, '2026-11-20'],
    ])
    await checked()
  })

  test('the same file or line comes in once, in any format; two equal real gifts are both kept', async () => {
    const gift = { cents: 2500, name: 'Renate Albers', text: 'Spende' }
    const statement = { lines: [gift, gift, { cents: -100 }], number: '47', day: '2026-11-19' }
    expect(await bring(statement)).toMatchObject({ lines: 3, lines_known: 0 })
    expect(await bring(statement)).toMatchObject({ lines: 3, lines_known: 3, statements: [] })
    expect((await upload(mt940(statement))).body).toMatchObject({ lines: 3, lines_known: 3, statements: [] })
    // A longer export of the same days brings only what is new.
    const longer = {
      lines: [gift, gift, { cents: -100 }, gift, { cents: 700, day: '2026-11-20' }],
      number: '48',
      day: '2026-11-20',
    }
    longer.lines.slice(0, 4).forEach((line) => Object.assign(line, { day: '2026-11-19' }))
    expect(await bring(longer)).toMatchObject({ lines: 5, lines_known: 3 })
    // The next one of the same day goes on where that one ended: the same words are another gift.
    expect(await bring({ lines: [{ cents: 700 }], opening: 8100, number: '49' })).toMatchObject({
      lines: 1,
      lines_known: 0,
    })
    expect(await suspense()).toBe(2500 * 3 - 100 + 1400)
  })

  test('a file that is refused names reason and line, and leaves nothing', async () => {
    const before = await wholeDatabase(app.db)
    const wrong = await upload(
      camt([
        { lines: [{ cents: 100 }], number: '1' },
        { lines: [{ cents: 100 }], opening: 100, closing: 201, number: '2' },
      ]),
    )
    expect(wrong.status).toBe(400)
    expect(wrong.body.file[0]).toMatch(
      /^Opening balance €1.00 and lines €1.00 are not the closing balance €2.01: €0.01 .* \(line \d+\)$/,
    )
    const other = await upload(camt([{ lines: [{ cents: 100 }], iban: 'DE02120300000000202051' }]))
    expect(other.body.file).toEqual([
      '•• 2051 is no account of the house. Add it under Settings first. (line 4)',
    ])
    const late = await upload(camt([{ lines: [{ cents: 100, day: '2026-11-22' }] }]))
    expect(late.body.file[0]).toContain('22.11.2026 is still to come')
    expect((await upload('Datum;Betrag\n1.2.2026;5,00\n')).body).toEqual({
      bank_account: ['The file does not name its account. Choose one. (line 1)'],
    })
    expect((await upload('a;b\n1;2\n', { bank_account: 'main' })).body.file[0]).toContain('Headings: a · b')
    expect((await upload(camt([{ lines: [] }]), { bank_account: 'nobody' })).status).toBe(400)
    expect(await wholeDatabase(app.db)).toEqual(before)
    await app.db
      .insertInto('closed_months')
      .values({ month: '2026-10-01', reason: '', closed_at: app.clock.now })
      .execute()
    const closed = await upload(camt([{ lines: [{ cents: 100, day: '2026-10-30' }] }]))
    expect(closed.body.file[0]).toContain('30.10.2026 lies in a closed month')
  })

  test('columns of a bank’s CSV that were saved are used for its next file', async () => {
    const file = 'Wann;Wieviel;Wer\n20.11.2026;5,00;Renate\n'
    const columns = { booked_on: 0, amount: 1, name: 2 }
    expect(
      (await clerk.post(`${base}csv-columns/`, { headings: ['Wann', 'Wieviel', 'Wer'], columns })).status,
    ).toBe(204)
    const { body } = await upload(file, { bank_account: 'main' })
    expect((await linesOf(body.statements[0]))[0]).toMatchObject({ amount_cents: 500, name: 'Renate' })
    expect((await clerk.post(`${base}csv-columns/`, { headings: ['A'], columns: { name: 0 } })).status).toBe(
      400,
    )
  })

  test('gaps and overlaps between statements are named', async () => {
    await bring({ lines: [{ cents: 100, day: '2026-11-10' }], day: '2026-11-10', number: '1' })
    await bring({ lines: [{ cents: 100, day: '2026-11-12' }], opening: 100, day: '2026-11-12', number: '2' })
    await bring({ lines: [{ cents: 100, day: '2026-11-16' }], opening: 250, day: '2026-11-16', number: '4' })
    await bring({
      lines: [
        { cents: 100, day: '2026-11-16', text: 'other' },
        { cents: 7, day: '2026-11-18' },
      ],
      opening: 350,
      day: '2026-11-18',
      number: '5',
    })
    const { results } = (await clerk.get(base)).body
    expect(
      results.map((one: { number: string; break: { kind: string; difference_cents: number } | null }) => [
        one.number,
        one.break?.kind,
        one.break?.difference_cents,
      ]),
    ).toEqual([
      ['5', undefined, undefined],
      ['4', 'gap', 50],
      ['2', undefined, undefined],
      ['1', undefined, undefined],
    ])
    await bring({ lines: [{ cents: 1, day: '2026-11-17' }], opening: 9, day: '2026-11-17', number: '6' })
    expect(
      (await clerk.get(base)).body.results.map((one: { break: { kind: string } | null }) => one.break?.kind),
    ).toContain('overlap')
  })

  test('a large file is left to a worker, whole or not at all', async () => {
    const lines = Array.from({ length: 2100 }, (_, at) => ({ cents: 100 + at, name: `Donor ${at}` }))
    const { body } = await upload(camt([{ lines }]))
    expect(body).toMatchObject({ state: 'waiting', statements: [] })
    expect(await app.db.selectFrom('bank_lines').select('id').execute()).toHaveLength(0)
    await app.runJobs()
    const done = (await clerk.get(`${base}files/${body.id}/`)).body
    expect(done).toMatchObject({ state: 'done', lines: 2100, lines_known: 0 })
    expect(await suspense()).toBe(lines.reduce((sum, line) => sum + line.cents, 0))
    await checked()
  })
})

describe('working off', () => {
  test('a credit becomes a gift to a project, and undoing takes it back', async () => {
    const project = await createProject(app.db)
    const line = await oneLine(4800)
    const parts = [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }]
    const matched = await act(line.id, 'match', { parts })
    expect(matched.body).toMatchObject({
      state: 'matched',
      is_auto: false,
      parts: [{ title: project.title, amount_cents: 4800 }],
    })
    const funded = async () =>
      (
        await app.db
          .selectFrom('projects')
          .select('funded_cents')
          .where('id', '=', project.id)
          .executeTakeFirstOrThrow()
      ).funded_cents
    expect([await funded(), await suspense()]).toEqual([4800, 0])
    expect((await act(line.id, 'undo')).body).toMatchObject({ state: 'open', parts: [] })
    expect([await funded(), await suspense()]).toEqual([0, 4800])
    await act(line.id, 'match', { parts })
    expect(await funded()).toBe(4800)
    await checked()
  })

  test('a line is split, and all its parts are undone at once', async () => {
    const [a, b] = [await createProject(app.db), await createProject(app.db)]
    const line = await oneLine(48_000)
    const part = (slug: string, amount_cents: number) => ({
      target_type: 'project',
      target_slug: slug,
      amount_cents,
    })
    expect(
      (await refused(line.id, 'match', { parts: [part(a.slug, 30_000), part(b.slug, 17_999)] })).body,
    ).toEqual({ parts: ['The parts have to sum to the line'] })
    expect(
      (await refused(line.id, 'match', { parts: [part(a.slug, 24_000), part(a.slug, 24_000)] })).status,
    ).toBe(400)
    expect((await refused(line.id, 'match', { parts: [part('nobody', 48_000)] })).status).toBe(400)
    await act(line.id, 'match', { parts: [part(a.slug, 30_000), part(b.slug, 18_000)] })
    expect(await suspense()).toBe(0)
    await act(line.id, 'undo')
    expect(await suspense()).toBe(48_000)
    await checked()
  })

  test('a debit pays an open payout and proves its arrival; undone it is open again', async () => {
    const payout = await createPayout(app.db, { amount_cents: 45_000 })
    const line = await oneLine(-45_000)
    await act(line.id, 'match', {
      parts: [{ target_type: 'payout', target_slug: payout.slug, amount_cents: 45_000 }],
    })
    const now = () =>
      app.db
        .selectFrom('payouts')
        .select(['state', 'paid_on', 'arrived_on'])
        .where('slug', '=', payout.slug)
        .executeTakeFirstOrThrow()
    expect(await now()).toEqual({ state: 'marked_paid', paid_on: '2026-11-20', arrived_on: '2026-11-20' })
    expect(await suspense()).toBe(0)
    const elsewhere = await clerk.post('/api/v4/payouts/unmark/', {
      payout_slugs: [payout.slug],
      reason: 'x',
    })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'payout_on_statement'])
    await act(line.id, 'undo')
    expect(await now()).toEqual({ state: 'open', paid_on: null, arrived_on: null })
    expect(await suspense()).toBe(-45_000)
    await checked()
  })

  test('a payout that was marked before is not debited twice', async () => {
    const payout = await createPayout(app.db, { amount_cents: 45_000, paid_on: '2026-11-19' })
    const { statements } = await bring({ lines: [{ cents: -45_000 }], opening: 100_000 })
    const read = async () => (await clerk.get(`${base}${statements[0]}/`)).body.reconciliation
    const causes = async () =>
      Object.fromEntries(
        (await read()).causes.map((one: { cause: string; cents: number }) => [one.cause, one.cents]),
      )
    const before = await causes()
    expect(before['payouts_not_debited']).toBe(45_000)
    const [line] = await linesOf(statements[0])
    await act(line.id, 'match', {
      parts: [{ target_type: 'payout', target_slug: payout.slug, amount_cents: 45_000 }],
    })
    expect((await causes())['payouts_not_debited']).toBeUndefined()
    expect((await read()).unexplained_cents).toBe(0)
    expect(await suspense()).toBe(0)
    await act(line.id, 'undo')
    expect(await suspense()).toBe(-45_000)
    await checked()
  })

  test('fees, providers and transfers between the house’s accounts', async () => {
    const second = 'DE02120300000000202051'
    await app.db
      .insertInto('bank_accounts')
      .values({ slug: 'second', title: 'Second', iban: second, created_at: app.clock.now })
      .execute()
    const fee = await oneLine(-1290)
    await act(fee.id, 'match', { parts: [{ target_type: 'fees', target_slug: 'fees', amount_cents: 1290 }] })
    const out = await oneLine(-5000, { text: 'Umbuchung' })
    const { statements } = await bring({ lines: [{ cents: 5000 }], iban: second })
    const [into] = await linesOf(statements[0])
    await act(out.id, 'match', {
      parts: [{ target_type: 'bank_account', target_slug: 'second', amount_cents: 5000 }],
    })
    await act(into.id, 'match', {
      parts: [{ target_type: 'bank_account', target_slug: 'main', amount_cents: 5000 }],
    })
    expect(await suspense()).toBe(0)
    expect((await clerk.get(`${base}${statements[0]}/`)).body.reconciliation).toMatchObject({
      ledger_cents: 5000,
      statement_cents: 5000,
      difference_cents: 0,
    })
    expect((await refused(out.id, 'undo', {})).body.code).toBe('line_moved_on')
    await act(into.id, 'undo')
    await act(out.id, 'undo')
    expect(await suspense()).toBe(0)
    await checked()
  })

  test('hold and ignore want a reason; what is decided is told with who and when', async () => {
    const line = await oneLine(4800)
    expect((await refused(line.id, 'ignore', { reason: '' })).status).toBe(400)
    expect((await refused(line.id, 'undo', {})).body.code).toBe('line_open')
    expect((await act(line.id, 'hold', { reason: 'Ask the sender' })).body).toMatchObject({
      state: 'held',
      reason: 'Ask the sender',
    })
    expect((await act(line.id, 'ignore', { reason: 'Not ours' })).body).toMatchObject({
      state: 'ignored',
      reason: 'Not ours',
    })
    expect(await suspense()).toBe(4800)
    const project = await createProject(app.db)
    const other = await app.as(['change_bank_statements'])
    const late = await refused(
      line.id,
      'match',
      { parts: [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }] },
      other,
    )
    expect([late.status, late.body.code, late.body.current.state]).toEqual([409, 'line_done', 'ignored'])
    expect(late.body.detail).toMatch(/^Test Person \d+ matched this line at 21.11.2026/)
    expect((await act(line.id, 'undo')).body.state).toBe('open')
  })

  test.runIf(process.env.TEST_DATABASE_URL)(
    'of several people at one line one wins, the others are told (PostgreSQL only: embedded sessions never race)',
    async () => {
      const project = await createProject(app.db)
      const line = await oneLine(4800)
      const part = { target_type: 'project', target_slug: project.slug, amount_cents: 4800 }
      const people = await Promise.all(Array.from({ length: 6 }, () => app.as(['change_bank_statements'])))
      const answers = await Promise.all(
        people.map((person, at) =>
          at % 3 === 2
            ? person.post(`/api/v4/bank-transactions/${line.id}/ignore/`, { reason: 'Not ours' })
            : person.post(`/api/v4/bank-transactions/${line.id}/match/`, { parts: [part] }),
        ),
      )
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
        200, 409, 409, 409, 409, 409,
      ])
      const told = answers.filter((answer) => answer.status === 409)
      expect(
        told.every(({ body }) => body.code === 'line_done' && /matched this line at/.test(body.detail)),
      ).toBe(true)
      await checked()
    },
  )

  test('money that came in is for no payout, money that went out for no project', async () => {
    const project = await createProject(app.db)
    const payout = await createPayout(app.db, { amount_cents: 500 })
    const [credit, debit] = [await oneLine(500), await oneLine(-500, { text: 'out' })]
    expect(
      (
        await refused(credit.id, 'match', {
          parts: [{ target_type: 'payout', target_slug: payout.slug, amount_cents: 500 }],
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await refused(debit.id, 'match', {
          parts: [{ target_type: 'project', target_slug: project.slug, amount_cents: 500 }],
        })
      ).status,
    ).toBe(400)
    await app.db.updateTable('projects').set({ is_banned: true }).where('id', '=', project.id).execute()
    expect(
      (
        await refused(credit.id, 'match', {
          parts: [{ target_type: 'project', target_slug: project.slug, amount_cents: 500 }],
        })
      ).body.code,
    ).toBe('project_closed')
  })

  test('a gift that a payout holds is not undone', async () => {
    const project = await createProject(app.db)
    const line = await oneLine(4800)
    await act(line.id, 'match', {
      parts: [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }],
    })
    await app.db.updateTable('fundings').set({ state: 'settled' }).execute()
    expect((await refused(line.id, 'undo', {})).body).toMatchObject({
      code: 'line_moved_on',
      blocking: [{ code: 'gift_settled' }],
    })
  })

  test('an unfinished split is kept for its person alone, until the line is done', async () => {
    const project = await createProject(app.db)
    const line = await oneLine(4800)
    const parts = [
      { target_type: 'project', target_slug: project.slug, title: project.title, amount_cents: 0 },
    ]
    const path = `/api/v4/bank-transactions/${line.id}/`
    expect((await clerk.call('PUT', `${path}draft/`, { body: { parts } })).status).toBe(204)
    expect((await clerk.get(path)).body.draft).toEqual(parts)
    expect((await (await app.as(['view_bank_statements'])).get(path)).body.draft).toEqual([])
    await act(line.id, 'hold', { reason: 'later' })
    expect((await clerk.get(path)).body.draft).toEqual([])
  })

  test('a credit matched with a project is a private donation of whoever the bank names; the donor is found again', async () => {
    const project = await createProject(app.db, { title: 'Demenzcafé', needs: [100_000] })
    const reader = await app.as(['change_private_donations'])
    const iban = 'DE89370400440532013000'
    for (const cents of [4800, 1200]) {
      const line = await oneLine(cents, { name: 'Renate Albers', iban, text: `Spende ${cents}` })
      const parts = [{ target_type: 'project', target_slug: project.slug, amount_cents: cents }]
      expect((await act(line.id, 'match', { parts })).status).toBe(200)
    }
    const { body } = await reader.get('/api/v4/private-donations/')
    expect(body).toMatchObject({
      count: 2,
      sum_cents: 6000,
      results: [
        { number: 'PS-2026-0002', channel: 'bank_transfer', state: 'confirmed', note: 'Spende 1200' },
        { number: 'PS-2026-0001', donor: { name: 'Renate Albers' }, project: { slug: project.slug } },
      ],
    })
    const donors = await app.db.selectFrom('donors').select('iban').execute()
    expect(donors).toEqual([{ iban }])
    await checked()
  })

  test('a pledge is suggested by number or by its donor, confirmed with what came, and pledged again when undone', async () => {
    const project = await createProject(app.db, { title: 'Demenzcafé', needs: [100_000] })
    const reader = await app.as(['change_private_donations'])
    const donor = { name: 'Renate Albers', email: '', iban: 'DE89370400440532013000' }
    const pledge = async () =>
      (
        await reader.post('/api/v4/private-donations/', {
          project_slug: project.slug,
          amount_cents: 5000,
          received_on: '2026-11-19',
          channel: 'bank_transfer',
          state: 'pledged',
          donor,
        })
      ).body as { slug: string; number: string }
    const seen = async (slug: string) => {
      const { state, amount_cents, received_on } = (await reader.get(`/api/v4/private-donations/${slug}/`))
        .body
      return [state, amount_cents, received_on]
    }
    const [named, known] = [await pledge(), await pledge()]
    const { statements, lines_matched } = await bring({
      lines: [
        { cents: 5000, name: 'R. Albers', text: `Spende ${named.number}` },
        { cents: 4000, name: 'Renate Albers', iban: donor.iban, text: 'wie versprochen' },
      ],
    })
    expect([lines_matched, await seen(named.slug)]).toEqual([1, ['confirmed', 5000, '2026-11-20']])
    const [auto, open] = await linesOf(statements[0])
    const { suggestions } = (await clerk.get(`/api/v4/bank-transactions/${open.id}/`)).body
    expect(suggestions[0]).toMatchObject({ target_type: 'private_donation', target_slug: known.slug })
    const parts = [{ target_type: 'private_donation', target_slug: known.slug, amount_cents: 4000 }]
    const matched = await act(open.id, 'match', { parts })
    expect([matched.status, matched.body.parts]).toEqual([200, [{ ...parts[0], title: known.number }]])
    expect(await seen(known.slug)).toEqual(['confirmed', 4000, '2026-11-20'])
    await checked()

    const again = await oneLine(4000, { text: 'noch einmal' })
    const taken = await refused(again.id, 'match', { parts })
    expect([taken.status, taken.body.code]).toEqual([409, 'gift_not_pledged'])
    for (const line of [auto, open]) expect((await act(line.id, 'undo')).body.state).toBe('open')
    expect(await seen(known.slug)).toEqual(['pledged', 5000, expect.any(String)])
    expect((await seen(named.slug))[0]).toBe('pledged')
    await checked()
  })

  test('a gift of which something went back is not undone', async () => {
    const project = await createProject(app.db, { needs: [100_000] })
    const line = await oneLine(4800, { name: 'Renate Albers' })
    const parts = [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }]
    await act(line.id, 'match', { parts })
    const reader = await app.as(['change_private_donations'])
    const [gift] = (await reader.get('/api/v4/private-donations/')).body.results
    const back = await reader.post(`/api/v4/private-donations/${gift.slug}/refund/`, {
      amount_cents: 800,
      reason: 'Irrtum',
    })
    expect(back.status).toBe(200)
    const answer = await refused(line.id, 'undo', {})
    expect([answer.status, answer.body.blocking[0].code]).toEqual([409, 'gift_returned'])
  })

  test('number and exact amount match by themselves, visibly, and are undone like others', async () => {
    const payout = await createPayout(app.db, { amount_cents: 45_000 })
    const { statements, lines_matched } = await bring({
      lines: [
        { cents: -45_001, text: `SEPA ${payout.number}` },
        { cents: -45_000, text: `SEPA ${payout.number}` },
        { cents: -45_000, text: 'no number' },
      ],
    })
    const lines = await linesOf(statements[0])
    expect([
      lines_matched,
      lines.map((line: { state: string; is_auto: boolean }) => [line.state, line.is_auto]),
    ]).toEqual([
      1,
      [
        ['open', false],
        ['matched', true],
        ['open', false],
      ],
    ])
    expect((await act(lines[1].id, 'undo')).body.state).toBe('open')
    await checked()
  })
})

test('the difference between bank and ledger is explained to the cent', async () => {
  const { statements } = await bring({ lines: [{ cents: 1000 }], opening: 500 })
  await createPayout(app.db, { amount_cents: 300, paid_on: '2026-11-19' })
  const { reconciliation } = (await clerk.get(`${base}${statements[0]}/`)).body
  expect(reconciliation).toMatchObject({ statement_cents: 1500, unexplained_cents: 0 })
  const sum = reconciliation.causes.reduce((total: number, one: { cents: number }) => total + one.cents, 0)
  expect(sum).toBe(reconciliation.difference_cents)
  expect(reconciliation.causes).toContainEqual({ cause: 'before_first', count: 1, cents: 500 })
})
