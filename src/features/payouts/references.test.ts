import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { amountSeen, referencesIn } from './references.ts'

const numbersIn = (text: string) => referencesIn(text).references.map(({ number }) => number)

test('finds pasted references in any notation, each once, and reports the other lines', () => {
  const text = 'AZ-2026-0412\naz 2026 0413, AZ20260414\n\nAZ-2026-0412\nMiete November\nXAZ-2026-0415'
  expect(numbersIn(text)).toEqual(['AZ-2026-0412', 'AZ-2026-0413', 'AZ-2026-0414'])
  expect(referencesIn(text).others).toEqual(['Miete November', 'XAZ-2026-0415'])
})

test('reads numbers and amounts from lines of a CSV statement and ignores other lines', () => {
  const text = [
    'Buchungstag;Verwendungszweck;Betrag',
    '20.11.2026;"AZ-2026-0412 - Schulgarten - Spende";-1.234,56',
    '20.11.2026;Miete;-900,00',
  ].join('\n')
  const { references, others } = referencesIn(text)
  expect(references).toEqual([{ number: 'AZ-2026-0412', amounts: [123_456] }])
  expect(others).toEqual([])
  expect(amountSeen(references[0]!, 123_456)).toBe('same')
  expect(amountSeen(references[0]!, 123_457)).toBe('other')
  expect(amountSeen({ number: 'AZ-2026-0001', amounts: [] }, 1)).toBe('none')
})

test('reads a camt.053 payment by payment, also inside a batch', () => {
  const payment = (number: string, amount: string) =>
    `<TxDtls><Refs><EndToEndId>${number}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>
     <RmtInf><Ustrd>${number} - Garten</Ustrd></RmtInf></TxDtls>`
  const text = `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>
    <Ntry><Amt Ccy="EUR">300.00</Amt><NtryDtls>${payment('AZ-2026-0001', '100.00')}${payment('AZ-2026-0002', '200.00')}</NtryDtls></Ntry>
    <Ntry><Amt Ccy="EUR">45.00</Amt><AddtlNtryInf>Fee</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`
  const { references, others } = referencesIn(text)
  expect(references.map(({ number, amounts }) => [number, new Set(amounts)])).toEqual([
    ['AZ-2026-0001', new Set([10_000])],
    ['AZ-2026-0002', new Set([20_000])],
  ])
  expect(others).toEqual([])
})

test('an amount next to several numbers is assigned to none', () => {
  expect(referencesIn('AZ-2026-0001 AZ-2026-0002 300,00').references.map(({ amounts }) => amounts)).toEqual([
    [],
    [],
  ])
})

test('every displayed number is found again in any surrounding text', () => {
  const word = fc.stringMatching(/^[a-zäöü ,;]{0,12}$/)
  const number = fc.tuple(fc.integer({ min: 2000, max: 2199 }), fc.integer({ min: 1, max: 1_000_000 }))
  fc.assert(
    fc.property(fc.array(fc.tuple(word, number), { minLength: 1, maxLength: 8 }), (parts) => {
      const shown = parts.map(([, [year, n]]) => `AZ-${year}-${String(n).padStart(4, '0')}`)
      const text = parts.map(([before], at) => `${before} ${shown[at]}`).join('\n')
      expect(numbersIn(text)).toEqual([...new Set(shown)])
    }),
    { numRuns: runs(200) },
  )
})
