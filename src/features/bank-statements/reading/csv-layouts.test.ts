import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectedOf, type Layout, layouts, models } from '#test/bank-csv-layouts.ts'
import { runs } from '#test/runs.ts'
import { endsIn, linesIn, partsOf, refusalOf } from '#test/statements.ts'
import { StatementError } from './statement.ts'

async function read(content: Uint8Array) {
  const parts = await partsOf(content)
  const lines = linesIn(parts).map(({ booked_on, valued_on, amount_cents, name, iban, text, reference }) => {
    return { booked_on, valued_on, amount_cents, name, iban, text, reference }
  })
  const { opening_cents, closing_cents, pending } = endsIn(parts)[0]!
  const account = parts.flatMap((part) => (part.kind === 'begin' ? [part.account] : []))[0] ?? null
  const named =
    account &&
    ('iban' in account ? account.iban : `DE89${account.bank_code}${account.number.padStart(10, '0')}`)
  return { lines, balances: { opening_cents, closing_cents }, pending, account: named }
}

test.each(layouts.map((layout) => [layout.name, layout] as const))(
  '%s: any statement is read back unchanged',
  async (_name, layout) => {
    await fc.assert(
      fc.asyncProperty(models, async (model) => {
        expect(await read(layout.write(model))).toEqual(expectedOf(layout, model))
      }),
      { numRuns: runs(12) },
    )
  },
)

/** Amounts of a file, or undefined when it is refused. */
async function centsOf(content: Uint8Array): Promise<number[] | undefined> {
  try {
    return linesIn(await partsOf(content)).map((line) => line.amount_cents)
  } catch (error) {
    if (error instanceof StatementError) return undefined
    throw error
  }
}
const layoutsOf = fc.constantFrom(...layouts)

test('a truncated file is refused or has fewer lines, but never other amounts', async () => {
  await fc.assert(
    fc.asyncProperty(
      layoutsOf,
      models,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (layout, model, share) => {
        const content = layout.write(model)
        const cents = await centsOf(content.subarray(0, Math.floor(content.length * share)))
        if (cents) expect(cents).toEqual(amountsOf(layout, model).slice(0, cents.length))
      },
    ),
    { numRuns: runs(150) },
  )
})

test('a file concatenated with itself is refused, or read as two statements with the same lines', async () => {
  await fc.assert(
    fc.asyncProperty(layoutsOf, models, async (layout, model) => {
      const days = new Set(model.lines.filter((one) => !one.pending).map((one) => one.day))
      fc.pre(days.size > 1)
      const content = layout.write(model)
      let parts
      try {
        parts = await partsOf(Buffer.concat([content, content]))
      } catch (error) {
        if (error instanceof StatementError) return
        throw error
      }
      expect(endsIn(parts)).toHaveLength(2)
      const amounts = amountsOf(layout, model)
      expect(linesIn(parts).map((line) => line.amount_cents)).toEqual([...amounts, ...amounts])
    }),
    { numRuns: runs(80) },
  )
})

test('concatenated files of two banks are refused', async () => {
  await fc.assert(
    fc.asyncProperty(layoutsOf, layoutsOf, models, async (layout, other, model) => {
      fc.pre(layout.name.split(/[ ,]/)[0] !== other.name.split(/[ ,]/)[0])
      // Bytes appended to UTF-16 are not valid text.
      fc.pre(!`${layout.name}${other.name}`.includes('UTF-16'))
      const both = Buffer.concat([layout.write(model), other.write(model)])
      expect(await centsOf(both)).toBeUndefined()
    }),
    { numRuns: runs(80) },
  )
})

const amountsOf = (layout: Layout, model: Parameters<Layout['write']>[0]) =>
  expectedOf(layout, model).lines.map((line) => line.amount_cents)

test('numbers rewritten by a spreadsheet are refused with advice', async () => {
  const headings =
    'Bezeichnung Auftragskonto;IBAN Auftragskonto;Buchungstag;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;Verwendungszweck;Betrag;Waehrung'
  const row = (iban: string, amount: string) => `Giro;;20.11.2026;Ulf;${iban};Spende;${amount};EUR`
  for (const [iban, amount] of [
    ['', '-39,2'],
    ['', '20'],
    ['6,17E+025', '20,00'],
  ] as const)
    expect((await refusalOf(`${headings}\n${row(iban, amount)}\n`)).slice(0, 2)).toEqual([
      'saved_by_spreadsheet',
      2,
    ])
})

test('payment service fees become separate lines, and a file with only other currencies is refused', async () => {
  const head = 'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance'
  const row = (amount: string, fee: string, balance: string, more = 'EUR,COMPLETED', product = 'Current') =>
    `TRANSFER,${product},2026-11-20 09:00:00,2026-11-20 10:00:00,Spende,${amount},${fee},${more},${balance}`
  const parts = await partsOf(
    `${head}\n${row('50.00', '1.20', '148.80')}\n${row('10.00', '0.00', '158.80')}\n`,
  )
  expect(linesIn(parts).map((line) => line.amount_cents)).toEqual([5_000, -120, 1_000])
  expect(endsIn(parts)[0]).toMatchObject({ opening_cents: 10_000, closing_cents: 15_880 })
  const reverted = `${head}\n${row('50.00', '0.00', '50.00')}\n${row('5.00', '0.00', '', 'EUR,REVERTED')}\n`
  expect(endsIn(await partsOf(reverted))[0]).toMatchObject({ pending: 1 })
  const savings = `${head}\n${row('50.00', '0.00', '50.00')}\n${row('5.00', '0.00', '5.00', 'EUR,COMPLETED', 'Savings')}\n`
  expect((await refusalOf(savings)).slice(0, 2)).toEqual(['several_accounts', 3])
  const dollars = `${head}\n${row('50.00', '0.00', '50.00', 'USD,COMPLETED')}\n`
  expect((await refusalOf(dollars)).slice(0, 2)).toEqual(['foreign_currency', 2])
})

test('imports only the EUR rows of a Revolut file and checks their balances against each other', async () => {
  const head = 'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance'
  const row = (money: string) => `TRANSFER,Current,2026-11-20 09:00:00,2026-11-20 10:00:00,Gift,${money}`
  const file = [
    head,
    row('50.00,0.00,EUR,COMPLETED,150.00'),
    row('7.00,0.00,USD,COMPLETED,7.00'),
    row('9.00,0.00,USD,PENDING,'),
    row('3.00,0.00,CHF,COMPLETED,900.00'),
    row('-10.00,0.00,EUR,COMPLETED,140.00'),
  ].join('\n')
  const parts = await partsOf(file)
  expect(linesIn(parts).map((line) => line.amount_cents)).toEqual([5_000, -1_000])
  expect(endsIn(parts)[0]).toMatchObject({
    opening_cents: 10_000,
    closing_cents: 14_000,
    pending: 0,
    notes: ['other_currency:USD:2', 'other_currency:CHF:1'],
  })
  expect((await refusalOf(file.replace('140.00', '141.00')))[0]).toBe('wrong_running_balance')
})

test('imports the EUR side of a Wise file, exchanges into EUR included', async () => {
  const head =
    'ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Target fee amount,Target fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate,Reference'
  const row = (direction: string, source: string, target: string) =>
    `T,COMPLETED,${direction},2026-11-20 09:00:00,2026-11-20 10:00:00,0.00,${source.slice(-3)},,,A,${source},B,${target},1.0,x`
  const parts = await partsOf(
    [
      head,
      row('IN', '10.00,EUR', '10.00,EUR'),
      row('IN', '20.00,USD', '20.00,USD'),
      row('OUT', '5.00,GBP', '6.00,EUR'),
      row('OUT', '4.00,EUR', '4.40,USD'),
      row('NEUTRAL', '11.00,USD', '9.50,EUR'),
      row('NEUTRAL', '3.00,EUR', '3.30,USD'),
    ].join('\n'),
  )
  expect(linesIn(parts).map((line) => line.amount_cents)).toEqual([1_000, -400, 950, -300])
  expect(endsIn(parts)[0]!.notes).toEqual([
    'other_currency:USD:1',
    'other_currency:GBP:1',
    'balance_not_in_file',
  ])
})
