/**
 * npm run histories [-- --events 1000000 --seed 1 --each 400 --lanes 2 --first 0]: random histories of everything that
 * can happen to money. Each move is compared with a plain model at once (done, or refused with which code); at the end of
 * each history, the model's whole state is compared and the ledger's checks are run. Seed and number determine a history,
 * so a run ended by Ctrl-C prints the `--first` to resume with. Lanes run in parallel, each on its own database. Stops at
 * the first history that differs.
 */
import { parseArgs } from 'node:util'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { suspense } from '#features/ledger/server/checks/suspense.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { moneyMoves, MoneyWorld } from '#test/money-world.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    each: { type: 'string', default: '400' },
    lanes: { type: 'string', default: '2' },
    first: { type: 'string', default: '0' },
  },
})
const [events, seed, each, lanes, first] = [
  Number(values.events),
  Number(values.seed) >>> 0,
  Number(values.each),
  Number(values.lanes),
  Number(values.first),
]
const end = Math.ceil(events / each)
console.log(`seed ${seed}: histories ${first} to ${end - 1} of ${each} events, ${lanes} at once`)

/** Mulberry32: a deterministic random sequence. */
function dice(start: number): (below: number) => number {
  let state = start >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const happened = new Map<string, number>()
const started = performance.now()
let [next, done, stopped] = [first, 0, false]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (stopped = true))

await Promise.all(Array.from({ length: lanes }, work))

const nothing = [...happened].reduce((sum, [what, n]) => sum + (what.endsWith(': nothing') ? n : 0), 0)
const lines = [...happened].map(([what, n]) => `${what} ${n}`)
console.log(lines.toSorted((a, b) => a.localeCompare(b)).join('\n'))
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `${done * each} events, no difference, ${seconds} s; ${nothing} of them found nothing to happen to${stopped ? `; go on with --seed ${seed} --first ${next}` : ''}`,
)

async function work(): Promise<void> {
  const database = await testDatabase()
  try {
    while (next < end && !stopped) await history(database, next++)
  } catch (error) {
    stopped = true
    throw error
  } finally {
    await database.close()
  }
}

function count(what: string): void {
  happened.set(what, (happened.get(what) ?? 0) + 1)
}

async function history(database: TestDatabase, number: number): Promise<void> {
  await database.reset()
  const roll = dice(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b))
  const world = new MoneyWorld(database.db)
  await world.open([100_000, 40_000, 7, 2_500_000], [1_500_000, 3_000])
  for (let n = 0; n < each; n++) {
    const kind = moneyMoves[roll(moneyMoves.length)]!
    const outcome = await world
      .make({ kind, a: roll(50), b: roll(1_000_000), c: roll(1_000_000) })
      .catch((error: unknown) => {
        throw new Error(`history ${number} of seed ${seed} differs at event ${n}`, { cause: error })
      })
    count(`${kind}: ${outcome}`)
  }
  for (const { event, state, problem } of world.provider.deliveries)
    count(`delivery of ${event.type}: ${problem || state}`)
  const { rows } = await database.db.transaction().execute((tx) => runCheck(tx, suspense))
  const wrong = [...(await world.differences()), ...(await findLedgerDifferences(database.db)), ...rows]
  if (wrong.length > 0) throw new Error(`history ${number} of seed ${seed} differs: ${JSON.stringify(wrong)}`)
  done++
  if (done % 50 === 0) console.log(`${done * each} events, none differs`)
}
