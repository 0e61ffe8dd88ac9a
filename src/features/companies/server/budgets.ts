import { sql } from 'kysely'
import type { z } from 'zod'
import type { Day } from '#shared/dates.ts'
import { audit, type AuditContext, auditOf, differences } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid, notFound } from '#server/base/errors.ts'
import { freeSlug } from '#server/db/free-slug.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import type { companies } from '../contract.ts'

type NewBudget = z.output<typeof companies.createBudget.body>
type BudgetChange = Omit<z.output<typeof companies.changeBudget.body>, 'version'>
type BudgetCompany = { id: number; title: string }

/** Adds a budget with its own title, type and validity to a locked company, optionally with a first grant. */
export async function createBudget(
  tx: Db,
  context: AuditContext,
  company: BudgetCompany,
  { granted_cents, ...given }: NewBudget,
  today: Day,
): Promise<void> {
  await refuseTitle(tx, company, given.title)
  const slug = await freeSlug(tx, 'budgets', given.title)
  const budget = await tx
    .insertInto('budgets')
    .values({ ...given, slug, company_id: company.id, created_at: context.now })
    .returning(['id', 'company_id', 'is_general'])
    .executeTakeFirstOrThrow()
  const audit_event_id = await audit(tx, context, {
    action: 'create_budget',
    ...auditOf('company', company),
    after: { ...given, granted_cents: granted_cents ?? 0 },
  })
  if (granted_cents === undefined) return
  const { now, actor } = context
  const grant = {
    amount_cents: granted_cents,
    business_day: today,
    created_by: actor.id,
    now,
    audit_event_id,
  }
  await postBudgetGrant(tx, { company_id: company.id, budget, ...grant })
}

/**
 * Changes or tops up a budget of a locked company. The general budget can only be topped up (400 at the field).
 * Changing the days does not affect gifts it already paid for.
 */
export async function changeBudget(
  tx: Db,
  context: AuditContext,
  company: BudgetCompany,
  slug: string,
  version: number | undefined,
  { change, today, current }: { change: BudgetChange; today: Day; current: () => Promise<unknown> },
): Promise<void> {
  const budget = await tx
    .selectFrom('budgets')
    .selectAll()
    .where('company_id', '=', company.id)
    .where('slug', '=', slug)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!budget) throw notFound()
  if (version !== budget.version) throw conflict('edit_conflict', { current: await current() })
  const { add_cents, ...columns } = change
  const named = Object.keys(columns)
  if (budget.is_general && named.length > 0)
    throw invalid(Object.fromEntries(named.map((field) => [field, 'companies.general_is_fixed'])))
  const merged = { ...budget, ...columns }
  if (merged.valid_from && merged.valid_until && merged.valid_from > merged.valid_until)
    throw invalid({ valid_until: 'companies.ends_before_start' })
  if (columns.title !== undefined && columns.title !== budget.title)
    await refuseTitle(tx, company, columns.title)
  const before = Object.fromEntries(named.map((key) => [key, budget[key as keyof typeof budget]]))
  const changed = differences(before, columns)
  if (Object.keys(changed.after).length === 0 && add_cents === undefined) return
  await tx
    .updateTable('budgets')
    .set({ ...columns, version: budget.version + 1 })
    .where('id', '=', budget.id)
    .execute()
  const audit_event_id = await audit(tx, context, {
    action: 'change_budget',
    ...auditOf('company', company),
    before: { budget: budget.title, ...changed.before },
    after: { ...changed.after, ...(add_cents !== undefined && { add_cents }) },
  })
  if (add_cents === undefined) return
  const { now, actor } = context
  const grant = { amount_cents: add_cents, business_day: today, created_by: actor.id, now, audit_event_id }
  await postBudgetGrant(tx, { company_id: company.id, budget, ...grant })
}

async function refuseTitle(tx: Db, company: BudgetCompany, title: string): Promise<void> {
  const { rows } = await sql`
    select from budgets where company_id = ${company.id} and fold(title) = fold(${title}) and not is_general`.execute(
    tx,
  )
  if (rows.length > 0) throw invalid({ title: 'companies.budget_known' })
}
