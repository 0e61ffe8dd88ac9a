import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { manyLines } from '#features/bank-statements/server/files.ts'
import { camt } from '#test/statements.ts'
import { type Kind, one, type Place, unequal } from './kind.ts'

const linesOfStatement = manyLines + 10

/** Statements of one account are written one after another: as many accounts as concurrent statements. */
const accounts = 16
const ibans = Array.from({ length: accounts }, (_, at) => {
  const account = `3704004406${String(at).padStart(8, '0')}`
  // DE00 as digits, at the end.
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
})
let used = 0

const nameById = (id: string) =>
  `select replace(filename, '.xml', '') from bank_statement_files where id = ${id}`

/** Statements large enough for a worker. */
export async function statementKind({ db, today, call }: Place): Promise<Kind> {
  await sql`
    insert into bank_accounts (slug, title, iban, bic, holder, created_at)
    select 'house-' || n, 'House ' || n, iban, 'COBADEFFXXX', 'Stiftung Musterstadt', ${new Date()}
    from unnest(${ibans}::text[]) with ordinality as made (iban, n)`.execute(db)
  const update = (when: string) =>
    ({
      table: 'bank_statement_files',
      event: 'update',
      when,
      piece: `replace(new.filename, '.xml', '')`,
    }) as const
  return {
    name: 'statement',
    job: 'bank_statements.import',
    pieceOfJob: nameById,
    marks: {
      'lines written': {
        table: 'bank_lines',
        event: 'insert',
        when: `new.text like 'file-%-0'`,
        piece: `regexp_replace(new.text, '-0$', '')`,
      },
      'final state': update(`old.state = 'waiting' and new.state = 'done'`),
      'after commit': update(`old.state = 'done' and old.file_key is not null and new.file_key is null`),
    },
    async prepare(nth) {
      const name = `file-${nth}`
      let id = 0
      type Row = { state: string; failure: { code: string } | null; file_key: string | null; lines: number }
      const read = () =>
        one(db, sql<Row>`select state, failure, file_key, lines from bank_statement_files where id = ${id}`)
      return {
        name,
        async begin() {
          const form = new FormData()
          const lines = Array.from({ length: linesOfStatement }, (_, at) => ({
            cents: 100 + at,
            text: `${name}-${at}`,
          }))
          const day = addDays(today, -(nth % 300))
          const statement = { number: name, day, iban: ibans[++used % accounts]!, lines }
          form.append('file', new Blob([camt([statement])]), `${name}.xml`)
          await call('POST', '/api/v4/bank-statements/', form)
          id = (await one(
            db,
            sql<{ id: number }>`select id from bank_statement_files where filename = ${`${name}.xml`}`,
          ))!.id
        },
        state: async () => {
          const row = await read()
          return row && (row.state === 'done' && row.file_key !== null ? 'done, file not removed' : row.state)
        },
        async ended() {
          const row = await read()
          return row && row.state !== 'waiting' ? row.state : undefined
        },
        async wrong(state, { deaths, mark }) {
          const row = (await read())!
          const lines = await one(
            db,
            sql<{ n: number; texts: number }>`
              select count(*)::int as n, count(distinct text)::int as texts from bank_lines
              where text like ${`${name}-%`}`,
          )
          const kept = row.file_key === null ? [] : ['the file was read and is still kept']
          // Lines committed before the server died remain.
          if (deaths === 3 && mark !== 'after commit')
            return [
              ...unequal('ended as', [state, row.failure?.code], ['failed', 'server_stopped']),
              ...unequal('lines of a failed file', lines, { n: 0, texts: 0 }),
              ...kept,
            ]
          return [
            ...unequal('ended as', state, 'done'),
            ...unequal('lines', lines, { n: linesOfStatement, texts: linesOfStatement }),
            ...kept,
          ]
        },
        tell: read,
      }
    },
  }
}
