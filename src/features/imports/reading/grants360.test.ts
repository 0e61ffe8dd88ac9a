import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReadError } from '#shared/reading/errors.ts'
import { grants360Columns, readGrants360 } from './grants360.ts'
import { readJsonItems } from '#server/reading/json-items.ts'

async function* pieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const items = async (text: string, size = 7) =>
  (await Array.fromAsync(readJsonItems(pieces(text, size), 'grants'))).map((item) => item.value)

describe('readJsonItems', () => {
  test.each<[string, string, unknown[]]>([
    ['an array under its key', '{"grants":[{"a":1},{"b":[2,{}]}]}', [{ a: 1 }, { b: [2, {}] }]],
    [
      'what stands around it',
      '{"x":[1,{"grants":[9]}],"y":"]}","grants" : [ 1 , "a,]" ,null ], "z":{"q":[]}}',
      [1, 'a,]', null],
    ],
    ['an outermost array', ' [ {"a":"\\"]}\\\\"} , [1] ]\n', [{ a: '"]}\\' }, [1]]],
    ['an empty array', '{"grants":[]}', []],
    ['the key as a value is not the key', '{"a":"grants","b":[1],"grants":[2]}', [2]],
  ])('%s', async (_name, text, values) => {
    for (const size of [1, 2, 5, 1_000]) expect(await items(text, size)).toEqual(values)
  })

  test.each<[string, string, ReadError]>([
    ['cut off in the array', '{"grants":[{"a":1},{"b"', new ReadError('bad_json', 2)],
    ['cut off after the array', '{"grants":[{"a":1}]', new ReadError('bad_json', 2)],
    ['a broken element', '{"grants":[{"a":1},{b:2}]}', new ReadError('bad_json', 2)],
    ['no comma', '{"grants":[{}{}]}', new ReadError('bad_json', 2)],
    ['two commas', '{"grants":[1,,2]}', new ReadError('bad_json', 2)],
    ['a comma at the end', '{"grants":[1,]}', new ReadError('bad_json', 2)],
    ['something behind the end', '[1] x', new ReadError('bad_json', 2)],
    ['no JSON', 'hello', new ReadError('bad_json', 1)],
    ['another key', '{"awards":[1]}', new ReadError('no_grants')],
    ['the key without an array', '{"grants":{"a":[1]}}', new ReadError('no_grants')],
    ['an endless element', `["${'x'.repeat(2_000_001)}"]`, new ReadError('grant_too_large', 1)],
  ])('%s is refused', async (_name, text, error) => {
    await expect(items(text, 1_000)).rejects.toEqual(error)
  })

  test('any array is read back, cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (values, size, wide) => {
          const text = JSON.stringify(
            { before: { grants: [0] }, grants: values, after: '"[' },
            null,
            wide ? 2 : 0,
          )
          // JSON text cannot express negative zero.
          expect(await items(text, size)).toEqual(JSON.parse(JSON.stringify(values)))
        },
      ),
    )
  })
})

describe('readGrants360', () => {
  const rows = (...grants: unknown[]) =>
    Array.fromAsync(readGrants360(pieces(JSON.stringify({ grants }), 50)))
  const named = (cells: unknown[]) =>
    Object.fromEntries(
      grants360Columns.map((name, i) => [name, cells[i]]).filter(([, value]) => value !== ''),
    )

  test('a grant becomes a row of known columns', async () => {
    const [row] = await rows({
      id: '360G-X-1',
      title: 'Grant to A',
      description: 'Music',
      currency: 'GBP',
      amountAppliedFor: 20_000,
      amountAwarded: 15_000.5,
      awardDate: '2020-11-03T00:00:00+00:00',
      plannedDates: [{ startDate: '2021-01-01', endDate: '2021-12-31', duration: 12 }],
      recipientOrganization: [{ id: 'GB-CHC-5', name: 'A', postalCode: 'M13 9RD', addressLocality: 'York' }],
      grantProgramme: [{ title: 'Heritage' }],
      fundingOrganization: [{ name: 'F' }],
    })
    expect(row!.line).toBe(1)
    expect(named(row!.cells)).toEqual({
      external_id: '360G-X-1',
      organization_title: 'A',
      organization_register_number: 'GB-CHC-5',
      organization_postcode: 'M13 9RD',
      organization_city: 'York',
      project_title: 'Grant to A',
      project_description: 'Music',
      amount: 15_000.5,
      applied_amount: 20_000,
      currency: 'GBP',
      date: '2020-11-03T00:00:00+00:00',
      starts_on: '2021-01-01',
      ends_on: '2021-12-31',
      topic: 'Heritage',
      funder: 'F',
    })
  })

  test("hostile shapes give empty cells, and a publisher's own id is no register number", async () => {
    const [first, second] = await rows(
      { title: {}, amountAwarded: '12', recipientOrganization: [{ id: '360G-ORG:A', name: 'A' }] },
      'not a grant',
    )
    expect(named(first!.cells)).toEqual({ amount: '12', organization_title: 'A' })
    expect(named(second!.cells)).toEqual({})
  })

  test('a grant to several recipients is reported, because its shares are unknown', async () => {
    const [row] = await rows({ recipientOrganization: [{ name: 'A' }, { name: 'B' }] })
    expect(row).toMatchObject({ problem: 'several_recipients' })
  })

  test('a file without grants is refused as such', async () => {
    await expect(rows()).rejects.toMatchObject({ code: 'no_grants' })
  })
})
