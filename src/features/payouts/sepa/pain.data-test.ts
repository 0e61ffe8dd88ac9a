import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { runs } from '#test/runs.ts'
import { bankText, cut } from './characters.ts'
import { painFormats, painXml, type PaymentOrder } from './pain.ts'
import { longestName, remittanceOf } from './remittance.ts'

// The ISO schemas are kept beside the checkout with the other real files.
const schemas = join(import.meta.dirname, '../../../../../shared/data/schemas')

const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 })
const party = fc.record({
  name: name.map((text) => cut(bankText(`V ${text}`).text, longestName)),
  iban: fc.constantFrom('DE89370400440532013000', 'CH9300762011623852957'),
  bic: fc.constantFrom('', 'BYLADEM1001', 'COBADEFF'),
})
const order: fc.Arbitrary<PaymentOrder> = fc.record({
  message_id: fc.constant('SEPA-2026-0001'),
  created_at: fc.constant(new Date('2026-11-21T09:00:00Z')),
  execute_on: fc.constant('2026-11-23'),
  payer: party.map((one) => ({ ...one, town: 'Musterstadt', country: 'DE' })),
  payments: fc.uniqueArray(
    fc.record({
      end_to_end_id: fc.integer({ min: 1, max: 9_999_999 }).map((n) => `AZ-2026-${n}`),
      amount_cents: fc.integer({ min: 1, max: 99_999_999_999 }),
      recipient: party,
      remittance: name.map(
        (title) => remittanceOf({ number: 'AZ-2026-0425', title, purpose: 'Spende' }).text,
      ),
    }),
    { minLength: 1, maxLength: 20, selector: (payment) => payment.end_to_end_id },
  ),
})

/** Errors that `xmllint --schema` reports. */
async function errorsIn(format: string, contents: string): Promise<string[]> {
  const schema = readFileSync(join(schemas, `${format}.xsd`), 'utf8')
  const { errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents }],
    schema: [{ fileName: `${format}.xsd`, contents: schema }],
  })
  return errors.map((error) => error.message)
}

test.each(painFormats)(
  '%s is valid against the ISO schema for any project and recipient names',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(order, async (given) => {
        expect(await errorsIn(format, painXml(format, given))).toEqual([])
      }),
      { numRuns: runs(15) },
    )
  },
)

test.each(painFormats)(
  '%s with a missing tag fails validation, which proves the check works',
  async (format) => {
    const [given] = fc.sample(order, { numRuns: 1, seed: 1 })
    const broken = painXml(format, given!).replace(/<PmtMtd>TRF<\/PmtMtd>/, '')
    expect(await errorsIn(format, broken)).not.toEqual([])
  },
)
