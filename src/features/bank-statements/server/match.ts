import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { audit, type AuditContext, type AuditEvent } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { type Account, accountId, accountIds } from '#features/ledger/server/accounts.ts'
import { postClaimReturn } from '#features/ledger/server/claims.ts'
import { firstOpenDay } from '#features/ledger/server/months.ts'
import { type LockedPayout, markArrived, markPaid } from '#features/ledger/server/payouts.ts'
import { type Posting, postEvents } from '#features/ledger/server/post.ts'
import {
  confirmPledge,
  type GiftProject,
  type LockedGift,
  postPrivateGift,
} from '#features/ledger/server/private-gifts.ts'
import { donorId } from '#features/private-donations/server/donors.ts'
import { decide, type Line, linesByIds, lockLine, objectOf, refuseDecided } from './lines.ts'
import { reportedPayoutWithoutLine } from './provider-payouts.ts'
import { lockTargets, type Target, type WantedPart } from './targets.ts'

export type Act =
  | 'gift'
  | 'pledge'
  | 'marked_paid'
  | 'payout_seen'
  | 'payout_seen_arrived'
  | 'returned'
  | 'booked'
  | 'paired'
  | 'told'
  | 'sent_back'

/**
 * Assigns the money of a line: suspense / project, payable / suspense …, on the line's booking day, or on the first
 * open day after a closed month. The parts must add up to the line (400). Guards: the line is undecided (409
 * `line_done` with person and time), and each target's own guards.
 */
export async function matchLine(
  tx: Db,
  context: AuditContext,
  id: number,
  { parts, is_auto = false, today }: { parts: readonly WantedPart[]; is_auto?: boolean; today: Day },
): Promise<void> {
  const { rows: given } = await sql<{ amount_cents: number }>`
    select amount_cents from bank_lines where id = ${id}::bigint`.execute(tx)
  const targets = await lockTargets(tx, given[0]?.amount_cents ?? 0, parts)
  const others = targets.flatMap((target) =>
    target.target_type === 'bank_line' ? [target.other_line_id] : [],
  )
  const line = await lockLine(tx, id, others)
  refuseDecided(line)
  const sum = parts.reduce((total, part) => total + part.amount_cents, 0)
  if (sum !== Math.abs(line.amount_cents)) throw invalid({ parts: 'bank_statements.parts_differ' })
  const day = (await firstOpenDay(tx, line.booked_on)) ?? line.booked_on
  if (day > today) throw invalid({ parts: 'bank_statements.no_open_day' })
  const suspense = await accountId(tx, { kind: 'suspense' })
  for (const target of targets) {
    const { act, funding_id, paired_with } = await bookPart(tx, context, {
      line,
      target,
      day,
      suspense,
      is_auto,
    })
    await tx
      .insertInto('bank_line_parts')
      .values({
        line_id: line.id,
        target_type: target.target_type,
        project_id: target.target_type === 'project' ? target.project.id : null,
        funding_id: funding_id ?? null,
        payout_id: target.target_type === 'payout' ? target.payout.id : null,
        claim_id: target.target_type === 'recovery_claim' ? target.claim.id : null,
        bank_account_id: target.target_type === 'bank_account' ? target.account.id : null,
        provider: target.target_type === 'provider' ? target.provider : null,
        other_line_id: target.target_type === 'bank_line' ? target.other_line_id : null,
        amount_cents: target.amount_cents,
        act,
        paired_with: paired_with ?? null,
        created_at: context.now,
      })
      .execute()
  }
  await decide(tx, line, { state: 'matched', is_auto, by: context.actor.id, at: context.now })
}

type Booking = { line: Line; target: Target; day: Day; suspense: number; is_auto: boolean }
type BookedPart = { act: Act; funding_id?: number; paired_with?: number }

async function bookPart(tx: Db, context: AuditContext, booking: Booking): Promise<BookedPart> {
  const { line, target, day, suspense } = booking
  const byLine = { id: line.id, account: suspense, bank_account_id: line.bank_account_id }
  switch (target.target_type) {
    case 'project':
      return { act: 'gift', funding_id: await bookGift(tx, context, booking, target.project) }
    case 'private_donation':
      return { act: 'pledge', funding_id: await bookPledge(tx, context, booking, target.gift) }
    case 'payout':
      return { act: await bookPayout(tx, context, booking, target.payout, byLine) }
    case 'recovery_claim':
      await postClaimReturn(tx, context, target.claim, {
        amount_cents: target.amount_cents,
        received_on: day,
        note: line.text.slice(0, 500),
        line: byLine,
      })
      return { act: 'returned' }
    case 'bank_account':
      return bookTransfer(tx, context, booking, target.account.id)
    case 'provider':
      return bookProvider(tx, context, booking, target.provider)
    case 'bank_line':
      return bookSentBack(tx, context, booking, target.other_line_id)
    case 'fees':
      await bookAgainst(tx, context, booking, { kind: 'fees' }, 'fee')
      return { act: 'booked' }
  }
}

/** Money without a pledge becomes a private donation, proved by the line. */
async function bookGift(
  tx: Db,
  context: AuditContext,
  { line, target, day, suspense, is_auto }: Booking,
  project: GiftProject,
): Promise<number> {
  const { name, iban } = line
  const donor = { name, iban, email: '', street: '', postal_code: '', city: '' }
  const gift = await postPrivateGift(
    tx,
    context,
    {
      project,
      amount_cents: target.amount_cents,
      day: line.booked_on,
      booked_on: day,
      channel: 'bank_transfer',
      donor_id: name === '' ? null : await donorId(tx, donor, context.now),
      note: line.text.slice(0, 500),
      source: 'bank',
      debit: suspense,
    },
    { bank_line_id: line.id },
  )
  await auditCovered(tx, context, line, { target: project.title, amount_cents: target.amount_cents, is_auto })
  return gift.id
}

async function bookPledge(
  tx: Db,
  context: AuditContext,
  { line, target, day, suspense, is_auto }: Booking,
  gift: LockedGift,
): Promise<number> {
  await confirmPledge(
    tx,
    context,
    gift,
    {
      debit: suspense,
      amount_cents: target.amount_cents,
      received_on: line.booked_on,
      booked_on: day,
    },
    { bank_line_id: line.id },
  )
  await auditCovered(tx, context, line, { target: gift.number, amount_cents: target.amount_cents, is_auto })
  return gift.id
}

/** The line pays an unpaid payout; for one already marked as paid, it reverses the double booking on the bank's account. */
async function bookPayout(
  tx: Db,
  context: AuditContext,
  booking: Booking,
  payout: LockedPayout,
  byLine: { id: number; account: number; bank_account_id: number },
): Promise<Act> {
  const { line, day } = booking
  if (payout.state === 'cancelled')
    throw conflict('payout_not_open', {
      blocking: [{ slug: payout.slug, title: payout.number, code: payout.state }],
    })
  await refuseSeen(tx, payout)
  const isFirst = payout.state !== 'marked_paid'
  if (isFirst) {
    if (day < payout.settled_on)
      throw invalid({ [`parts.${booking.target.at}`]: 'bank_statements.before_settled' })
    await markPaid(tx, context, [payout], {
      paid_on: day,
      reference: line.reference.slice(0, 200),
      line: byLine,
    })
  } else {
    const bank = await accountId(tx, { kind: 'bank', bank_account_id: line.bank_account_id })
    await bookCounter(tx, context, booking, bank, { payout_id: payout.id })
  }
  const hadArrived = payout.arrived_on !== null
  const paid = { ...payout, state: 'marked_paid' as const }
  const paidOn = payout.paid_on ?? day
  if (!hadArrived)
    await markArrived(tx, context, [paid], {
      arrived_on: day < paidOn ? ((await firstOpenDay(tx, paidOn)) ?? paidOn) : day,
      note: line.text.slice(0, 500),
      bank_line_id: line.id,
    })
  return isFirst ? 'marked_paid' : hadArrived ? 'payout_seen' : 'payout_seen_arrived'
}

/** Throws 409 `payout_on_statement`, naming the line, when another line already proves the payout. */
async function refuseSeen(tx: Db, { id, slug, number }: LockedPayout): Promise<void> {
  const seen = await tx
    .selectFrom('bank_line_parts')
    .select('line_id')
    .where('payout_id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (seen)
    throw conflict('payout_on_statement', {
      blocking: [{ slug, title: number, code: `line_${seen.line_id}` }],
    })
}

/**
 * A transfer between two own accounts is on both statements. The first line books it on the other account; the second
 * one reverses its own booking.
 */
async function bookTransfer(
  tx: Db,
  context: AuditContext,
  booking: Booking,
  other: number,
): Promise<BookedPart> {
  const { line, target } = booking
  if (other === line.bank_account_id)
    throw invalid({ [`parts.${target.at}`]: 'bank_statements.same_account' })
  await sql`select from bank_accounts where id in (${other}, ${line.bank_account_id}) order by id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<{ id: number }>`
    select part.id from bank_line_parts part join bank_lines first on first.id = part.line_id
    where part.target_type = 'bank_account' and part.bank_account_id = ${line.bank_account_id}::bigint
      and part.act = 'booked' and part.undone_at is null and part.amount_cents = ${target.amount_cents}::bigint
      and first.bank_account_id = ${other}::bigint and sign(first.amount_cents) <> sign(${line.amount_cents}::bigint)
      and not exists (
        select from bank_line_parts paired where paired.paired_with = part.id and paired.undone_at is null)
    order by part.id limit 1`.execute(tx)
  const own = await accountId(tx, { kind: 'bank', bank_account_id: line.bank_account_id })
  if (rows[0]) {
    await bookCounter(tx, context, booking, own, {})
    return { act: 'paired', paired_with: rows[0].id }
  }
  await bookAgainst(tx, context, booking, { kind: 'bank', bank_account_id: other })
  return { act: 'booked' }
}

/**
 * Returns money from suspense to its sender: both lines reverse their bank booking, so that neither remains in
 * suspense. The other line must be ignored, on the same account, with the opposite amount (400); undo leaves it
 * ignored.
 */
async function bookSentBack(
  tx: Db,
  context: AuditContext,
  booking: Booking,
  other_line_id: number,
): Promise<BookedPart> {
  const { line, target } = booking
  const [other] = await linesByIds(tx, [other_line_id])
  const fits =
    other?.state === 'ignored' &&
    other.bank_account_id === line.bank_account_id &&
    other.amount_cents === -Math.sign(line.amount_cents) * target.amount_cents
  if (!fits) throw invalid({ [`parts.${target.at}`]: 'bank_statements.not_sent_back' })
  const bank = await accountId(tx, { kind: 'bank', bank_account_id: line.bank_account_id })
  for (const one of [other, line]) {
    await bookCounter(tx, context, { ...booking, line: one }, bank, { kind: 'line_sent_back' })
  }
  const part = await tx
    .insertInto('bank_line_parts')
    .values({
      line_id: other.id,
      target_type: 'bank_line',
      other_line_id: line.id,
      amount_cents: target.amount_cents,
      act: 'sent_back',
      created_at: context.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { reason } = other
  await decide(tx, other, { state: 'matched', reason, by: context.actor.id, at: context.now })
  return { act: 'sent_back', paired_with: part.id }
}

/**
 * Books a provider's payout: suspense / psp, or only a reversal on the bank's account if the provider reported it
 * before.
 */
async function bookProvider(
  tx: Db,
  context: AuditContext,
  booking: Booking,
  provider: string,
): Promise<BookedPart> {
  const { line, target } = booking
  const payout = { provider, amount_cents: target.amount_cents }
  const bank = line.amount_cents > 0 ? await reportedPayoutWithoutLine(tx, payout) : undefined
  if (bank === undefined) {
    await bookAgainst(tx, context, booking, { kind: 'psp', provider })
    return { act: 'booked' }
  }
  await bookCounter(tx, context, booking, bank, {})
  return { act: 'told' }
}

async function bookAgainst(
  tx: Db,
  context: AuditContext,
  { line, target, day, suspense, is_auto }: Booking,
  account: Account,
  purpose: 'fee' | 'transfer' = 'transfer',
): Promise<void> {
  const [other] = await accountIds(tx, [account])
  const [debit, credit] = line.amount_cents > 0 ? [suspense, other!] : [other!, suspense]
  await post(tx, context, line, { target: target.target_type, amount_cents: target.amount_cents, is_auto }, [
    {
      entry: {
        kind: 'line_matched',
        business_day: day,
        bank_line_id: line.id,
        note: line.text.slice(0, 500),
      },
      rows: [{ purpose, debit, credit, amount_cents: target.amount_cents }],
    },
  ])
}

async function bookCounter(
  tx: Db,
  context: AuditContext,
  { line, target, day, suspense, is_auto }: Booking,
  bank: number,
  { payout_id, kind = 'line_matched' }: { payout_id?: number; kind?: 'line_matched' | 'line_sent_back' },
): Promise<void> {
  const [debit, credit] = line.amount_cents > 0 ? [suspense, bank] : [bank, suspense]
  await post(tx, context, line, { target: target.target_type, amount_cents: target.amount_cents, is_auto }, [
    {
      entry: {
        kind,
        business_day: day,
        bank_line_id: line.id,
        note: line.text.slice(0, 500),
        ...(payout_id !== undefined && { payout_id }),
      },
      rows: [{ purpose: 'transfer', debit, credit, amount_cents: target.amount_cents }],
    },
  ])
}

const matched = (
  line: Line,
  after: { target: string; amount_cents: number; is_auto: boolean },
): AuditEvent => ({
  ...objectOf(line),
  action: 'match_line',
  before: { state: line.state },
  after: { ...after },
})

/** Audits a line whose money is already covered by the gift's own event. */
async function auditCovered(tx: Db, context: AuditContext, line: Line, after: Parameters<typeof matched>[1]) {
  await audit(tx, context, matched(line, after))
}

async function post(
  tx: Db,
  context: AuditContext,
  line: Line,
  after: Parameters<typeof matched>[1],
  postings: Posting[],
): Promise<void> {
  await postEvents(tx, context, [{ event: matched(line, after), postings }])
}
