import type { Db } from '#server/db/db.ts'
import { dayOf } from '#shared/dates.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { settlementPage } from '#features/payouts/server/settlement.ts'
import { settlementActor } from '#server/audit/system-actors.ts'

/** Projects settled in a night. */
const projects = 10_000

class Rollback extends Error {}

/** Settles 10,000 projects in the pages of a night, then one, and rolls everything back; one line for the report. */
export async function measureSettlement(db: Db): Promise<string> {
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const now = new Date()
  const context = { actor: { id: null, name: settlementActor }, now }
  const pages: { settled: number; statements: number; ms: number }[] = []
  const page = async (tx: Db, atMost: number) => {
    statements = 0
    const started = performance.now()
    const settled = await settle(tx, context, { business_day: dayOf(now), atMost })
    pages.push({ settled, statements, ms: performance.now() - started })
  }
  await counting
    .transaction()
    .execute(async (tx) => {
      await page(tx, 1)
      for (let done = 0; done < projects / settlementPage; done++) await page(tx, settlementPage)
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
  const [one, ...night] = pages
  const settled = night.reduce((sum, of) => sum + of.settled, 0)
  const [few, many] = [
    Math.min(...night.map((of) => of.statements)),
    Math.max(...night.map((of) => of.statements)),
  ]
  const longest = Math.max(...night.map((of) => of.ms))
  return `settlement: ${settled} payouts in ${night.length} pages of ${few} to ${many} statements (one project alone: ${one!.statements}), the longest ${(longest / 1000).toFixed(2)} s`
}
