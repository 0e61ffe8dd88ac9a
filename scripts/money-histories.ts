/**
 * npm run histories [-- --events 1000000 --seed 1 --each 400]: random histories of everything that can happen to money,
 * each held against a plain model and the ledger's checks. Prints its seed; stops at the first history that differs.
 */
import { parseArgs } from 'node:util'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { testDatabase } from '../test/database.ts'
import { moneyMoves, MoneyWorld } from '../test/money-world.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    each: { type: 'string', default: '400' },
  },
})
const [events, each] = [Number(values.events), Number(values.each)]
let state = Number(values.seed) >>> 0
console.log(`seed ${state}, ${events} events in histories of ${each}`)

/** Mulberry32: the same numbers from the same seed. */
function roll(below: number): number {
  state = (state + 0x6d2b79f5) >>> 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
}

const database = await testDatabase()
const happened = new Map<string, number>()
const started = performance.now()
try {
  for (let done = 0; done < events; done += each) {
    await database.reset()
    const begins = state
    const world = new MoneyWorld(database.db)
    await world.open([100_000, 40_000, 7, 2_500_000], [1_500_000, 3_000])
    for (let n = 0; n < Math.min(each, events - done); n++) {
      const kind = moneyMoves[roll(moneyMoves.length)]!
      const outcome = await world.make({ kind, a: roll(50), b: roll(1_000_000), c: roll(1_000_000) })
      happened.set(`${kind}: ${outcome}`, (happened.get(`${kind}: ${outcome}`) ?? 0) + 1)
    }
    const wrong = [...(await world.differences()), ...(await findLedgerDifferences(database.db))]
    if (wrong.length > 0)
      throw new Error(`the history that begins with seed ${begins} differs: ${JSON.stringify(wrong)}`)
    if ((done / each) % 50 === 49) console.log(`${done + each} events, none differs`)
  }
} finally {
  await database.close()
}
const lines = [...happened].map(([what, n]) => `${what} ${n}`)
console.log(lines.toSorted((a, b) => a.localeCompare(b)).join('\n'))
console.log(`${events} events, no difference, ${Math.round((performance.now() - started) / 1000)} s`)
