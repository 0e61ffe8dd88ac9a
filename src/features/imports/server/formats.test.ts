import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { importApp } from '#test/import-app.ts'

const imports = importApp()

describe('reads every file format', () => {
  const table = [
    ['Empfänger', 'Zweck', 'Betrag in Euro', 'Datum'],
    ['Größe e. V.', 'Saal, "neu"', '1.234,50', '26.1.2024'],
    ['Größe e. V.', 'Zeile\nzwei', '361800,84 €', '29.1.24'],
  ]
  const csv = (separator: string) =>
    table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n')
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['UTF-8, comma', () => Buffer.from(csv(','))],
    ['UTF-8 with BOM, semicolon', () => Buffer.from(`\ufeff${csv(';')}`)],
    ['UTF-16, tab', () => utf16(csv('\t'))],
    ['UTF-16 big-endian', () => utf16(csv(';')).swap16()],
    ['Windows-1252', () => Buffer.from(csv(';').replace('€', '\x80'), 'latin1')],
    ['XLSX', () => writeXlsx({ sheets: [{ name: 'S', rows: table }] })],
  ])('%s', async (_, content) => {
    const { body } = await imports.upload(await content(), 'x')
    const expected = { gifts: 2, cents: 36_303_534 }
    expect(await imports.act(body.id, 'run', expected)).toMatchObject({ state: 'done', failure: null })
    const { organizations, projects, gifts } = await imports.everything()
    expect(organizations.map((row) => row.title)).toEqual(['Größe e. V.'])
    expect(projects.map((row) => row.title)).toEqual(['Saal, "neu"', 'Zeile zwei'])
    expect(gifts.map((row) => [row.amount_cents, row.received_on])).toEqual([
      [123_450, '2024-01-26'],
      [36_180_084, '2024-01-29'],
    ])
  })

  test('360Giving JSON', async () => {
    const grant = (id: string, amount: number) => ({
      id,
      title: 'Stage',
      amountAwarded: amount,
      amountAppliedFor: 500,
      currency: 'EUR',
      awardDate: '2019-03-01T00:00:00+00:00',
      recipientOrganization: [{ id: 'GB-CHC-1', name: 'Theatre' }],
    })
    const { body } = await imports.upload(
      JSON.stringify({ grants: [grant('a', 200), grant('b', 200)] }),
      'g.json',
    )
    expect(body).toMatchObject({ kind: 'grants360', preview: [{ line: 1 }, { line: 2 }] })
    expect((await imports.act(body.id, 'run')).counts).toMatchObject({
      gifts: { new: 2 },
      projects: { new: 1 },
    })
    expect((await imports.everything()).projects).toMatchObject([
      { target_cents: 100_000, funded_cents: 40_000 },
    ])
  })
})
