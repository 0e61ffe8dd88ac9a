import { auditOf } from '#server/audit/audit.ts'
import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { AuditContext, AuditEvent } from '#server/audit/audit.ts'
import { type CompanyScope, inScope } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { randomToken } from '#server/base/tokens.ts'
import type { FundingType } from '../funding-types.ts'
import { accountIds } from './accounts.ts'
import { cancelPayouts, lockPayouts } from './payouts.ts'
import { refuseReceipted } from './receipted.ts'
import { type LedgerEvent, mirrorsOf, postEvents, type Row } from './post.ts'

/** An internal gift to a project, original and remaining amount in cents. */
export type InternalGift = {
  funding_id: number
  slug: string
  company_id: number
  company_slug: string
  company_title: string
  funding_type: FundingType
  amount_cents: number
  state: 'confirmed' | 'settled' | 'paid_out'
  transaction_id: number
  payout_id: number | null
}

/** The result of a defunding: reversed gifts, their sum, and the paid part that is claimed back. */
export type DefundResult = {
  reversed: number
  reversed_cents: number
  recovery_open_cents: number
  /** Ids of the opened claims. */
  claims: number[]
}

/**
 * Standing internal fundings of a project by companies in scope, ordered by id. Callers that act on them hold the
 * project's lock.
 */
export async function internalGifts(db: Db, projectId: number, scope: CompanyScope): Promise<InternalGift[]> {
  const { rows } = await sql<InternalGift>`
    select funding.id as funding_id, funding.slug, funding.company_id, company.slug as company_slug, company.title as company_title,
      funding.funding_type, funding.amount_cents, funding.state, gift.transaction_id,
      (select entry.payout_id from ledger_rows row join ledger_transactions entry on entry.id = row.transaction_id
        where row.funding_id = funding.id and row.purpose = 'settlement' and row.reverses_id is null
          and not exists (select from ledger_rows undone where undone.reverses_id = row.id)) as payout_id
    from fundings funding
    join companies company on company.id = funding.company_id
    join ledger_rows gift on gift.funding_id = funding.id and gift.purpose = 'gift' and gift.reverses_id is null
    where funding.project_id = ${projectId} and funding.state in ('confirmed', 'settled', 'paid_out')
      and ${inScope(scope, sql`funding.company_id`)}
    order by funding.id`.execute(db)
  return rows
}

/**
 * Cancels all internal fundings of a project by companies in scope (product.md §4, §5). Unsettled gifts are reversed,
 * budget included; for settled ones the payout is cancelled first. Paid ones become a claim on the organization,
 * claim_organization / claim_company, and the budget gets the money when it is returned. The caller holds the project's
 * lock. Guards: something to cancel (409 `nothing_to_defund`); exactly the expected gifts and payment states, if given
 * (409 `approval_changed`); paid payouts only when acknowledged (409 `marked_payments`); for company users, no payout
 * that also holds other donors' money (409 `payout_shared`); no receipt for any of them (409 `receipt_issued`).
 */
export async function postDefunding(
  tx: Db,
  context: AuditContext,
  given: {
    project: { id: number; title: string; organization_id: number }
    reason: string
    business_day: Day
    acknowledged: boolean
    scope: CompanyScope
    expected?: readonly string[] | undefined
    expectedPaid?: readonly string[] | undefined
  },
): Promise<DefundResult> {
  const { project, reason, business_day, acknowledged, scope, expected, expectedPaid } = given
  const gifts = await internalGifts(tx, project.id, scope)
  if (gifts.length === 0) throw conflict('nothing_to_defund')
  const paid = gifts.filter((gift) => gift.state === 'paid_out')
  if ((expected && !isSameSet(gifts, expected)) || (expectedPaid && !isSameSet(paid, expectedPaid)))
    throw conflict('approval_changed', { current: { amount_cents: sumOf(gifts) } })
  await refuseReceipted(
    tx,
    gifts.map((gift) => gift.funding_id),
  )
  if (paid.length > 0 && !acknowledged)
    throw conflict('marked_payments', { current: { marked_cents: sumOf(paid) } })
  const held = gifts.flatMap((gift) => (gift.state === 'settled' ? [gift.payout_id!] : []))
  const payouts = await lockPayouts(tx, { ids: [...new Set(held)] })
  await refuseShared(tx, payouts, scope)
  await cancelPayouts(tx, context, payouts, {
    reason,
    business_day,
  })
  const unpaid = gifts.filter((gift) => gift.state !== 'paid_out')
  const mirrors = await mirrorsOf(
    tx,
    unpaid.map((gift) => gift.transaction_id),
  )
  const event = (gift: InternalGift, after: object): AuditEvent => ({
    action: 'defund',
    ...auditOf('project', project),
    before: {
      funding: gift.slug,
      company: gift.company_title,
      amount_cents: gift.amount_cents,
      state: gift.state,
    },
    after: { reason, ...after },
  })
  const reversals: LedgerEvent[] = unpaid.map((gift, at) => ({
    event: event(gift, { state: 'reversed' }),
    postings: [
      {
        entry: { kind: 'defunded', business_day, note: reason, reverses_id: gift.transaction_id },
        rows: mirrors[at]!,
      },
    ],
  }))
  await postEvents(tx, context, [...reversals, ...(await claimsOf(tx, paid, given, event))])
  const ids = (list: InternalGift[]) => list.map((gift) => gift.funding_id)
  await sql`update fundings set state = 'reversed' where id = any(${ids(unpaid)}::bigint[])`.execute(tx)
  const claims = await openClaims(tx, context, paid, given)
  await sql`update fundings set state = 'recovery_open' where id = any(${ids(paid)}::bigint[])`.execute(tx)
  return {
    reversed: unpaid.length,
    reversed_cents: sumOf(unpaid),
    recovery_open_cents: sumOf(paid),
    claims,
  }
}

const isSameSet = (gifts: readonly InternalGift[], slugs: readonly string[]) =>
  gifts.length === new Set(slugs).size && gifts.every(({ slug }) => slugs.includes(slug))

/** A cancelled payout frees all its money for a new settlement; one company may not do that to others' money. */
async function refuseShared(tx: Db, payouts: readonly { id: number }[], scope: CompanyScope): Promise<void> {
  const { rows } = await sql`
    select from ledger_rows row join ledger_transactions entry on entry.id = row.transaction_id
    join fundings funding on funding.id = row.funding_id
    where entry.payout_id = any(${payouts.map(({ id }) => id)}::bigint[])
      and row.purpose = 'settlement' and row.reverses_id is null
      and not exists (select from ledger_rows undone where undone.reverses_id = row.id)
      and not coalesce(${inScope(scope, sql`funding.company_id`)}, false)
    limit 1`.execute(tx)
  if (rows.length > 0) throw conflict('payout_shared')
}

const sumOf = (gifts: readonly InternalGift[]) => gifts.reduce((sum, gift) => sum + gift.amount_cents, 0)

type DefundInput = Parameters<typeof postDefunding>[2]

// A claim lowers every stage, so the arrival's row is mirrored with it.
async function claimsOf(
  tx: Db,
  paid: InternalGift[],
  { project, reason, business_day }: DefundInput,
  event: (gift: InternalGift, after: object) => AuditEvent,
): Promise<LedgerEvent[]> {
  if (paid.length === 0) return []
  const [owing] = await accountIds(tx, [
    { kind: 'claim_organization', organization_id: project.organization_id },
  ])
  const companies = await accountIds(
    tx,
    paid.map(({ company_id }) => ({ kind: 'claim_company', company_id })),
  )
  const arrivals = await standingArrivals(tx, paid)
  return paid.map((gift, at) => ({
    event: event(gift, { state: 'recovery_open' }),
    postings: [
      {
        entry: { kind: 'claim_opened', business_day, note: reason },
        rows: [
          {
            purpose: 'claim',
            debit: owing!,
            credit: companies[at]!,
            amount_cents: gift.amount_cents,
            funding_id: gift.funding_id,
          },
          ...arrivals.filter((row) => row.funding_id === gift.funding_id),
        ],
      },
    ],
  }))
}

async function standingArrivals(tx: Db, paid: InternalGift[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select purpose, credit_account_id as debit, debit_account_id as credit, amount_cents, funding_id, id as reverses_id
    from ledger_rows row
    where funding_id = any(${paid.map((gift) => gift.funding_id)}::bigint[]) and purpose = 'arrival'
      and reverses_id is null and not exists (select from ledger_rows undone where undone.reverses_id = row.id)`.execute(
    tx,
  )
  return rows
}

async function openClaims(
  tx: Db,
  { actor, now }: AuditContext,
  paid: InternalGift[],
  { project, reason, business_day }: DefundInput,
): Promise<number[]> {
  if (paid.length === 0) return []
  const opened = await tx
    .insertInto('recovery_claims')
    .values(
      paid.map(({ funding_id, company_id, amount_cents }) => ({
        slug: `c-${randomToken().slice(0, 16)}`,
        funding_id,
        project_id: project.id,
        organization_id: project.organization_id,
        company_id,
        amount_cents,
        opened_on: business_day,
        reason,
        created_by: actor.id,
        created_at: now,
      })),
    )
    .returning('id')
    .execute()
  return opened.map(({ id }) => id)
}
