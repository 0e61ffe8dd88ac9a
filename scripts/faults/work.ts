/**
 * npm run faults:work [-- --kills 50 --pauses 1 --seed 1 --only 'import, applied']: kills the server with `kill -9` while
 * it does long work, at marks that a trigger holds open: before a worker begins, in the middle, before the final state,
 * after it. Each kill interrupts an import (checked, applied, undone or cancelled), an export, a large statement and a bulk
 * run or a run of receipts. The next server has to end all of them within the limit, and nothing may be there twice. Pauses
 * come after the kills: the server is stopped (SIGSTOP), another one takes its work over, and the first goes on in the
 * middle of that; `--only` chooses their marks.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { addDays, dayOf } from '#shared/dates.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { numbersOf } from '#features/documents/server/receipts/numbers.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { giveIban } from '../../test/payouts.ts'
import { camt } from '../../test/statements.ts'
import { fillReceiptsWorld } from '../receipts-world.ts'
import { type Answer, freePort, killServer, signIn, startServer, stopServer } from './server.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    pauses: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
/** Kills of each kind of import, whose rounds exports and statements share; pauses at each mark, or at those that match. */
const [killsOfEach, pausesOfEach, seed] = [Number(values.kills), Number(values.pauses), Number(values.seed)]
const databaseUrl = process.env.TEST_DATABASE_URL
if (!databaseUrl) throw new Error('TEST_DATABASE_URL is missing: npm run faults:work')

/** Work that is not at its end by then counts as stuck. */
const limitMs = 180_000
const giftsOfFile = 300
const linesOfStatement = 2_100
const projectsOfRun = 12
const giftsOfRun = 6

/** Where a kill comes: before a row is written that the condition describes. `queued` is before any worker begins. */
type Mark = 'queued' | { table: string; event: 'insert' | 'update' | 'delete'; when: string }
/** One piece of long work, made ready but not begun. */
type Piece = {
  begin: () => Promise<void>
  /** What a person does once the mark is reached, e.g. cancelling. */
  meanwhile?: () => Promise<void>
  /** The final state, or nothing while work goes on. */
  ended: () => Promise<string | undefined>
  /** What is missing, there twice or untold. */
  wrong: (state: string) => Promise<string[]>
  /** What the piece says of itself, for a report of one that is stuck. */
  tell: () => Promise<unknown>
}
type Kind = { name: string; marks: Record<string, Mark>; prepare: (mark: string) => Promise<Piece> }

const dataDir = mkdtempSync(join(tmpdir(), 'almoner-faults-'))
const envOf = (port: number) => ({
  PORT: String(port),
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  ADMIN_PASSWORD: 'a password for faults',
})
const port = await freePort()
const database = await openDatabase({ databaseUrl, dataDir: '' })
const { db } = database
await migrate(database)
const now = new Date()
const today = dayOf(now)
const rounds = killsOfEach * 3
/** Room for the pauses: each takes projects and gifts of its own. */
const pauses = pausesOfEach * 40
const receiptGifts = await fill()
const running = new Set<ChildProcess>()
// Whatever ends this script ends the servers, which are in groups of their own; a stopped one as well.
process.on('exit', () => {
  for (const child of running)
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
})
process.on('SIGTERM', () => process.exit(1))
let server = await start(port)
const staff = await signIn(`http://127.0.0.1:${port}`, 'admin', envOf(port).ADMIN_PASSWORD)
let made = 0
let projectsUsed = 0

const kinds = {
  check: importKind('import, checked', {
    queued: 'queued',
    'worker begins': {
      table: 'imports',
      event: 'update',
      when: `new.state = 'checking' and new.lease_token is not null`,
    },
    'rows staged': { table: 'import_rows', event: 'insert', when: 'new.n = 150' },
    'names matched': { table: 'import_projects', event: 'insert', when: 'true' },
    'final state': {
      table: 'imports',
      event: 'update',
      when: `old.state = 'checking' and new.state = 'checked'`,
    },
  }),
  apply: importKind('import, applied', {
    queued: 'queued',
    'worker begins': {
      table: 'imports',
      event: 'update',
      when: `new.state = 'running' and old.lease_token is null and new.lease_token is not null`,
    },
    'first row written': { table: 'organizations', event: 'insert', when: 'new.import_id is not null' },
    'gifts written': { table: 'fundings', event: 'insert', when: 'new.import_id is not null' },
    'final state': {
      table: 'imports',
      event: 'update',
      when: `old.state = 'running' and new.state = 'done'`,
    },
    'after commit': { table: 'import_rows', event: 'delete', when: 'old.n = 1' },
    cancelled: { table: 'fundings', event: 'insert', when: 'new.import_id is not null' },
  }),
  undo: importKind('import, undone', {
    queued: 'queued',
    'worker begins': {
      table: 'imports',
      event: 'update',
      when: `old.lease_token is null and new.lease_token is not null`,
    },
    'gifts reversed': { table: 'ledger_transactions', event: 'insert', when: `new.kind = 'import_undone'` },
    'final state': { table: 'imports', event: 'update', when: `new.state = 'undone'` },
    cancelled: { table: 'ledger_transactions', event: 'insert', when: `new.kind = 'import_undone'` },
  }),
  export: exportKind(),
  statement: statementKind(),
  bulk: bulkKind('bulk run', {
    queued: 'queued',
    'first row': { table: 'bulk_rows', event: 'update', when: `new.place <= 1 and new.state = 'done'` },
    'in the middle': { table: 'bulk_rows', event: 'update', when: `new.place = 6 and new.state = 'done'` },
    'final state': { table: 'bulk_runs', event: 'update', when: `new.state = 'done'` },
    cancelled: { table: 'bulk_rows', event: 'update', when: `new.place = 6 and new.state = 'done'` },
  }),
  bulkUndo: bulkKind('bulk run, undone', {
    queued: 'queued',
    'in the middle': { table: 'bulk_rows', event: 'update', when: `new.place = 6 and new.state = 'undone'` },
    'final state': { table: 'bulk_runs', event: 'update', when: `new.state = 'undone'` },
  }),
  receipts: receiptsKind(),
}
const importKinds = [kinds.check, kinds.apply, kinds.undo]
const runKinds = [kinds.bulk, kinds.bulkUndo, kinds.receipts]

type Told = { kills: number; ends: Map<string, number>; seconds: number[]; wrong: string[] }
const table = new Map<string, Told>()
const nextMark = new Map<string, number>()
// Gifts that are made for receipts are not on the ledger: what differs before the first kill is no fault.
const before = await differences()
const gates = await Promise.all([0, 1, 2, 3].map((at) => openGate(7_340_000 + seed * 10 + at)))
const began = Date.now()

for (let round = 0; round < rounds; round++) {
  await killRound([importKinds[round % 3]!, kinds.export, kinds.statement, runKinds[round % 3]!])
  console.log(`${round + 1} of ${rounds} kills, ${Math.round((Date.now() - began) / 1000)} s`)
}
for (let nth = 0; nth < pausesOfEach; nth++)
  for (const kind of Object.values(kinds))
    for (const [mark, where] of Object.entries(kind.marks)) {
      if (where === 'queued' || mark === 'cancelled' || !`${kind.name}, ${mark}`.includes(values.only))
        continue
      await pauseRound(kind, mark, where)
      console.log(`paused: ${kind.name}, ${mark}, ${Math.round((Date.now() - began) / 1000)} s`)
    }

const late = await inTheEnd()
await stopServer(server)
running.delete(server)
for (const gate of gates) await gate.end()
await database.close()
rmSync(dataDir, { recursive: true, force: true })
report()

/** Kills the server in the middle of several kinds of work, and has the next one end them. */
async function killRound(chosen: Kind[]): Promise<void> {
  const works = []
  for (const [at, kind] of chosen.entries()) {
    const mark = markOf(kind)
    works.push({ kind, mark, where: kind.marks[mark]!, piece: await kind.prepare(mark), gate: gates[at]! })
  }
  for (const { where, gate } of works) if (where !== 'queued') await gate.close(where)
  const held = works.filter(({ where }) => where !== 'queued')
  for (const { piece } of held) await piece.begin()
  for (const { gate, kind, mark } of held)
    if (!(await gate.isReached(40_000))) note(kind, mark).wrong.push('the mark was not reached')
  for (const { where, piece } of works) if (where === 'queued') await piece.begin()
  for (const { piece } of works) await piece.meanwhile?.()
  await killServer(server)
  running.delete(server)
  const killed = Date.now()
  for (const { gate } of works) await gate.cut()
  server = await start(port)
  await Promise.all(works.map(({ kind, mark, piece }) => untilEnded(kind, mark, piece, killed)))
  for (const { gate } of works) await gate.remove()
}

/** Stops the server in the middle of a piece of work, lets another one take it over, and lets the first go on beside it. */
async function pauseRound(kind: Kind, mark: string, where: Exclude<Mark, 'queued'>): Promise<void> {
  const piece = await kind.prepare(mark)
  const gate = gates[0]!
  await gate.close(where)
  await piece.begin()
  const row = `paused: ${mark}`
  note(kind, row).kills++
  if (!(await gate.isReached(40_000))) note(kind, row).wrong.push('the mark was not reached')
  const paused = server
  process.kill(-paused.pid!, 'SIGSTOP')
  const at = Date.now()
  await gate.shutAgain()
  const otherPort = await freePort()
  server = await start(otherPort)
  // The other worker comes to the same mark, waits for what the first holds, or has ended the work.
  while (Date.now() - at < 50_000 && !(await gate.isReached(0)) && !(await piece.ended())) await sleep(200)
  process.kill(-paused.pid!, 'SIGCONT')
  await sleep(3_000)
  await gate.open()
  await untilEnded(kind, row, piece, at)
  // The first server wakes up late: nothing it does now may change the result.
  await sleep(3_000)
  const state = await piece.ended()
  note(kind, row).wrong.push(...(state ? await piece.wrong(state) : ['it is at work again']))
  note(kind, row).wrong = [...new Set(note(kind, row).wrong)]
  await killServer(paused)
  running.delete(paused)
  await stopServer(server)
  running.delete(server)
  server = await start(port)
  await gate.remove()
}

async function untilEnded(kind: Kind, mark: string, piece: Piece, since: number): Promise<void> {
  const told = note(kind, mark)
  while (Date.now() - since < limitMs) {
    const state = await piece.ended()
    if (!state) {
      await sleep(250)
      continue
    }
    told.ends.set(state, (told.ends.get(state) ?? 0) + 1)
    told.seconds.push((Date.now() - since) / 1000)
    told.wrong.push(...(await settledWrong(piece, state)))
    return
  }
  told.ends.set('STUCK', (told.ends.get('STUCK') ?? 0) + 1)
  told.wrong.push(`stuck: ${JSON.stringify(await piece.tell())}`)
}

/** What is still wrong when the worker had time for what follows the final state: removing the file, telling people. */
async function settledWrong(piece: Piece, state: string): Promise<string[]> {
  for (const until = Date.now() + 60_000; ;) {
    const wrong = await piece.wrong(state)
    if (wrong.length === 0 || Date.now() > until) return wrong
    await sleep(500)
  }
}

function note(kind: Kind, mark: string): Told {
  const key = `${kind.name}\t${mark}`
  const told = table.get(key) ?? { kills: 0, ends: new Map(), seconds: [], wrong: [] }
  table.set(key, told)
  return told
}

/** The marks of a kind in turn, so that each has its share of the kills. */
function markOf(kind: Kind): string {
  const at = nextMark.get(kind.name) ?? seed
  nextMark.set(kind.name, at + 1)
  const marks = Object.keys(kind.marks)
  const mark = marks[at % marks.length]!
  note(kind, mark).kills++
  return mark
}

async function start(at: number): Promise<ChildProcess> {
  const child = await startServer(envOf(at))
  running.add(child)
  return child
}

/**
 * Holds whoever writes a row: its trigger waits for an advisory lock that this script has.
 */
async function openGate(key: number) {
  const client = new pg.Client({ connectionString: databaseUrl! })
  await client.connect()
  let placed: string | undefined
  let isClosed = false
  const gate = {
    async close({ table: on, event, when }: Exclude<Mark, 'queued'>) {
      const name = `fault_gate_${key}`
      await client.query(`
        create or replace function ${name}() returns trigger language plpgsql as $$ begin
          perform pg_advisory_xact_lock_shared(${key});
          if tg_op = 'DELETE' then return old; end if;
          return new;
        end $$`)
      await client.query(
        `create trigger ${name} before ${event} on ${on} for each row when (${when}) execute function ${name}()`,
      )
      placed = on
      await client.query('select pg_advisory_lock($1)', [key])
      isClosed = true
    },
    async isReached(withinMs: number): Promise<boolean> {
      for (const until = Date.now() + withinMs; ;) {
        const { rowCount } = await client.query(
          `select from pg_locks where locktype = 'advisory' and objid = $1::bigint::oid and not granted`,
          [key],
        )
        if (rowCount! > 0) return true
        if (Date.now() >= until) return false
        await sleep(20)
      }
    },
    /** Ends the statements that wait, as if the kill had come before them; a single one would commit by itself. */
    async cut() {
      await client.query(
        `select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and objid = $1::bigint::oid and not granted`,
        [key],
      )
      await gate.open()
    },
    async open() {
      if (isClosed) await client.query('select pg_advisory_unlock($1)', [key])
      isClosed = false
    },
    /** Lets those through that wait now, and nobody after them. */
    async shutAgain() {
      await gate.open()
      // Waits behind those that were let through until their transactions end, so it only tries.
      for (let tries = 0; tries < 20; tries++) {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [key])
        if (rows[0].taken) {
          isClosed = true
          return
        }
        await sleep(50)
      }
    },
    async remove() {
      await gate.open()
      if (placed) await client.query(`drop trigger if exists fault_gate_${key} on ${placed}`)
      placed = undefined
    },
    end: () => client.end(),
  }
  return gate
}

/** Organizations enough for an export in the background, projects for bulk runs, gifts for receipts. */
async function fill(): Promise<string[]> {
  await giveIban(db)
  await sql`
    insert into organizations (slug, title, preview_token, email_contact, status, review_status, exemption_kind,
      created_at, updated_at)
    select 'known-' || n, 'Known ' || n, 'token-' || n, 'verein@example.org', 2, 2, 'public_body', ${now}, ${now}
    from generate_series(1, 20100) n`.execute(db)
  await sql`
    insert into projects (slug, title, organization_id, status, funding_type, needs_donation_review, created_at,
      updated_at)
    select 'project-' || n, 'Project ' || n, (select min(id) from organizations), 2, 1, true, ${now}, ${now}
    from generate_series(1, ${(rounds + pauses + 10) * projectsOfRun}::int) n`.execute(db)
  const gifts = (rounds + pauses + 10) * giftsOfRun
  return (await fillReceiptsWorld(db, { gifts, issuers: 3, now, today })).map(({ slug }) => slug)
}

async function call<T>(method: string, path: string, body?: unknown, expected = [200, 201, 202]): Promise<T> {
  const answer: Answer = await staff.call(method, path, body)
  if (!expected.includes(answer.status))
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

async function one<T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0]
}

function unequal(what: string, found: unknown, expected: unknown): string[] {
  const isEqual = JSON.stringify(found) === JSON.stringify(expected)
  return isEqual ? [] : [`${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`]
}

/** The job of a piece of work: an error that is empty tells nobody anything. */
async function untoldJobs(name: string, id: number): Promise<string[]> {
  const { body } = await staff.call('GET', `/api/v4/jobs/?search=${name}`).catch(() => ({ body: null }))
  const results = (body as { results?: { id: string; state: string; error: string }[] } | null)?.results ?? []
  return results
    .filter(({ state, error }) => state === 'failed' && error === '')
    .map((job) => `job ${job.id} of ${name} ${id} failed with an empty error`)
}

function importKind(name: string, marks: Record<string, Mark>): Kind {
  const what = name.endsWith('checked') ? 'check' : name.endsWith('applied') ? 'run' : 'undo'
  return {
    name,
    marks,
    async prepare(mark) {
      const nth = ++made
      const filename = `grants-${nth}.csv`
      // Ten gifts for each of thirty organizations: cents tell whether each is there once.
      const rows = Array.from(
        { length: giftsOfFile },
        (_, at) => `Verein ${nth} ${at % 30};10967;Projekt ${nth} ${at % 30};${10 + at},01;2016;Senat ${at}`,
      )
      const cents = rows.reduce((sum, _, at) => sum + 1001 + at * 100, 0)
      const form = new FormData()
      const lines = ['Verein;PLZ;Projekt;Betrag in Euro;Jahr;Geber', ...rows]
      form.set('file', new Blob([lines.join('\n')]), filename)
      type Uploaded = { id: number; currency_question?: { currency: string | null }; to_confirm: string[] }
      const { id, currency_question, to_confirm } = await call<Uploaded>('POST', '/api/v4/imports/', form)
      await call('PATCH', `/api/v4/imports/${id}/`, {
        ...(currency_question && currency_question.currency === null && { currency: 'EUR' }),
        confirmed: [...to_confirm, 'many_organizations'],
      })
      type Row = {
        state: string
        failure: { code: string } | null
        file_key: string | null
        new_gifts: number | null
      }
      const read = () =>
        one(sql<Row>`
          select state, failure, file_key, (counts -> 'gifts' ->> 'new')::int as new_gifts from imports where id = ${id}`)
      const act = (path: string, body?: object) => call('POST', `/api/v4/imports/${id}/${path}/`, body)
      if (what === 'undo') {
        await act('run')
        while ((await read())!.state !== 'done') await sleep(100)
      }
      let hasBegun = false
      return {
        async begin() {
          await act(what, what === 'undo' ? { reason: 'Fault', confirm_filename: filename } : undefined)
          hasBegun = true
        },
        ...(mark === 'cancelled' && { meanwhile: async () => void (await act('cancel')) }),
        async ended() {
          const { state } = (await read())!
          return hasBegun && !['checking', 'running', 'undoing'].includes(state) ? state : undefined
        },
        async wrong(state) {
          const row = (await read())!
          const gifts = await one(sql<{
            n: number
            cents: number
            undone: number
            reversed: number
            events: number
          }>`
            select count(*)::int as n, coalesce(sum(amount_cents), 0)::int as cents,
              (count(*) filter (where undone_on is not null))::int as undone,
              (select count(distinct mirror.id)::int from ledger_transactions mirror
                join ledger_rows row on row.transaction_id = mirror.id
                where mirror.kind = 'import_undone' and row.funding_id in
                  (select id from fundings where import_id = ${id})) as reversed,
              (select count(*)::int from audit_events
                where object_type = 'import' and object_id = ${id} and action in ('import', 'undo')) as events
            from fundings where import_id = ${id}`)
          const all = { n: giftsOfFile, cents }
          const nothing = { n: 0, cents: 0, undone: 0, reversed: 0, events: 0 }
          const booked = { ...all, undone: 0, reversed: 0, events: 1 }
          if (state === 'failed')
            return [
              ...(row.failure?.code ? [] : ['failed without a reason']),
              ...unequal('gifts of a failed import', gifts, nothing),
            ]
          if (state === 'checked') return unequal('new gifts counted', row.new_gifts, giftsOfFile)
          if (state === 'cancelled')
            return [
              ...unequal('gifts of a cancelled import', gifts, nothing),
              ...(mark === 'cancelled' ? [] : ['nobody cancelled it']),
            ]
          if (state === 'undone')
            return unequal('gifts of an undone import', gifts, {
              ...all,
              undone: giftsOfFile,
              reversed: giftsOfFile,
              events: 2,
            })
          const file =
            what === 'run' && row.file_key !== null && hasFile(row.file_key)
              ? ['the file is still there']
              : []
          const why =
            what === 'undo' && mark !== 'cancelled' && row.failure === null
              ? ['not undone, and no reason told']
              : []
          return [
            ...unequal('gifts of an import', gifts, booked),
            ...file,
            ...why,
            ...(await untoldJobs('imports.work', id)),
          ]
        },
        tell: () =>
          one(sql`
          select state, step, rows_done, lease_until, failure, cancel_requested from imports where id = ${id}`),
      }
    },
  }
}

function firstLine(name: string): string {
  const text = readFileSync(join(dataDir, 'files', name))
    .subarray(0, 60)
    .toString('latin1')
  return `${name.slice(0, 6)}… ${JSON.stringify(text.split('\n')[0])}`
}
function hasFile(key: string): boolean {
  return storedFiles().includes(key)
}
function storedFiles(): string[] {
  return readdirSync(join(dataDir, 'files'))
}

function exportKind(): Kind {
  return {
    name: 'export',
    marks: {
      queued: 'queued',
      'worker begins': { table: 'exports', event: 'update', when: `new.status = 'running'` },
      'final state': { table: 'exports', event: 'update', when: `new.status = 'done'` },
      'mail queued': { table: 'emails', event: 'insert', when: `new.template = 'export_ready'` },
    },
    async prepare() {
      let id = 0
      type Row = { status: string; file_key: string | null; row_count: number }
      const read = () => one(sql<Row>`select status, file_key, row_count from exports where id = ${id}`)
      return {
        async begin() {
          const path = '/api/v4/organizations/export/?format=csv'
          id = (await call<{ export: { id: number } }>('GET', path)).export.id
        },
        async ended() {
          const row = await read()
          return row && ['done', 'failed'].includes(row.status) ? row.status : undefined
        },
        async wrong(state) {
          const row = (await read())!
          const mails = await one(sql<{ n: number }>`
            select count(*)::int as n from emails where template = 'export_ready' and object_id = ${id}`)
          if (state === 'failed') return unequal('mails of a failed export', mails!.n, 0)
          return [
            ...(row.row_count > 20_000 && hasFile(row.file_key!) ? [] : ['no file, or not all rows']),
            ...unequal('mails', mails!.n, 1),
          ]
        },
        tell: read,
      }
    },
  }
}

function statementKind(): Kind {
  return {
    name: 'statement',
    marks: {
      queued: 'queued',
      'lines written': { table: 'bank_lines', event: 'insert', when: 'true' },
      'final state': { table: 'bank_statement_files', event: 'update', when: `new.state = 'done'` },
      'after commit': {
        table: 'bank_statement_files',
        event: 'update',
        when: `old.state = 'done' and old.file_key is not null and new.file_key is null`,
      },
    },
    async prepare() {
      const name = `file-${++made}`
      let id = 0
      type Row = { state: string; failure: { code: string } | null; file_key: string | null; lines: number }
      const read = () =>
        one(sql<Row>`select state, failure, file_key, lines from bank_statement_files where id = ${id}`)
      return {
        async begin() {
          const form = new FormData()
          const lines = Array.from({ length: linesOfStatement }, (_, at) => ({
            cents: 100 + at,
            text: `${name}-${at}`,
          }))
          const day = addDays(today, -(made % 300))
          const statement = { number: name, day, iban: 'DE89370400440532013000', lines }
          form.append('file', new Blob([camt([statement])]), `${name}.xml`)
          await call('POST', '/api/v4/bank-statements/', form)
          id = (await one(
            sql<{ id: number }>`select id from bank_statement_files where filename = ${`${name}.xml`}`,
          ))!.id
        },
        async ended() {
          const row = await read()
          return row && row.state !== 'waiting' ? row.state : undefined
        },
        async wrong(state) {
          const row = (await read())!
          const lines = await one(sql<{ n: number; texts: number }>`
            select count(*)::int as n, count(distinct text)::int as texts from bank_lines
            where text like ${`${name}-%`}`)
          if (state === 'failed')
            return [
              ...(row.failure?.code ? [] : ['failed without a reason']),
              ...unequal('lines of a failed file', lines, { n: 0, texts: 0 }),
            ]
          return [
            ...unequal('lines', lines, { n: linesOfStatement, texts: linesOfStatement }),
            ...(row.file_key === null ? [] : ['the file was read and is still kept']),
          ]
        },
        tell: read,
      }
    },
  }
}

function bulkKind(name: string, marks: Record<string, Mark>): Kind {
  const undoes = name.endsWith('undone')
  return {
    name,
    marks,
    async prepare(mark) {
      const from = projectsUsed + 1
      projectsUsed += projectsOfRun
      const slugs = Array.from({ length: projectsOfRun }, (_, at) => `project-${from + at}`)
      let id = 0
      let hasBegun = false
      const state = () => one(sql<{ state: string }>`select state from bulk_runs where id = ${id}`)
      const run = async () => {
        const body = { selection: { slugs }, kind: 'review', outcome: 4, reason: 'Autumn round' }
        id = (await call<{ bulk: { id: number } }>('POST', '/api/v4/projects/bulk/decide/', body)).bulk.id
      }
      if (undoes) {
        await run()
        while ((await state())!.state !== 'done') await sleep(100)
      }
      return {
        async begin() {
          if (undoes) await call('POST', `/api/v4/projects/bulk/${id}/undo/`)
          else await run()
          hasBegun = true
        },
        ...(mark === 'cancelled' && {
          meanwhile: async () => void (await call('POST', `/api/v4/projects/bulk/${id}/cancel/`)),
        }),
        async ended() {
          const now_ = hasBegun ? (await state())!.state : 'running'
          return ['running', 'undoing'].includes(now_) ? undefined : now_
        },
        async wrong(ends) {
          const found = (await one(sql<{
            done: number
            undone: number
            other: number
            decisions: number
            taken: number
          }>`
            select (count(*) filter (where state = 'done'))::int as done, (count(*) filter (where state = 'undone'))::int as undone,
              (count(*) filter (where state not in ('done', 'undone', 'waiting')))::int as other,
              (select count(*)::int from review_decisions where subject = 'project' and undoes is null and subject_id in
                (select project_id from bulk_rows where run_id = ${id})) as decisions,
              (select count(*)::int from audit_events where object_type = 'project' and action = 'undo' and object_id in
                (select project_id from bulk_rows where run_id = ${id})) as taken
            from bulk_rows where run_id = ${id}`))!
          const n = projectsOfRun
          if (ends === 'cancelled' && mark === 'cancelled')
            return unequal('decisions of a cancelled run', [found.decisions, found.taken], [found.done, 0])
          if (undoes && ends === 'undone')
            return unequal('rows undone', found, { done: 0, undone: n, other: 0, decisions: n, taken: n })
          if (!undoes && ends === 'done')
            return unequal('rows done', found, { done: n, undone: 0, other: 0, decisions: n, taken: 0 })
          return [`ended as ${ends}: ${JSON.stringify(found)}`]
        },
        tell: state,
      }
    },
  }
}

function receiptsKind(): Kind {
  return {
    name: 'run of receipts',
    marks: {
      queued: 'queued',
      'worker begins': {
        table: 'generation_runs',
        event: 'update',
        when: `old.state = 'queued' and new.state = 'running'`,
      },
      'number drawn': { table: 'receipts', event: 'insert', when: 'true' },
      'in the middle': {
        table: 'generation_rows',
        event: 'update',
        when: `new.place = 4 and new.state = 'issued'`,
      },
      'final state': { table: 'generation_runs', event: 'update', when: `new.state = 'done'` },
      cancelled: {
        table: 'generation_rows',
        event: 'update',
        when: `new.place = 4 and new.state = 'issued'`,
      },
    },
    async prepare(mark) {
      const targets = receiptGifts.splice(0, giftsOfRun)
      let id = 0
      const state = () => one(sql<{ state: string }>`select state from generation_runs where id = ${id}`)
      return {
        async begin() {
          const body = { template_slug: 'standard-donation-receipt', mode: 'final', targets }
          id = (await call<{ run: { id: number } }>('POST', '/api/v4/documents/generate/', body)).run.id
        },
        ...(mark === 'cancelled' && {
          meanwhile: async () => void (await call('POST', `/api/v4/document-runs/${id}/cancel/`)),
        }),
        async ended() {
          const row = await state()
          return row && !['queued', 'running'].includes(row.state) ? row.state : undefined
        },
        async wrong(ends) {
          const found = (await one(sql<{ issued: number; receipts: number }>`
            select (select count(*)::int from generation_rows where run_id = ${id} and state = 'issued') as issued,
              (select count(*)::int from receipt_gifts where is_valid and funding_id in
                (select unnest(funding_ids) from generation_rows where run_id = ${id})) as receipts`))!
          if (ends === 'cancelled' && mark === 'cancelled')
            return unequal('receipts of a cancelled run', found.receipts, found.issued)
          if (ends === 'done') return unequal('receipts', found, { issued: giftsOfRun, receipts: giftsOfRun })
          return [`ended as ${ends}: ${JSON.stringify(found)}`]
        },
        tell: state,
      }
    },
  }
}

/** What the ledger and its checks find, by what it is about; how many rows each check finds. */
async function differences(): Promise<Set<string>> {
  const found = new Set((await findLedgerDifferences(db)).map((difference) => JSON.stringify(difference)))
  for (const check of ledgerChecks) {
    const { broken } = await db.transaction().execute((tx) => runCheck(tx, check))
    if (broken > 0) found.add(`${check.key}: ${broken} rows`)
  }
  return found
}

/** What must hold over everything: the ledger, numbers of receipts, and no stored file that nothing names. */
async function inTheEnd(): Promise<string[]> {
  const found = [...(await differences())].filter((difference) => !before.has(difference))
  const gaps = (await numbersOf(db)).flatMap((row) => row.gaps)
  if (gaps.length > 0) found.push(`gaps in the numbers of receipts: ${gaps.join(', ')}`)
  const { rows: named } = await sql<{ key: string }>`
    select file_key as key from exports where file_key is not null
    union all select file_key from imports where file_key is not null
    union all select file_key from bank_statement_files where file_key is not null`.execute(db)
  const known = new Set(named.map(({ key }) => key))
  const unnamed = storedFiles().filter((name) => !known.has(name))
  if (unnamed.length > 0)
    found.push(
      `${unnamed.length} stored files that nothing names: ${unnamed.map((name) => firstLine(name)).join(' | ')}`,
    )
  return found
}

function report(): void {
  const pad = (text: string | number, width: number) => String(text).padEnd(width)
  console.log(
    [
      pad('kind', 18),
      pad('mark', 30),
      pad('times', 6),
      pad('ended as', 30),
      pad('median s', 9),
      pad('most s', 8),
      'wrong',
    ].join(''),
  )
  let wrong = late.length
  for (const [key, told] of table) {
    const [kind, mark] = key.split('\t') as [string, string]
    const seconds = told.seconds.toSorted((a, b) => a - b)
    const ends = [...told.ends].map(([state, n]) => `${state} × ${n}`).join(', ')
    wrong += told.wrong.length
    console.log(
      [
        pad(kind, 18),
        pad(mark, 30),
        pad(told.kills, 6),
        pad(ends, 30),
        pad(seconds[Math.floor(seconds.length / 2)]?.toFixed(1) ?? '', 9),
        pad(seconds.at(-1)?.toFixed(1) ?? '', 8),
        told.wrong.length,
      ].join(''),
    )
    for (const text of told.wrong.slice(0, 3)) console.log(`    ${text}`)
  }
  for (const text of late.slice(0, 10)) console.log(`in the end: ${text}`)
  console.log(wrong === 0 ? 'good: all work ended or told why, nothing twice' : 'NOT GOOD')
  process.exitCode = wrong === 0 ? 0 : 1
}
