import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pain002, type WrittenAnswer } from '#test/pain002.ts'
import { runs } from '#test/runs.ts'
import { readAnswer } from './pain002.ts'
import { resultsOf, type SentFile } from './results.ts'

const read = (text: string) =>
  readAnswer(
    // oxlint-disable-next-line typescript/require-await -- a stream of one piece
    (async function* () {
      yield text
    })(),
  )
const original = 'SEPA-2026-0001'
const iban = 'DE02120300000000202051'
const sent = (n: number): SentFile => ({
  message_id: original,
  payer_iban: 'DE89370400440532013000',
  control_cents: n * 100,
  payments: Array.from({ length: n }, (_, at) => ({
    payout_id: at + 1,
    end_to_end_id: `AZ-2026-${String(at + 1).padStart(4, '0')}`,
    amount_cents: 100,
    iban,
  })),
})
/** Reads an answer to a file of `payments` payments: id, code, reason, words and name. */
async function said(answer: Omit<WrittenAnswer, 'original'>, payments = 3) {
  const results = resultsOf(await read(pain002({ original, ...answer })), sent(payments))
  return results.map(({ payout_id, about, status, reason, words, bank_name }) =>
    [payout_id, about, status, reason, words, bank_name].filter((part) => part !== ''),
  )
}

describe.each(['03', '10'] as const)('pain.002.001.%s', (version) => {
  test('reads a verification of payee: each result, and for a close match the name at the bank', async () => {
    const results = await said({
      version,
      group: 'RVCM',
      said: [
        {
          id: 'AZ-2026-0001',
          status: 'RVMC',
          words: ['Müller & Söhne GmbH'],
          name: 'Mueller',
          amount_cents: 100,
          iban,
        },
        { id: 'AZ-2026-0002', status: 'RVNM' },
        { id: 'AZ-2026-0003', status: 'RVNA', reason: 'AB11' },
      ],
    })
    expect(results).toEqual([
      [1, 'verification', 'RVMC', 'Müller & Söhne GmbH'],
      [2, 'verification', 'RVNM'],
      [3, 'verification', 'RVNA', 'AB11'],
    ])
  })

  test('reads a status report: rejected payments with reason and words, executed ones without', async () => {
    const results = await said({
      version,
      group: 'PART',
      said: [
        { id: 'AZ-2026-0002', status: 'RJCT', reason: 'AC04', words: ['Konto', 'aufgelöst'] },
        { id: 'AZ-2026-0001', status: 'ACSC' },
        { id: 'AZ-2026-0003', status: 'PDNG' },
      ],
    })
    expect(results).toEqual([
      [1, 'status', 'ACSC'],
      [2, 'status', 'RJCT', 'AC04', 'Konto aufgelöst'],
      [3, 'status', 'PDNG'],
    ])
  })
})

test('counted matches apply to all payments that are not named', async () => {
  const named = [{ id: 'AZ-2026-0002', status: 'RVNM' }]
  expect(await said({ group: 'RVCM', counts: { RCVC: 2, RVNM: 1 }, said: named })).toEqual([
    [1, 'verification', 'RCVC'],
    [2, 'verification', 'RVNM'],
    [3, 'verification', 'RCVC'],
  ])
  // Two statuses for two payments, or too few: it is unclear which payment has which status.
  const unclear: Record<string, number>[] = [
    { RCVC: 1, RVNA: 1, RVNM: 1 },
    { RCVC: 1, RVNM: 1 },
  ]
  for (const counts of unclear)
    expect(await said({ group: 'RVCM', counts, said: named })).toEqual([[2, 'verification', 'RVNM']])
})

test('without payments, the status of the batch or of the message applies to each', async () => {
  expect(await said({ batchStatus: 'RCVC' }, 2)).toEqual([
    [1, 'verification', 'RCVC'],
    [2, 'verification', 'RCVC'],
  ])
  expect(await said({ group: 'RJCT', groupReason: 'AM05', batch: null }, 2)).toEqual([
    [1, 'status', 'RJCT', 'AM05'],
    [2, 'status', 'RJCT', 'AM05'],
  ])
  expect(await said({ group: 'PART', batchStatus: 'PART' })).toEqual([])
})

test("a named payment without a status gets its batch's status and keeps its own reason", async () => {
  expect(await said({ batchStatus: 'RJCT', said: [{ id: 'AZ-2026-0001', reason: 'AC01' }] }, 1)).toEqual([
    [1, 'status', 'RJCT', 'AC01'],
  ])
})

test('PDNG counts as verification when the answer is about one, otherwise as payment status', async () => {
  const pending = { id: 'AZ-2026-0001', status: 'PDNG' }
  expect(await said({ said: [pending] })).toEqual([[1, 'status', 'PDNG']])
  expect(await said({ group: 'RVCM', said: [pending] })).toEqual([[1, 'verification', 'PDNG']])
})

test('a name split over two fields is joined', async () => {
  const name = `Verein ${'x'.repeat(110)} Ende`
  const words = [name.slice(0, 105), name.slice(105)]
  expect(await said({ said: [{ id: 'AZ-2026-0001', status: 'RVMC', words }] })).toEqual([
    [1, 'verification', 'RVMC', name],
  ])
})

test.each([
  ['2026-11-21T10:00:00+01:00', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T09:00:00.123Z', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T10:00:00', '2026-11-21T09:00:00.000Z'],
  ['2026-07-21T10:00:00', '2026-07-21T08:00:00.000Z'],
  ['2026-10-25T04:00:00', '2026-10-25T03:00:00.000Z'],
])("the bank's timestamp %s is read as %s", async (made, instant) => {
  expect((await read(pain002({ original, made }))).made_at.toISOString()).toBe(instant)
})

const one = { id: 'AZ-2026-0001', status: 'ACSC' }
test.each([
  ['unknown_batch', { batch: 'OTHER' }],
  ['unknown_payment', { said: [{ id: 'AZ-2026-9999', status: 'ACSC' }] }],
  ['payment_twice', { said: [one, one] }],
  ['other_amount', { said: [{ ...one, amount_cents: 200 }] }],
  ['other_account', { said: [{ ...one, iban: 'DE89370400440532013000' }] }],
  ['other_payer', { said: [one], payer: iban }],
  ['other_count', { payments: 4 }],
  ['other_sum', { sum: '3.01' }],
  ['broken_answer', { said: [{ ...one, status: 'done' }] }],
  ['broken_answer', { counts: { RCVC: -1 } }],
  ['missing', { made: 'yesterday' }],
  ['missing', { made: '2026-13-21T10:00:00' }],
  ['missing', { made: '2026-11-21T10:00:00+99:99' }],
  ['missing', { made: '1926-11-21T10:00:00Z' }],
  ['missing', { message: 'x'.repeat(36) }],
])('%s is reported for an answer that contradicts the file: %j', async (code, answer) => {
  await expect(said(answer as Omit<WrittenAnswer, 'original'>)).rejects.toMatchObject({ code })
})

test.each([
  ['not_an_answer', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>'],
  ['not_an_answer', '<html/>'],
  ['not_an_answer', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"/>'],
  ['unknown_version', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.99"/>'],
  ['truncated', pain002({ original }).slice(0, 300)],
  ['doctype', `<!DOCTYPE a [<!ENTITY b "c">]>${pain002({ original }).slice(40)}`],
])('%s is reported for a file that is no readable answer', async (code, text) => {
  await expect(read(text)).rejects.toMatchObject({ code })
})

test('any content yields an answer or a refusal with a code', async () => {
  const whole = pain002({ original, group: 'RVCM', counts: { RCVC: 2 }, said: [one] })
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), fc.nat(40), fc.string({ unit: 'binary' }), async (at, n, text) => {
      const broken = whole.slice(0, at) + text + whole.slice(at + n)
      const error = await read(broken).catch((failure: unknown) => failure)
      if (error instanceof Error) expect(error).toHaveProperty('code')
    }),
    { numRuns: runs(200) },
  )
})
