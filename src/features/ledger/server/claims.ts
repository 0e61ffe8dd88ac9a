import { auditOf } from '#server/audit/audit.ts'
import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import { sql } from 'kysely'
import { type CompanyScope, inScope } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { accountIds, mainBank } from './accounts.ts'
import { budgetAccounts } from './fund.ts'
import { refuseClosedMonth } from './months.ts'
import { postEvents, type Row } from './post.ts'

/** A locked claim on an organization for paid money that must be returned; cents. */
export type LockedClaim = Awaited<ReturnType<typeof lockClaim>>

/** Locks a claim of a company in scope, after its project; throws notFound, also for another company's claim. */
export async function lockClaim(tx: Db, slug: string, scope: CompanyScope) {
  const found = await tx
    .selectFrom('recovery_claims')
    .select('project_id')
    .where('slug', '=', slug)
    .where(inScope(scope, sql`company_id`))
    .executeTakeFirst()
  if (!found) throw notFound()
  await tx.selectFrom('projects').select('id').where('id', '=', found.project_id).forNoKeyUpdate().execute()
  return tx
    .selectFrom('recovery_claims')
    .innerJoin('fundings', 'fundings.id', 'recovery_claims.funding_id')
    .innerJoin('budgets', 'budgets.id', 'fundings.budget_id')
    .innerJoin('projects', 'projects.id', 'recovery_claims.project_id')
    .selectAll('recovery_claims')
    .select(['projects.title as project_title', 'budgets.id as budget_id', 'budgets.is_general'])
    .where('recovery_claims.slug', '=', slug)
    .forNoKeyUpdate('recovery_claims')
    .executeTakeFirstOrThrow()
}

/**
 * Books a full or partial return: bank (for a statement line: its counter-account) / claim_organization, and returns it
 * to the budget, budget_available / budget_used. Guards: at most the open amount (409 `claim_exceeded`), an open month
 * (400).
 */
export async function postClaimReturn(
  tx: Db,
  context: AuditContext,
  claim: LockedClaim,
  {
    amount_cents,
    received_on,
    note,
    line,
  }: { amount_cents: number; received_on: Day; note: string; line?: { id: number; account: number } },
): Promise<void> {
  await refuseClosedMonth(tx, received_on, 'received_on')
  refuseMoreThanOpen(claim, amount_cents)
  const { organization_id, company_id, budget_id, is_general, funding_id } = claim
  const [owing, available, used] = await accountIds(tx, [
    { kind: 'claim_organization', organization_id },
    ...budgetAccounts({ id: budget_id, company_id, is_general }),
  ])
  const entry = { business_day: received_on, note, ...(line && { bank_line_id: line.id }) }
  await book(tx, context, claim, 'claim_returned', entry, amount_cents, [
    {
      purpose: 'recovery',
      debit: line?.account ?? (await mainBank(tx)),
      credit: owing!,
      amount_cents,
      funding_id,
    },
    { purpose: 'budget_return', debit: available!, credit: used!, amount_cents, funding_id },
  ])
  await close(tx, claim, { returned_cents: claim.returned_cents + amount_cents }, received_on)
}

/**
 * Writes off the open rest of a claim, with a reason: claim_company / claim_organization. The budget does not get it
 * back. Guard: something is open (409 `claim_exceeded`).
 */
export async function postClaimWriteOff(
  tx: Db,
  context: AuditContext,
  claim: LockedClaim,
  { reason, business_day }: { reason: string; business_day: Day },
): Promise<void> {
  refuseMoreThanOpen(claim, Math.max(1, claim.open_cents))
  const { organization_id, company_id, funding_id, open_cents: amount_cents } = claim
  const [company, owing] = await accountIds(tx, [
    { kind: 'claim_company', company_id },
    { kind: 'claim_organization', organization_id },
  ])
  await book(tx, context, claim, 'claim_written_off', { business_day, note: reason }, amount_cents, [
    { purpose: 'write_off', debit: company!, credit: owing!, amount_cents, funding_id },
  ])
  await close(tx, claim, { written_off_cents: claim.written_off_cents + amount_cents }, business_day)
}

function refuseMoreThanOpen({ open_cents }: LockedClaim, amount_cents: number): void {
  if (amount_cents > open_cents) throw conflict('claim_exceeded', { current: { open_cents } })
}

async function book(
  tx: Db,
  context: AuditContext,
  claim: LockedClaim,
  kind: 'claim_returned' | 'claim_written_off',
  entry: { business_day: Day; note: string; bank_line_id?: number },
  amount_cents: number,
  rows: Row[],
): Promise<void> {
  const event = {
    action: kind,
    ...auditOf('project', { id: claim.project_id, title: claim.project_title }),
    before: { claim: claim.slug, open_cents: claim.open_cents },
    after: { amount_cents, open_cents: claim.open_cents - amount_cents, ...entry },
  }
  await postEvents(tx, context, [{ event, postings: [{ entry: { kind, ...entry }, rows }] }])
}

async function close(
  tx: Db,
  claim: LockedClaim,
  sums: { returned_cents?: number; written_off_cents?: number },
  day: Day,
): Promise<void> {
  const { returned_cents, written_off_cents } = { ...claim, ...sums }
  const isClosed = returned_cents + written_off_cents === claim.amount_cents
  await tx
    .updateTable('recovery_claims')
    .set({ ...sums, closed_on: isClosed ? day : null, version: claim.version + 1 })
    .where('id', '=', claim.id)
    .execute()
  if (isClosed)
    await tx.updateTable('fundings').set({ state: 'recovered' }).where('id', '=', claim.funding_id).execute()
}
