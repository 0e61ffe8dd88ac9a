import { auditOf } from '#server/audit/audit.ts'
import { sql } from 'kysely'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { Day } from '#shared/dates.ts'
import { fundingType } from '#shared/funding-type.ts'
import type { AuditContext, AuditEvent } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import type { FundingType } from '../funding-types.ts'
import { accountIds, mainBank, mainBankAccount } from './accounts.ts'
import { refuseClosedMonth } from './months.ts'
import { mirrorsOf, type Posting, postEvents, type Row } from './post.ts'

export type PayoutState = 'open' | 'exported' | 'marked_paid' | 'cancelled'

export type LockedPayout = {
  id: number
  slug: string
  number: string
  project_id: number
  project_title: string
  funding_type: FundingType
  amount_cents: number
  state: PayoutState
  settled_on: Day
  paid_on: Day | null
  arrived_on: Day | null
  reference: string
}

/** Locks payouts for a change, after their projects, each by id. Unknown slugs are missing from the result. */
export async function lockPayouts(tx: Db, which: { slugs: readonly string[] } | { ids: readonly number[] }) {
  const condition =
    'slugs' in which
      ? sql`payouts.slug = any(${which.slugs}::text[])`
      : sql`payouts.id = any(${which.ids}::bigint[])`
  await sql`
    select from projects where id in (select project_id from payouts where ${condition})
    order by id for no key update`.execute(tx)
  const { rows } = await sql<LockedPayout>`
    select payouts.id, payouts.slug, payouts.number, payouts.project_id, project.title as project_title,
      payouts.funding_type, payouts.amount_cents, payouts.state, payouts.settled_on, payouts.paid_on,
      payouts.arrived_on, payouts.reference
    from payouts join projects project on project.id = payouts.project_id
    where ${condition} order by payouts.id for no key update of payouts`.execute(tx)
  return rows
}

/** Throws 409 `code`, naming the payouts in other states. */
export function refuseOtherStates(
  payouts: readonly LockedPayout[],
  states: readonly PayoutState[],
  code: 'payout_not_open' | 'payout_not_paid',
): void {
  const blocking = payouts
    .filter(({ state }) => !states.includes(state))
    .map(({ slug, number, state }) => ({ slug, title: number, code: state }))
  if (blocking.length > 0) throw conflict(code, { blocking })
}

/** The payer: the foundation's bank account, or each company itself for its own gifts. */
export type PaidFrom = 'bank' | 'company'

/**
 * The statement line that proves the payment; `account` is its counter-account, `bank_account_id` the own bank account
 * of the statement.
 */
export type ByLine = { id: number; account: number; bank_account_id: number }

/**
 * Marks payouts as paid: payable / bank, or payable / claim_company when the companies transferred the money
 * themselves. The day may lie in the past, but not before the settlement and not in a closed month. Guard: open or
 * exported (409 `payout_not_open`). Without `paid_from`, exported payouts and donations count as paid by the bank, all
 * others by the company. With a statement line it is payable / the line's counter-account.
 */
export async function markPaid(
  tx: Db,
  context: AuditContext,
  payouts: readonly LockedPayout[],
  {
    paid_on,
    reference,
    paid_from,
    line,
  }: { paid_on: Day; reference: string; paid_from?: PaidFrom | undefined; line?: ByLine },
): Promise<void> {
  refuseOtherStates(payouts, ['open', 'exported'], 'payout_not_open')
  await refuseClosedMonth(tx, paid_on, 'paid_on')
  const parts = await partsOfPayouts(tx, payouts, 'settlement')
  const bank = line?.account ?? (await mainBank(tx))
  const companies = await accountIds(
    tx,
    parts.flatMap(({ company_id }) => (company_id === null ? [] : [{ kind: 'claim_company', company_id }])),
  )
  const claimOf = new Map(
    parts.filter((part) => part.company_id !== null).map((part, at) => [part.company_id, companies[at]!]),
  )
  const usually = ({ state, funding_type }: LockedPayout): PaidFrom =>
    line || state === 'exported' || funding_type === fundingType.donation ? 'bank' : 'company'
  const fromBank = (payout: LockedPayout) => (paid_from ?? usually(payout)) === 'bank'
  const byPayout = Map.groupBy(parts, (part) => part.payout_id)
  await postEvents(
    tx,
    context,
    payouts.map((payout) => ({
      event: event(
        'mark_paid',
        payout,
        { state: payout.state },
        { state: 'marked_paid', paid_on, reference },
      ),
      postings: [
        {
          entry: {
            kind: 'payout_paid',
            business_day: paid_on,
            note: reference,
            payout_id: payout.id,
            ...(line && { bank_line_id: line.id }),
          },
          rows: byPayout.get(payout.id)!.map((part) => ({
            purpose: 'payout' as const,
            debit: part.credit,
            credit: (fromBank(payout) ? undefined : claimOf.get(part.company_id)) ?? bank,
            amount_cents: part.amount_cents,
            funding_id: part.funding_id,
          })),
        },
      ],
    })),
  )
  const account = line?.bank_account_id ?? (await mainBankAccount(tx))
  await sql`
    update payouts set state = 'marked_paid', paid_on = ${paid_on}::date, reference = ${reference},
      bank_account_id = case when id = any(${payouts.filter(fromBank).map((payout) => payout.id)}::bigint[])
        then ${account}::bigint end,
      version = version + 1
    where id = any(${payouts.map((payout) => payout.id)}::bigint[])`.execute(tx)
  await moveGifts(tx, parts, 'paid_out')
}

/**
 * Unmarks paid payouts, with a reason: mirrors the payment and, if recorded, the arrival. They are open again. Guards:
 * marked paid (409 `payout_not_paid`); no standing claim on their gifts (409 `claim_open`); no matched statement line
 * (409 `payout_on_statement`), which must be unmatched instead.
 */
export async function unmarkPaid(
  tx: Db,
  context: AuditContext,
  payouts: readonly LockedPayout[],
  { reason, business_day, byItsLine = false }: { reason: string; business_day: Day; byItsLine?: boolean },
): Promise<void> {
  refuseOtherStates(payouts, ['marked_paid'], 'payout_not_paid')
  const parts = await partsOfPayouts(tx, payouts, 'payout')
  refuseClaims(payouts, parts)
  if (!byItsLine) await refuseMatched(tx, payouts)
  const arrivals = await partsOfPayouts(tx, payouts, 'arrival')
  const undone = await undoing(tx, [...arrivals, ...parts], reason, business_day)
  await postEvents(
    tx,
    context,
    payouts.map((payout) => ({
      event: event(
        'unmark_paid',
        payout,
        { state: payout.state, paid_on: payout.paid_on },
        { state: 'open', reason },
      ),
      postings: undone.get(payout.id)!,
    })),
  )
  await sql`
    update payouts set state = 'open', paid_on = null, arrived_on = null, bank_account_id = null, reference = '',
      version = version + 1
    where id = any(${payouts.map((payout) => payout.id)}::bigint[])`.execute(tx)
  await moveGifts(tx, parts, 'settled')
}

/**
 * Cancels unpaid payouts, with a reason: mirrors their settlement. Their gifts wait for the next one. Guard: open or
 * exported (409 `payout_not_open`).
 */
export async function cancelPayouts(
  tx: Db,
  context: AuditContext,
  payouts: readonly LockedPayout[],
  { reason, business_day }: { reason: string; business_day: Day },
): Promise<void> {
  if (payouts.length === 0) return
  refuseOtherStates(payouts, ['open', 'exported'], 'payout_not_open')
  const parts = await partsOfPayouts(tx, payouts, 'settlement')
  const undone = await undoing(tx, parts, reason, business_day)
  await postEvents(
    tx,
    context,
    payouts.map((payout) => ({
      event: event('cancel_payout', payout, { state: payout.state }, { state: 'cancelled', reason }),
      postings: undone.get(payout.id)!,
    })),
  )
  await sql`
    update payouts set state = 'cancelled', version = version + 1
    where id = any(${payouts.map((payout) => payout.id)}::bigint[])`.execute(tx)
  await moveGifts(tx, parts, 'confirmed')
}

/**
 * Records that paid payouts arrived, proved by our own statement or the organization's word: arrived / in_transit. The
 * earlier proof stands, and a later one appears only in the audit log (product.md §10). Guard: marked paid, not before
 * that day.
 */
export async function markArrived(
  tx: Db,
  context: AuditContext,
  payouts: readonly LockedPayout[],
  { arrived_on, note, bank_line_id }: { arrived_on: Day; note: string; bank_line_id?: number },
): Promise<void> {
  refuseOtherStates(payouts, ['marked_paid'], 'payout_not_paid')
  await refuseClosedMonth(tx, arrived_on, 'arrived_on')
  // Money claimed back since does not arrive.
  const standing = (await partsOfPayouts(tx, payouts, 'payout')).filter((part) => !part.is_claimed)
  const parts = Map.groupBy(standing, (part) => part.payout_id)
  const [debit, credit] = await accountIds(tx, [{ kind: 'arrived' }, { kind: 'in_transit' }])
  const fresh = payouts.filter((payout) => payout.arrived_on === null)
  await postEvents(
    tx,
    context,
    payouts.map((payout) => ({
      event: event(
        'mark_arrived',
        payout,
        { arrived_on: payout.arrived_on },
        payout.arrived_on === null ? { arrived_on, note } : { later_proof_on: arrived_on, note },
      ),
      postings:
        !fresh.includes(payout) || !parts.has(payout.id)
          ? []
          : [
              {
                entry: {
                  kind: 'payout_arrived',
                  business_day: arrived_on,
                  note,
                  payout_id: payout.id,
                  ...(bank_line_id !== undefined && { bank_line_id }),
                },
                rows: parts.get(payout.id)!.map(({ amount_cents, funding_id }) => ({
                  purpose: 'arrival' as const,
                  debit: debit!,
                  credit: credit!,
                  amount_cents,
                  funding_id,
                })),
              },
            ],
    })),
  )
  await sql`
    update payouts set arrived_on = ${arrived_on}::date, version = version + 1
    where id = any(${fresh.map((payout) => payout.id)}::bigint[])`.execute(tx)
}

/** A standing row of a payout: nothing has reversed it. */
type Part = {
  payout_id: number
  transaction_id: number
  funding_id: number
  company_id: number | null
  /** The gift's state. */
  state: string
  /** True when its money was claimed back from the organization. */
  is_claimed: boolean
  amount_cents: number
  credit: number
}

async function partsOfPayouts(
  tx: Db,
  payouts: readonly { id: number }[],
  purpose: 'settlement' | 'payout' | 'arrival',
): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select entry.payout_id, row.transaction_id, row.funding_id, funding.company_id, funding.state, row.amount_cents,
      row.credit_account_id as credit,
      exists (select from recovery_claims claim where claim.funding_id = row.funding_id) as is_claimed
    from ledger_transactions entry
    join ledger_rows row on row.transaction_id = entry.id
    join fundings funding on funding.id = row.funding_id
    where entry.payout_id = any(${payouts.map((payout) => payout.id)}::bigint[]) and row.purpose = ${purpose}
      and row.reverses_id is null
      and not exists (select from ledger_rows undone where undone.reverses_id = row.id)
    order by row.id`.execute(tx)
  return rows
}

/** Per payout, the mirrors of these parts' transactions. */
async function undoing(
  tx: Db,
  parts: readonly Part[],
  note: string,
  business_day: Day,
): Promise<Map<number, Posting[]>> {
  const payoutOf = new Map(parts.map((part) => [part.transaction_id, part.payout_id]))
  const ids = [...payoutOf.keys()]
  const mirrors: Row[][] = await mirrorsOf(tx, ids)
  const postings = ids.map((id, at) => ({
    payout_id: payoutOf.get(id)!,
    posting: {
      entry: { kind: 'reversed' as const, business_day, note, reverses_id: id, payout_id: payoutOf.get(id)! },
      rows: mirrors[at]!,
    },
  }))
  const byPayout = Map.groupBy(postings, (one) => one.payout_id)
  return new Map([...byPayout].map(([id, list]) => [id, list.map((one) => one.posting)]))
}

/** Throws 409 `claim_open` when something was claimed back from the organization or charged back by a donor's bank. */
function refuseClaims(payouts: readonly LockedPayout[], parts: readonly Part[]): void {
  const held = new Set(parts.filter((part) => part.state !== 'paid_out').map((part) => part.payout_id))
  const blocking = payouts
    .filter((payout) => held.has(payout.id))
    .map(({ slug, number }) => ({ slug, title: number, code: 'claim_open' }))
  if (blocking.length > 0) throw conflict('claim_open', { blocking })
}

async function refuseMatched(tx: Db, payouts: readonly LockedPayout[]): Promise<void> {
  const { rows } = await sql<{ slug: string; title: string; code: string }>`
    select payout.slug, payout.number as title, 'line_' || part.line_id as code
    from bank_line_parts part join payouts payout on payout.id = part.payout_id
    where part.undone_at is null and part.payout_id = any(${payouts.map((payout) => payout.id)}::bigint[])`.execute(
    tx,
  )
  if (rows.length > 0) throw conflict('payout_on_statement', { blocking: rows })
}

async function moveGifts(tx: Db, parts: readonly Part[], state: 'confirmed' | 'settled' | 'paid_out') {
  const ids = parts.map((part) => part.funding_id)
  await sql`update fundings set state = ${state} where id = any(${ids}::bigint[])`.execute(tx)
}

function event(action: AuditAction, payout: LockedPayout, before: object, after: object): AuditEvent {
  return {
    action,
    ...auditOf('payout', { id: payout.id, title: payout.number }),
    before: { ...before },
    after: { project: payout.project_title, amount_cents: payout.amount_cents, ...after },
  }
}
