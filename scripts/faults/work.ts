/**
 * npm run bench:faults -- work [--kills 50 --pauses 1 --seed 1 --minutes 0 --only 'import, applied']: kills the server with
 * `kill -9` while it does long work of all kinds at once; each piece is held by a trigger at a mark, or killed at any
 * moment. The next server has to finish all of it or report why not, and nothing may exist twice. `--kills` is the number
 * per kind and state; after `--minutes` (0: never) no more work is started. The states:
 *
 * - waiting for a worker: its job is in the queue
 * - at work: from the moment its worker begins to what follows its commit
 * - told to stop: a person pressed Stop, and the worker has not noticed it yet
 * - at any moment: nothing holds it
 * - second attempt: the next server is killed too, at the same mark; two kills for each piece
 * - killed three times: given up, with the reason; then a person resumes it; three kills for each piece
 *
 * Leases of a dead server are expired at once, except after every tenth kill, where they expire by themselves. Pauses
 * follow the kills: the server is suspended (SIGSTOP), another one takes over its work, and the first resumes meanwhile.
 * `--only` selects kinds and, for pauses, marks (`kind, mark`). scripts/faults/work/ declares the kinds.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dayOf } from '#shared/dates.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { freePort, killServer, signIn, startServer, stopServer } from './server.ts'
import { bulkKinds } from './work/bulk-runs.ts'
import { exportKind } from './work/exports.ts'
import { openGates, waiting } from './work/gates.ts'
import { importKinds } from './work/imports.ts'
import { brokenInTheEnd, differences } from './work/invariants.ts'
import { callingAs, type Fate, type Kind, type Piece } from './work/kind.ts'
import { receiptsKind } from './work/receipts.ts'
import { statementKind } from './work/statements.ts'
import { openTable } from './work/table.ts'
import { expireLeases, makeRetriesDue } from './work/time.ts'
import { fillWorld } from './work/world.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    pauses: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
})
const [kills, pauses, seed] = [Number(values.kills), Number(values.pauses), Number(values.seed)]
const minutes = Number(values.minutes)
const databaseUrl = process.env.TEST_DATABASE_URL
if (!databaseUrl) throw new Error('TEST_DATABASE_URL is missing: npm run bench:faults -- work')

/** Work that has not ended by then counts as stuck. */
const limitMs = 180_000
/** How long to wait for a mark. */
const reachMs = 90_000
/** After every tenth kill, leases expire by themselves. */
const patientEvery = 10
const anyMoment = 'any moment'
/** Each held piece of work occupies a worker. */
const workers = 60

const dataDir = mkdtempSync(join(tmpdir(), 'almoner-faults-'))
mkdirSync(join(dataDir, 'files'), { recursive: true })
const envOf = (port: number) => ({
  PORT: String(port),
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  ADMIN_PASSWORD: 'a password for faults',
  FAULT_WORKERS: String(workers),
})
const port = await freePort()
const database = await openDatabase({ databaseUrl, dataDir: '', poolSize: 20, statementTimeout: 120_000 })
const { db } = database
await migrate(database)
const now = new Date()
const today = dayOf(now)
const room = kills * 5 + pauses * 40 + 10
const take = await fillWorld(db, { bulkRuns: room * 2, receiptRuns: room, now, today })
const running = new Set<ChildProcess>()
// However this script ends, it kills the servers, which are in their own groups; a stopped one as well.
process.on('exit', () => {
  for (const child of running)
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
})
process.on('SIGTERM', () => process.exit(1))
let server = await start(port)
const staff = await signIn(`http://127.0.0.1:${port}`, 'admin', envOf(port).ADMIN_PASSWORD)
const place = { db, dataDir, today, call: callingAs(staff) }

const kinds = [
  ...importKinds(place),
  exportKind(place),
  await statementKind(place),
  ...bulkKinds(place),
  receiptsKind(place, take),
]
const gates = await openGates(databaseUrl, kinds)
const table = openTable()
// Gifts created for receipts are not on the ledger: differences before the first kill are no fault.
const before = await differences(db)
const random = randomBy(seed)
const began = Date.now()
const seconds = () => Math.round((Date.now() - began) / 1000)
let made = 0

const early: string[] = []
// The results so far are printed even when the run fails or is interrupted.
await killAll().catch((error: unknown) => early.push(`the kills ended early: ${String(error)}`))
for (let nth = 0; nth < pauses && early.length === 0; nth++)
  for (const kind of kinds)
    for (const mark of Object.keys(kind.marks)) {
      if (!`${kind.name}, ${mark}`.includes(values.only)) continue
      await pauseAt(kind, mark)
      console.log(`paused: ${kind.name}, ${mark}, ${seconds()} s`)
    }

const late = await brokenInTheEnd(place, before, [...new Set(kinds.map(({ job }) => job))])
await stopServer(server)
running.delete(server)
await gates.end()
await database.close()
rmSync(dataDir, { recursive: true, force: true })
process.exitCode = table.print([...early, ...late]) ? 0 : 1

/** A kind in one of its states, with one piece for each kill, or for every third one. */
type Cell = {
  kind: Kind
  state: string
  marks: string[]
  deaths: Fate['deaths']
  isStopped: boolean
  nth: number
}
/** A running piece of work; `gate` holds it: 0 before it begins, undefined when nothing does. */
type StartedWork = {
  cell: Cell
  fate: Fate
  piece: Piece
  gate: number | undefined
  heldAt?: string
  /** Where the last kill found it, if not held at its mark. */
  foundAt?: string | undefined
  killsLeft: number
  hasBegun: boolean
}

function cellsOf(kind: Kind): Cell[] {
  const marks = Object.keys(kind.marks)
  const cell = (state: string, more: Partial<Cell>): Cell => ({
    kind,
    state,
    marks,
    deaths: 1,
    isStopped: false,
    nth: seed,
    ...more,
  })
  return [
    cell('waiting', { marks: [waiting] }),
    cell('at work', {}),
    cell('at any moment', { marks: [anyMoment] }),
    ...(kind.stopsAt ? [cell('told to stop', { marks: [kind.stopsAt], isStopped: true })] : []),
    cell('second attempt', { deaths: 2 }),
    cell('killed three times', { deaths: 3 }),
  ]
}

/** Starts pieces of all kinds in all states, kills the server, and makes the next one finish them, repeatedly. */
async function killAll(): Promise<void> {
  const cells = kinds.filter(({ name }) => name.includes(values.only.split(', ')[0]!)).flatMap(cellsOf)
  // Shared rows, such as ledger accounts, must exist before any piece of work holds its locks.
  await Promise.all(
    kinds.map(async (kind) => {
      const piece = await kind.prepare(++made)
      await piece.begin()
      await endOf(piece, Date.now())
    }),
  )
  /** Pieces that are killed again. Their jobs are held in the queue meanwhile. */
  let again: StartedWork[] = []
  let ending: Promise<unknown> = Promise.resolve()
  const isOver = () => minutes > 0 && seconds() > minutes * 60
  for (let nth = 0; (nth < kills && !isOver()) || again.length > 0; nth++) {
    const isDue = ({ deaths, kind }: Cell) => (nth + kinds.indexOf(kind)) % deaths === 0
    const due = nth < kills && !isOver() ? cells.filter(isDue) : []
    const fresh = await inTurn(due, prepare)
    await ending
    const works = [...again, ...fresh]
    const free = fresh.filter(({ gate }) => gate === undefined)
    const gated = works.filter(({ gate }) => gate !== undefined)
    const [first, others] = [gated.filter(isHeldFirst), gated.filter((work) => !isHeldFirst(work))]
    await goTo(first, ({ kind }) => kind.heldFirst)
    await goTo(others)
    await goTo(first)
    await Promise.all(works.flatMap(({ fate, piece }) => (fate.isStopped ? [piece.stop!()] : [])))
    await Promise.all(free.map(({ piece }) => sleep(random() * 1500).then(piece.begin)))
    const missed = await gates.notReached(
      works.flatMap(({ gate }) => gate ?? []),
      0,
    )
    await killServer(server)
    running.delete(server)
    const killed = Date.now()
    const isPatient = nth % patientEvery === patientEvery - 1
    await gates.cut(works.flatMap(({ gate }) => gate ?? []))
    for (const work of works) {
      const { cell, fate, piece } = work
      work.killsLeft--
      if (work.gate === undefined) work.foundAt = `${anyMoment}: ${await piece.state()}`
      else {
        // The kill comes anyway, wherever the work is.
        work.foundAt = missed.includes(work.gate) ? `not at: ${fate.mark}` : undefined
        await gates.open(work.gate)
      }
      if (work.killsLeft > 0) {
        work.gate = await gates.close(cell.kind, waiting, piece.name)
        work.heldAt = waiting
      }
      table.count(...rowOf(work))
    }
    if (!isPatient) await expireLeases(db)
    server = await start(port)
    again = works.filter(({ killsLeft }) => killsLeft > 0)
    const hurry = isPatient ? undefined : setInterval(() => void makeRetriesDue(db).catch(() => {}), 500)
    ending = Promise.all([
      ...works
        .filter(({ killsLeft }) => killsLeft === 0)
        .map(async (work) => {
          await untilEnded(work, killed).catch((error: unknown) =>
            table.wrong(...rowOf(work), [String(error)]),
          )
        }),
      // So that all continuing pieces reach their next attempt at the same time.
      untilReached(again),
    ]).finally(() => clearInterval(hurry))
    console.log(`kill ${nth + 1}: ${works.length} pieces of work, ${seconds()} s`)
  }
  await ending
}

/** The table row that reports a piece of work. */
function rowOf({ cell, fate, foundAt }: StartedWork): [kind: string, state: string, mark: string] {
  return [cell.kind.name, cell.state, foundAt ?? fate.mark]
}

/** Work that must get past its lock on whole tables before anything else is held. */
function isHeldFirst({ cell, fate }: StartedWork): boolean {
  return cell.kind.heldFirst !== undefined && ![waiting, 'worker begins'].includes(fate.mark)
}

/** Lets pieces of work continue or start until each is held: at its own mark, or at another one of its kind. */
async function goTo(
  works: StartedWork[],
  markOf: (cell: Cell) => string | undefined = () => undefined,
): Promise<void> {
  await inTurn(works, async (work) => {
    const { cell, fate, piece, gate } = work
    const mark = markOf(cell) ?? fate.mark
    if (work.heldAt !== mark) {
      work.gate = await gates.close(cell.kind, mark, piece.name)
      work.heldAt = mark
      if (gate) await gates.open(gate)
    }
    if (!work.hasBegun) await piece.begin()
    work.hasBegun = true
  })
  await untilReached(works)
}

async function prepare(cell: Cell): Promise<StartedWork> {
  const mark = cell.marks[cell.nth++ % cell.marks.length]!
  const { kind, deaths, isStopped } = cell
  const piece = await kind.prepare(++made)
  const gate = mark === anyMoment ? undefined : 0
  return { cell, fate: { deaths, isStopped, mark }, piece, gate, killsLeft: deaths, hasBegun: false }
}

async function untilReached(works: StartedWork[]): Promise<void> {
  const keys = works.flatMap(({ gate }) => gate ?? [])
  for (const key of await gates.notReached(keys, reachMs)) {
    const { cell, fate, piece } = works.find(({ gate }) => gate === key)!
    console.log(`not reached: ${cell.kind.name}, ${fate.mark}, ${JSON.stringify(await piece.tell())}`)
  }
}

/** Waits for the end of a piece of work; a person continues one that was given up. */
async function untilEnded(work: StartedWork, since: number): Promise<void> {
  const { fate, piece } = work
  const row = rowOf(work)
  const state = await endOf(piece, since)
  if (state === undefined) {
    table.ended(...row, 'STUCK', limitMs / 1000)
    table.wrong(...row, [`stuck: ${piece.name}, ${JSON.stringify(await piece.tell())}`])
    return
  }
  table.ended(...row, state, (Date.now() - since) / 1000)
  const wrong = await settledWrong(piece, state, fate)
  table.wrong(...row, wrong)
  if (fate.deaths < 3 || wrong.length > 0 || !piece.goOn) return
  await piece.goOn()
  const end = await endOf(piece, Date.now())
  const found = end ? await settledWrong(piece, end, { ...fate, deaths: 1 }) : ['stuck']
  table.wrong(
    ...row,
    found.map((text) => `gone on with: ${text}`),
  )
}

async function endOf(piece: Piece, since: number): Promise<string | undefined> {
  for (; Date.now() - since < limitMs; await sleep(1_000)) {
    const state = await piece.ended()
    if (state) return state
  }
  return undefined
}

/** Remaining faults after the worker had time for its final steps: removing the file, notifying people. */
async function settledWrong(piece: Piece, state: string, fate: Fate): Promise<string[]> {
  for (const until = Date.now() + 60_000; ; await sleep(1_000)) {
    const wrong = await piece.wrong(state, fate)
    if (wrong.length === 0 || Date.now() > until) return wrong.map((text) => `${piece.name}: ${text}`)
  }
}

/** Stops the server during a piece of work, lets another one take it over, and lets the first continue in parallel. */
async function pauseAt(kind: Kind, mark: string): Promise<void> {
  const piece = await kind.prepare(++made)
  const gate = await gates.close(kind, mark, piece.name)
  await piece.begin()
  const fate: Fate = { deaths: 1, isStopped: false, mark }
  const row = [kind.name, 'paused', mark] as const
  table.count(...row)
  if ((await gates.notReached([gate], reachMs)).length > 0) table.wrong(...row, ['the mark was not reached'])
  const paused = server
  process.kill(-paused.pid!, 'SIGSTOP')
  const at = Date.now()
  await gates.shutAgain(gate)
  server = await start(await freePort())
  // The other worker reaches the same mark, waits for a lock of the first, or has ended the work.
  while (Date.now() - at < 50_000) {
    if ((await gates.notReached([gate], 0)).length === 0 || (await piece.ended())) break
    await sleep(200)
  }
  process.kill(-paused.pid!, 'SIGCONT')
  await sleep(3_000)
  await gates.open(gate)
  await untilEnded(
    { cell: { ...cellsOf(kind)[0]!, state: 'paused' }, fate, piece, gate, killsLeft: 0, hasBegun: true },
    at,
  )
  // The first server wakes up late: it must not change the result any more.
  await sleep(3_000)
  const state = await piece.ended()
  table.wrong(...row, state ? await piece.wrong(state, fate) : ['it is at work again'])
  await killServer(paused)
  running.delete(paused)
  await stopServer(server)
  running.delete(server)
  server = await start(port)
}

async function start(at: number): Promise<ChildProcess> {
  const child = await startServer(envOf(at), undefined, 'scripts/faults/work/server-process.ts')
  running.add(child)
  return child
}

/** A few at a time, so that no call waits too long for the others. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waitingItems = [...items.entries()]
  const one = async () => {
    for (let next = waitingItems.shift(); next; next = waitingItems.shift())
      results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return results
}

/** Random numbers from 0 to 1, determined by a seed (mulberry32). */
function randomBy(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
