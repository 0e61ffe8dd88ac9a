import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { anyStatement, dialects, inDialect } from '#test/statement-dialects.ts'
import {
  camt,
  camtEntry,
  endsIn,
  linesIn,
  type MadeStatement,
  partsOf,
  refusalOf,
  report,
} from '#test/statements.ts'
import { zip } from '#test/zip.ts'

// Writes one statement in each bank's format; reading it back must give the same.

const written: Record<string, (statement: MadeStatement) => string> = {
  'CAMT.053 version 2': (statement) => camt([statement], '02'),
  'CAMT.053 version 8': (statement) => camt([statement], '08'),
  'CAMT.052 version 2': (statement) => report(statement, { version: '02' }),
  'CAMT.052 version 8': (statement) => report(statement, { opening: 'OPBD', closing: 'CLBD' }),
  ...Object.fromEntries(
    dialects.map((dialect) => [`MT940, ${dialect}`, (one: MadeStatement) => inDialect(one, dialect)]),
  ),
}

const linesOf = ({ lines }: MadeStatement, format: string) =>
  lines.map(({ cents, day, name, iban, text, reference }) => ({
    amount_cents: cents,
    booked_on: day,
    text,
    ...(!format.endsWith('unstructured') && { name, iban, reference }),
  }))

test.each(Object.keys(written))(
  '%s: every line and both balances are read back unchanged',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(anyStatement, async (statement) => {
        const parts = await partsOf(written[format]!(statement))
        expect(linesIn(parts)).toMatchObject(linesOf(statement, format))
        const sum = statement.lines.reduce((total, { cents }) => total + cents, 0)
        expect(endsIn(parts)).toMatchObject([
          { opening_cents: statement.opening, closing_cents: statement.opening! + sum, pending: 0 },
        ])
      }),
      { numRuns: runs(50) },
    )
  },
)

const format = fc.constantFrom(...Object.keys(written))

test('no line of a truncated file is lost silently', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyStatement,
      format,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (one, how, at) => {
        const whole = written[how]!(one)
        const cut = whole.slice(0, Math.floor(at * whole.length))
        let read: unknown
        try {
          read = linesIn(await partsOf(cut))
        } catch {
          expect((await refusalOf(cut))[0]).not.toBe('')
          return
        }
        expect(read).toMatchObject(linesOf(one, how))
      },
    ),
    { numRuns: runs(50) },
  )
})

test('balances reveal a duplicated or missing line', async () => {
  await fc.assert(
    fc.asyncProperty(anyStatement, format, fc.boolean(), async (one, how, isTwice) => {
      const [first, ...others] = one.lines
      const sum = one.lines.reduce((total, { cents }) => total + cents, one.opening!)
      const lines = isTwice ? [first!, ...one.lines] : others
      const wrong = written[how]!({ ...one, lines })
      const right = written[how]!({ ...one, lines: [], closing: sum, opening: sum })
      // The closing balance is that of the correct statement.
      const [mine, its] = how.startsWith('MT940')
        ? [/:62F:.*/.exec(wrong)![0], /:62F:.*/.exec(right)![0]]
        : [lastBalance(wrong), lastBalance(right)]
      expect((await refusalOf(wrong.replaceAll(mine, its)))[0]).toBe('wrong_balance')
    }),
    { numRuns: runs(30) },
  )
})

const lastBalance = (file: string) => file.slice(file.lastIndexOf('<Bal>'), file.lastIndexOf('</Bal>'))

test('reads mixed formats in one ZIP, and pending entries between booked ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyStatement, format), { minLength: 1, maxLength: 4 }),
      async (all) => {
        const pending = camtEntry({ cents: 999 }).replace('BOOK', 'PDNG')
        const files = all.map(([one, how], at) => ({
          name: `${at}`,
          data: Buffer.from(written[how]!(one).replace('<Ntry>', `${pending}<Ntry>`)),
        }))
        const parts = await partsOf(zip(...files))
        for (const [at, [one, how]] of all.entries()) {
          const own = parts.filter(({ file }) => file === `${at}`)
          expect(linesIn(own)).toMatchObject(linesOf(one, how))
          expect(endsIn(own)[0]!.pending).toBe(how.startsWith('CAMT') ? 1 : 0)
        }
      },
    ),
    { numRuns: runs(20) },
  )
})
