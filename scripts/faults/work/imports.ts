import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Kind, type Mark, one, type Place, unequal } from './kind.ts'

const giftsOfFile = 60
const organizationsOfFile = 6

const nameOf = (id: string) => `select filename from imports where id = ${id}`
const ofImport = (event: Mark['event'], when: string): Mark => ({
  table: 'imports',
  event,
  when,
  piece: 'new.filename',
})
const row = (table: string, event: Mark['event'], when: string): Mark => ({
  table,
  event,
  when,
  piece: nameOf(`${event === 'delete' ? 'old' : 'new'}.import_id`),
})
const leased = 'new.lease_token is not null and new.lease_token is distinct from old.lease_token'

const marksOf: Record<ImportPhase, Record<string, Mark>> = {
  check: {
    'worker begins': ofImport('update', `new.state = 'checking' and ${leased}`),
    'rows staged': row('import_rows', 'insert', `new.n = ${giftsOfFile / 2}`),
    'names matched': row('import_projects', 'insert', 'true'),
    'final state': ofImport('update', `old.state = 'checking' and new.state = 'checked'`),
  },
  run: {
    'worker begins': ofImport('update', `new.state = 'running' and ${leased}`),
    'names matched': row('import_projects', 'insert', 'true'),
    'first row written': row('organizations', 'insert', 'new.import_id is not null'),
    'gifts written': row('fundings', 'insert', 'new.import_id is not null'),
    'rows forgotten': row('import_rows', 'delete', 'old.n = 1'),
    'final state': ofImport('update', `old.state = 'running' and new.state = 'done'`),
  },
  undo: {
    'worker begins': ofImport('update', `new.state = 'undoing' and ${leased}`),
    'gifts reversed': {
      table: 'ledger_rows',
      event: 'insert',
      when: 'new.reverses_id is not null and new.funding_id is not null',
      piece: `select filename from imports join fundings on import_id = imports.id
        where fundings.id = new.funding_id and imports.state = 'undoing'`,
    },
    'final state': ofImport('update', `new.state = 'undone'`),
  },
}
const stopsAt: Record<ImportPhase, string> = {
  check: 'rows staged',
  run: 'gifts written',
  undo: 'gifts reversed',
}

/** A number as letters only. */
const letters = (n: number) => n.toString().replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)

type ImportPhase = 'check' | 'run' | 'undo'
type Row = {
  state: string
  failure: { code: string } | null
  file_key: string | null
  new_gifts: number | null
  staged: number
}
type Gifts = { n: number; cents: number; undone: number; reversed: number; events: number }

/** Imports that are checked, applied (and checked in the same run), or undone afterwards. */
export function importKinds(place: Place): Kind[] {
  return [
    importKind(place, 'import, checked', 'check'),
    importKind(place, 'import, applied', 'run'),
    importKind(place, 'import, undone', 'undo'),
  ]
}

function importKind({ db, dataDir, call }: Place, name: string, what: ImportPhase): Kind {
  return {
    name,
    job: 'imports.work',
    pieceOfJob: nameOf,
    marks: marksOf[what],
    stopsAt: stopsAt[what],
    // Just after ids of new rows were reserved, under a lock of their tables.
    ...(what === 'run' && { heldFirst: 'names matched' }),
    async prepare(nth) {
      // In letters: slugs made from names are locked without their numbers.
      const word = letters(nth)
      // Sums of a year are kept in one row, which an import locks until it commits.
      const year = 2003 + (nth % 20)
      const filename = `grants-${word}.csv`
      // Ten gifts per organization: the cents show whether each is there once.
      const rows = Array.from(
        { length: giftsOfFile },
        (_, at) =>
          `Verein ${word} ${letters(at % organizationsOfFile)};10967;Projekt ${word} ${letters(at % organizationsOfFile)};${10 + at},01;${year};Senat ${at}`,
      )
      const cents = rows.reduce((sum, _, at) => sum + 1001 + at * 100, 0)
      const form = new FormData()
      // A unique heading, so that no two imports remember the same columns.
      const lines = [
        `Verein;PLZ;Projekt;Betrag in Euro;Jahr;Geber;Vermerk ${nth}`,
        ...rows.map((text) => `${text};`),
      ]
      form.set('file', new Blob([lines.join('\n')]), filename)
      type Uploaded = { id: number; currency_question?: { currency: string | null }; to_confirm: string[] }
      const { id, currency_question, to_confirm } = await call<Uploaded>('POST', '/api/v4/imports/', form)
      await call('PATCH', `/api/v4/imports/${id}/`, {
        ...(currency_question && currency_question.currency === null && { currency: 'EUR' }),
        confirmed: [...to_confirm, 'many_organizations'],
      })
      const read = async () =>
        (await one(
          db,
          sql<Row>`select state, failure, file_key, (counts -> 'gifts' ->> 'new')::int as new_gifts,
            (select count(*)::int from import_rows where import_id = ${id}) as staged
            from imports where id = ${id}`,
        ))!
      const act = (path: string, body?: object) => call('POST', `/api/v4/imports/${id}/${path}/`, body)
      if (what === 'undo') {
        await act('run')
        for (let state = ''; state !== 'done'; await sleep(100)) {
          state = (await read()).state
          if (state === 'failed') throw new Error(`${filename} was not applied`)
        }
      }
      let hasBegun = false
      const begin = async () => {
        await act(what, what === 'undo' ? { reason: 'Fault', confirm_filename: filename } : undefined)
        hasBegun = true
      }
      const giftsOf = async () =>
        (await one(
          db,
          sql<Gifts>`
            select count(*)::int as n, coalesce(sum(amount_cents), 0)::int as cents,
              (count(*) filter (where undone_on is not null))::int as undone,
              (select count(distinct mirror.id)::int from ledger_transactions mirror
                join ledger_rows row on row.transaction_id = mirror.id
                where mirror.kind = 'import_undone' and row.funding_id in
                  (select id from fundings where import_id = ${id})) as reversed,
              (select count(*)::int from audit_events
                where object_type = 'import' and object_id = ${id} and action in ('import', 'undo')) as events
            from fundings where import_id = ${id}`,
        ))!
      const nothing: Gifts = { n: 0, cents: 0, undone: 0, reversed: 0, events: 0 }
      const booked: Gifts = { n: giftsOfFile, cents, undone: 0, reversed: 0, events: 1 }
      const undone: Gifts = { ...booked, undone: giftsOfFile, reversed: giftsOfFile, events: 2 }
      const hasFile = (key: string) => readdirSync(join(dataDir, 'files')).includes(key)
      return {
        name: filename,
        begin,
        stop: () => act('cancel'),
        goOn: begin,
        state: async () => (hasBegun ? (await read()).state : undefined),
        async ended() {
          const { state } = await read()
          return hasBegun && !['checking', 'running', 'undoing'].includes(state) ? state : undefined
        },
        async wrong(state, { deaths, isStopped }) {
          const { failure, file_key, new_gifts, staged } = await read()
          const gifts = await giftsOf()
          const unexpected = (...expected: string[]) =>
            expected.includes(state) ? [] : [`ended as ${state}, ${failure?.code ?? 'without a reason'}`]
          if (what === 'undo') {
            const why = deaths === 3 ? 'undo_interrupted' : undefined
            if (deaths === 3 || isStopped)
              return [
                ...unexpected('done'),
                ...unequal('reason', failure?.code, why),
                ...unequal('gifts of an import that is not undone', gifts, booked),
              ]
            return [...unexpected('undone'), ...unequal('gifts of an undone import', gifts, undone)]
          }
          if (deaths === 3)
            return [
              ...unexpected('failed'),
              ...unequal('reason', failure?.code, 'server_stopped'),
              ...unequal('gifts of a failed import', gifts, nothing),
            ]
          if (isStopped)
            return [
              ...unexpected('cancelled'),
              ...unequal('gifts of a cancelled import', gifts, nothing),
              ...unequal('staged rows of a cancelled import', staged, 0),
            ]
          if (what === 'check')
            return [
              ...unexpected('checked'),
              ...unequal('new gifts counted', new_gifts, giftsOfFile),
              ...unequal('staged rows', staged, giftsOfFile),
              ...unequal('gifts of a checked import', gifts, nothing),
            ]
          return [
            ...unexpected('done'),
            ...unequal('gifts of an import', gifts, booked),
            ...unequal('staged rows of a done import', staged, 0),
            ...(file_key !== null && hasFile(file_key) ? ['the file is still there'] : []),
          ]
        },
        tell: () =>
          one(
            db,
            sql`select state, step, rows_done, lease_until, failure, cancel_requested from imports where id = ${id}`,
          ),
      }
    },
  }
}
