import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emptyDatabase } from './database.ts'

const folder = fileURLToPath(new URL('../migrations/', import.meta.url))
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
const read = (file: string) => readFileSync(folder + file, 'utf8')
const moving = ['0251_booked_reversals.sql', '0252_sources_with_comma.sql']

test(
  'imported gifts of before say what they were in the currency of their file',
  { timeout: 60_000 },
  async () => {
    const database = await emptyDatabase()
    const db = database.pool
    try {
      for (const file of files.filter((name) => name < moving[0]!)) await db.query(read(file))
      await db.query(`
        insert into organizations (slug, title, preview_token, created_at, updated_at)
          values ('o', 'O', 'token', now(), now());
        insert into projects (slug, title, organization_id, funding_type, created_at, updated_at)
          select 'p', 'P', id, 1, now(), now() from organizations`)
      const notes: [note: string, kept: [string, number] | null, source?: string][] = [
        ['', null],
        ['Senat', null],
        ['CHF 100.00 × 0.9', ['CHF', 10_000]],
        ['Amt für Kultur; CHF 1234567.05 × 0.9052', ['CHF', 123_456_705]],
        ['Amt; GBP 20.10 × 1', ['GBP', 2_010]],
        // What its own file took off it is not there any more.
        ['CHF 150.00 × 0.9; CHF 150.00 - 49.99', ['CHF', 10_001]],
        ['CHF 100.00 × 0,95', ['CHF', 10_000]],
        ['Amt; CHF 150.00 × 0,9; CHF 150.00 - 50.00', ['CHF', 10_000]],
        // In euros; a remark that only looks like it.
        ['EUR 150.00 - 50.00', null],
        ['CHF 100.00 × 0.9 wie besprochen', null],
        ['CHF 100.00 × 0.9', null, 'test'],
      ]
      for (const [n, [note, , source = 'import']] of notes.entries())
        await db.query(
          `insert into fundings (slug, project_id, funding_type, amount_cents, state, received_on, source, note, created_at)
           select 'g-' || $1::text, id, 1, 9000, 'confirmed', '2016-12-31', $2, $3, now() from projects`,
          [String(n), source, note],
        )
      for (const file of moving) await db.query(read(file))
      const { rows } = await db.query<{ note: string; source_currency: string; source_cents: number }>(
        'select note, source_currency, source_cents from fundings order by id',
      )
      const kept = rows.map((row) => [
        row.note,
        row.source_currency === null ? null : [row.source_currency, Number(row.source_cents)],
      ])
      expect(kept).toEqual(notes.map(([note, wanted]) => [note, wanted]))
    } finally {
      await database.close()
    }
  },
)
