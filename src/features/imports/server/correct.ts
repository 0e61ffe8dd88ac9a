import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { postGiftsOf } from '#features/ledger/server/gifts.ts'
import { reverseImportedGifts } from '#features/ledger/server/undone-gifts.ts'
import { isFree, reversedTogether } from './earlier-gifts.ts'
import { WorkFailed } from './work-failed.ts'
import { cancelImportedPayouts } from './undo/payouts.ts'

export type Correction = { context: AuditContext; today: Day; reason: string; event: number }

/** The amounts that rows take off earlier gifts: cents in the gift's currency, and the rest in euro cents. */
type GiftReduction = { id: number; left_source: number; left: number; note: string }

/** Each gift reduced by rows of an import, with its rest at the gift's own rate. */
export const reducedGifts = (id: number) => sql`(
  select gift.id, gift.amount_cents as cents, taken.cents as taken_source, source.currency, source.cents as source_cents,
    source.cents - taken.cents as left_source,
    round(gift.amount_cents::numeric * (source.cents - taken.cents) / source.cents)::bigint as left, taken.first
  from (
    select takes_id, sum(abs(source_cents))::bigint as cents, min(n) as first from import_rows
    where import_id = ${id} and takes_id is not null and refused is null and not known
    group by takes_id
  ) taken
  join fundings gift on gift.id = taken.takes_id, lateral (
    select coalesce(gift.source_currency, 'EUR') as currency, coalesce(gift.source_cents, gift.amount_cents) as cents
  ) source)`

/** Slugs of gifts reduced by an import. */
export const corrected = (id: number) => sql`(select slug from import_corrections where import_id = ${id})`

/**
 * Reduces gifts of earlier imports by this import's reversals: each is reversed on its own day and booked again with
 * its rest, as the same gift of its import. Its former state is stored for the undo of this import.
 */
export async function correctBooked(tx: Db, id: number, how: Correction): Promise<void> {
  const { rows } = await sql<GiftReduction & { is_free: boolean }>`
    select gift.id, left_source, taken.left, concat_ws('; ', nullif(gift.note, ''),
      taken.currency || ' ' || ${decimal(sql`taken.source_cents`)} || ' - ' || ${decimal(sql`taken.taken_source`)}) as note
    from ${reducedGifts(id)} taken join fundings gift on gift.id = taken.id order by gift.id`.execute(tx)
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await sql`
    select from projects where id in (select project_id from fundings where id = any(${ids}::bigint[]))
    order by id for no key update`.execute(tx)
  const { rows: stands } = await sql<{ n: number }>`
    select count(*) as n from fundings gift
    where id = any(${ids}::bigint[]) and undone_on is null and ${isFree}`.execute(tx)
  // Somebody changed them since the check.
  if (stands[0]!.n !== ids.length) throw new WorkFailed('not_as_confirmed')
  await sql`
    insert into import_corrections (import_id, slug, gift)
    select ${id}::bigint, slug, ${asJson} from fundings gift where id = any(${ids}::bigint[]) order by id`.execute(
    tx,
  )
  const left = new Map(rows.map((row) => [row.id, row]))
  await bookAgain(tx, sql`any(${ids}::bigint[])`, how, (gift) => {
    const { left: amount_cents, left_source, note } = left.get(gift.was)!
    return { ...gift, amount_cents, note, source_cents: gift.source_currency === null ? null : left_source }
  })
  // Gifts reversed in full have no booking left by which a later import would recognize their rows.
  await sql`
    insert into import_taken_back (key, import_id)
    select gift ->> 'import_key', ${id}::bigint from import_corrections correction
    where import_id = ${id} and not exists (select from fundings where fundings.slug = correction.slug)
    on conflict do nothing`.execute(tx)
}

/** Restores the gifts that an import reduced. Runs after its `import_taken_back` rows are deleted. */
export async function restoreCorrected(tx: Db, id: number, how: Correction): Promise<void> {
  const { rows } = await sql<{ gift: Omit<BookedGiftRow, 'was'>; standing: number | null }>`
    select correction.gift, fundings.id as standing
    from import_corrections correction left join fundings using (slug)
    where correction.import_id = ${id} order by correction.id`.execute(tx)
  if (rows.length === 0) return
  const was = new Map(rows.map(({ gift }) => [gift.slug, gift]))
  const standing = rows.flatMap((row) => row.standing ?? [])
  const gone = rows.filter((row) => row.standing === null).map(({ gift }) => gift)
  await bookAgain(
    tx,
    sql`any(${standing}::bigint[])`,
    how,
    (gift) => ({ ...was.get(gift.slug)!, was: gift.was }),
    gone,
  )
  await tx.deleteFrom('import_corrections').where('import_id', '=', id).execute()
}

type BookedGiftRow = {
  was: number
  slug: string
  project_id: number
  funding_type: number
  amount_cents: number
  received_on: Day
  note: string
  created_by: number | null
  created_at: string
  import_key: string
  import_id: number
  source_currency: string | null
  source_cents: number | null
  is_past: boolean
}

const asJson = sql`jsonb_build_object('slug', gift.slug, 'project_id', gift.project_id, 'funding_type', gift.funding_type,
  'amount_cents', gift.amount_cents, 'received_on', gift.received_on, 'note', gift.note, 'created_by', gift.created_by,
  'created_at', gift.created_at, 'import_key', gift.import_key, 'import_id', gift.import_id,
  'source_currency', gift.source_currency, 'source_cents', gift.source_cents, 'is_past', gift.state = 'paid_out')`

/**
 * Reverses these gifts and all others in their payouts, and books them again: these with the values in `changed`, the
 * others unchanged, plus `more`. They keep their slugs, keys, imports and times.
 */
async function bookAgain(
  tx: Db,
  ids: RawBuilder<unknown>,
  { context, today, reason, event }: Correction,
  changed: (gift: BookedGiftRow) => BookedGiftRow,
  more: readonly Omit<BookedGiftRow, 'was'>[] = [],
): Promise<void> {
  const { rows } = await sql<{ id: number; gift: Omit<BookedGiftRow, 'was'>; is_changed: boolean }>`
    select gift.id, ${asJson} as gift, gift.id = ${ids} as is_changed from fundings gift
    where exists (select from fundings other where other.id = ${ids} and ${reversedTogether})
    order by gift.id`.execute(tx)
  const all = sql`any(${rows.map((row) => row.id)}::bigint[])`
  const { rows: payouts } = await sql<{ id: number }>`
    select payout.id from payouts payout
    where payout.undone_on is null and exists (
      select from fundings gift where gift.id = ${all} and gift.state = 'paid_out' and payout.project_id = gift.project_id
        and payout.funding_type = gift.funding_type and payout.settled_on = gift.received_on
        and payout.import_id = gift.import_id)
    order by id for no key update`.execute(tx)
  await reverseImportedGifts(tx, { ids: all, context, today, reason, event })
  await cancelImportedPayouts(
    tx,
    payouts.map((row) => row.id),
    today,
  )
  // "~" appears in no URL; the gift booked instead takes over the slug.
  await sql`update fundings set slug = '~' || id where id = ${all}`.execute(tx)
  const again = rows
    .map(({ id, gift, is_changed }) => (is_changed ? changed({ ...gift, was: id }) : gift))
    .concat(more as BookedGiftRow[])
    .filter((gift) => gift.amount_cents > 0)
  // Two imports get separate payouts, even for the same project and day.
  for (const gifts of Map.groupBy(again, (gift) => gift.import_id).values())
    await book(tx, gifts, context, event)
}

async function book(
  tx: Db,
  gifts: readonly Omit<BookedGiftRow, 'was'>[],
  { now }: AuditContext,
  event: number,
): Promise<void> {
  const given = JSON.stringify(gifts.map((gift, place) => ({ ...gift, place })))
  const columns = sql`place integer, slug text, project_id bigint, funding_type smallint, amount_cents bigint, received_on date,
    note text, created_by bigint, import_key text, import_id bigint, is_past boolean, created_at timestamptz,
    source_currency text, source_cents bigint`
  await postGiftsOf(
    tx,
    sql`(
      select one.*, 'import'::text as source, ${now}::timestamptz as now, ${event}::bigint as audit_event_id
      from jsonb_to_recordset(${given}::jsonb) as one (${columns})) gift`,
  )
  await sql`
    update fundings set created_at = one.created_at from jsonb_to_recordset(${given}::jsonb) as one (${columns})
    where fundings.slug = one.slug`.execute(tx)
}

const decimal = (cents: RawBuilder<unknown>) => sql`to_char((${cents}) / 100.0, 'FM999999999999990.00')`
