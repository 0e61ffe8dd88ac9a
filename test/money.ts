import type { Insertable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import { lockPayouts, markPaid } from '#features/ledger/server/payouts.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { dayOf } from '#shared/dates.ts'

const start = new Date('2026-01-02T08:00:00Z')

/** A donating company whose general budget was granted this amount on 2 January of last year. */
export async function makeCompany(
  db: Db,
  { granted_cents = 0, ...columns }: { slug: string; title: string; granted_cents?: number },
): Promise<{ id: number; slug: string; title: string }> {
  const company = await db
    .insertInto('companies')
    .values({ ...columns, created_at: start })
    .returning(['id', 'slug', 'title'])
    .executeTakeFirstOrThrow()
  if (granted_cents > 0) await grant(db, company.id, undefined, granted_cents)
  return company
}

/** A further budget of a company, granted this amount on 2 January of last year. */
export async function makeBudget(
  db: Db,
  {
    granted_cents = 0,
    ...columns
  }: { granted_cents?: number } & Omit<Insertable<DB['budgets']>, 'created_at'>,
) {
  const budget = await db
    .insertInto('budgets')
    .values({ ...columns, created_at: start })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (granted_cents > 0) await grant(db, budget.company_id, budget, granted_cents)
  return budget
}

function grant(
  db: Db,
  company_id: number,
  budget: { id: number; company_id: number; is_general: boolean } | undefined,
  amount_cents: number,
): Promise<void> {
  const entry = { business_day: '2025-01-02', created_by: null, now: start }
  return db
    .transaction()
    .execute((tx) =>
      postBudgetGrant(tx, { company_id, ...(budget ? { budget } : {}), amount_cents, ...entry }),
    )
}

const context = (now: Date) => ({ actor: { id: null, name: 'Test' }, now })

/** The nightly settlement of all pending money. */
export function settleAll(db: Db, now: Date, business_day = dayOf(now)): Promise<number> {
  return db.transaction().execute((tx) => settle(tx, context(now), { business_day, atMost: 1000 }))
}

/** Marks all open payouts as paid. */
export function payAll(db: Db, now: Date, paid_on = dayOf(now)): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const open = await tx.selectFrom('payouts').select('id').where('state', '=', 'open').execute()
    const payouts = await lockPayouts(tx, { ids: open.map((row) => row.id) })
    await markPaid(tx, context(now), payouts, { paid_on, reference: '' })
  })
}
