import { sql } from 'kysely'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { Day } from '#shared/dates.ts'
import { audit, type AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { lockPayouts, unmarkPaid } from '#features/ledger/server/payouts.ts'
import { mirrorsOf, postEvents } from '#features/ledger/server/post.ts'
import { decide, type Line, linesByIds, lockLine, objectOf, refuseDecided } from './lines.ts'
import type { Act } from './match.ts'

type Part = {
  id: number
  act: Act
  project_id: number | null
  funding_id: number | null
  payout_id: number | null
  claim_id: number | null
  other_line_id: number | null
  amount_cents: number
}

/** Puts a line on hold, with a reason. Guard: undecided (409 `line_done`). */
export async function holdLine(tx: Db, context: AuditContext, id: number, reason: string): Promise<void> {
  await setAside(tx, context, id, { state: 'held', action: 'hold_line', reason })
}

/** Leaves the money of a line in suspense for good, with a reason. Guard: undecided (409 `line_done`). */
export async function ignoreLine(tx: Db, context: AuditContext, id: number, reason: string): Promise<void> {
  await setAside(tx, context, id, { state: 'ignored', action: 'ignore_line', reason })
}

async function setAside(
  tx: Db,
  context: AuditContext,
  id: number,
  { state, action, reason }: { state: 'held' | 'ignored'; action: AuditAction; reason: string },
): Promise<void> {
  const line = await lockLine(tx, id)
  refuseDecided(line)
  await audit(tx, context, {
    ...objectOf(line),
    action,
    before: { state: line.state },
    after: { state, reason, amount_cents: line.amount_cents },
  })
  await decide(tx, line, { state, reason, by: context.actor.id, at: context.now })
}

/**
 * Undoes the decision on a line with all its parts: mirrors their bookings today. Guards: decided (409 `line_open`);
 * gifts in no payout, payouts without claims, claims still open, transfers whose other line is unmatched (409 naming
 * them).
 */
export async function undoLine(tx: Db, context: AuditContext, id: number, today: Day): Promise<void> {
  const parts = await partsOf(tx, id)
  await sql`
    select from projects where id in (
      select project_id from bank_line_parts where line_id = ${id}::bigint
      union select project_id from payouts where id in (select payout_id from bank_line_parts where line_id = ${id}::bigint)
      union select project_id from recovery_claims where id in (select claim_id from bank_line_parts where line_id = ${id}::bigint))
    order by id for no key update`.execute(tx)
  const payouts = await lockPayouts(tx, { ids: parts.flatMap((part) => part.payout_id ?? []) })
  const claims = parts.flatMap((part) => part.claim_id ?? [])
  await sql`select from recovery_claims where id = any(${claims}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const sentBack = parts.flatMap((part) => part.other_line_id ?? [])
  const line = await lockLine(tx, id, sentBack)
  if (line.state === 'open') throw conflict('line_open')
  // Somebody may have undone and matched it again before we got the lock.
  const still = await partsOf(tx, id)
  if (still.map((part) => part.id).join() !== parts.map((part) => part.id).join()) throw conflict('line_open')
  await refuseMovedOn(tx, parts)
  await revertFields(tx, parts)
  const paid = payouts.filter(({ id: payout }) =>
    parts.some((part) => part.payout_id === payout && part.act === 'marked_paid'),
  )
  const reason = `bank-line ${line.id}`
  if (paid.length > 0) await unmarkPaid(tx, context, paid, { reason, business_day: today, byItsLine: true })
  for (const other of await linesByIds(tx, sentBack))
    await openAgain(tx, context, other, { state: 'ignored', reason: other.reason, today })
  await openAgain(tx, context, line, { state: 'open', reason: '', today })
}

/** Mirrors a line's bookings and sets its new state; a line whose money was sent back stays ignored. */
async function openAgain(
  tx: Db,
  context: AuditContext,
  line: Line,
  { state, reason, today }: { state: 'open' | 'ignored'; reason: string; today: Day },
): Promise<void> {
  await reverseBookings(tx, context, line, { state, business_day: today })
  await sql`update bank_line_parts set undone_at = ${context.now} where line_id = ${line.id}::bigint and undone_at is null`.execute(
    tx,
  )
  await decide(tx, line, { state, reason, by: context.actor.id, at: context.now })
}

async function partsOf(tx: Db, id: number): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select id, act, project_id, funding_id, payout_id, claim_id, other_line_id, amount_cents from bank_line_parts
    where line_id = ${id}::bigint and undone_at is null order by id`.execute(tx)
  return rows
}

async function refuseMovedOn(tx: Db, parts: readonly Part[]): Promise<void> {
  const ids = parts.map((part) => part.id)
  const { rows } = await sql<{ slug: string; title: string; code: string }>`
    select project.slug, project.title,
      case when funding.state = 'confirmed' then 'gift_returned' else 'gift_' || funding.state end as code
    from bank_line_parts part join fundings funding on funding.id = part.funding_id
    join projects project on project.id = funding.project_id
    where part.id = any(${ids}::bigint[]) and part.act in ('gift', 'pledge')
      and (funding.state <> 'confirmed' or funding.returned_cents > 0)
    union all
    select claim.slug, project.title, 'claim_closed'
    from bank_line_parts part join recovery_claims claim on claim.id = part.claim_id
    join projects project on project.id = claim.project_id
    where part.id = any(${ids}::bigint[]) and claim.closed_on is not null
    union all
    select payout.slug, payout.number, 'claim_open'
    from bank_line_parts part join payouts payout on payout.id = part.payout_id
    where part.id = any(${ids}::bigint[]) and part.act = 'payout_seen_arrived' and exists (
      select from ledger_transactions entry join ledger_rows row on row.transaction_id = entry.id
      join recovery_claims claim on claim.funding_id = row.funding_id
      where entry.payout_id = payout.id and entry.bank_line_id = part.line_id and row.purpose = 'arrival')
    union all
    select other.id::text, other.name, 'transfer_paired'
    from bank_line_parts paired join bank_lines other on other.id = paired.line_id
    where paired.paired_with = any(${ids}::bigint[]) and paired.undone_at is null`.execute(tx)
  if (rows.length > 0) throw conflict('line_moved_on', { blocking: rows })
}

/** Reverts the fields of gifts, payouts and claims that are stored outside the ledger. */
async function revertFields(tx: Db, parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    if (part.act === 'gift')
      await tx.updateTable('fundings').set({ state: 'reversed' }).where('id', '=', part.funding_id!).execute()
    else if (part.act === 'pledge')
      await sql`update fundings set state = 'pledged', amount_cents = pledged_cents where id = ${part.funding_id}::bigint`.execute(
        tx,
      )
    else if (part.act === 'payout_seen_arrived')
      await sql`update payouts set arrived_on = null, version = version + 1 where id = ${part.payout_id}::bigint`.execute(
        tx,
      )
    else if (part.act === 'returned')
      await sql`
        update recovery_claims set returned_cents = returned_cents - ${part.amount_cents}::bigint, version = version + 1
        where id = ${part.claim_id}::bigint`.execute(tx)
  }
}

async function reverseBookings(
  tx: Db,
  context: AuditContext,
  line: Line,
  { state, business_day }: { state: 'open' | 'ignored'; business_day: Day },
): Promise<void> {
  const { rows } = await sql<{ id: number; payout_id: number | null }>`
    select entry.id, entry.payout_id from ledger_transactions entry
    where entry.bank_line_id = ${line.id}::bigint and entry.kind <> 'statement_line' and entry.reverses_id is null
      and not exists (select from ledger_transactions undone where undone.reverses_id = entry.id)
    order by entry.id`.execute(tx)
  const mirrors = await mirrorsOf(
    tx,
    rows.map((row) => row.id),
  )
  await postEvents(tx, context, [
    {
      event: {
        ...objectOf(line),
        action: 'undo_line',
        before: { state: line.state, reason: line.reason },
        after: { state, amount_cents: line.amount_cents },
      },
      postings: rows.map(({ id, payout_id }, at) => ({
        entry: {
          kind: 'reversed',
          business_day,
          reverses_id: id,
          bank_line_id: line.id,
          ...(payout_id !== null && { payout_id }),
        },
        rows: mirrors[at]!,
      })),
    },
  ])
}
