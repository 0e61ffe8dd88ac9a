import { sql } from 'kysely'
import { foldName } from '#shared/normalize.ts'
import type { Db } from '#server/db/db.ts'
import { notRemovedOf } from '#server/lists/removed-rows.ts'
import type { BookedGift } from '../reversals.ts'

/** Gifts of a past year were booked as paid and arrived from the start. For a statement about fundings named `gift`. */
const asHistory = sql`gift.received_on < date_trunc('year', gift.created_at at time zone 'Europe/Berlin')`

/** True for an imported gift that is unchanged since its import. For a statement about fundings named `gift`. */
export const isAsBooked = sql<boolean>`
  ((gift.state = 'confirmed' or gift.state = 'paid_out' and ${asHistory}) and gift.returned_cents = 0)`

/**
 * True for a gift `other` that is booked and reversed together with `gift`: history of one project and day is one
 * payout.
 */
export const reversedTogether = sql<boolean>`(other.id = gift.id or gift.state = 'paid_out' and other.state = 'paid_out'
  and other.project_id = gift.project_id and other.funding_type = gift.funding_type
  and other.received_on = gift.received_on and other.import_id = gift.import_id and other.undone_on is null)`

export type GroupProject = {
  group: string
  organization_id: number
  project_hash: string
  currency: string
  title: string
  title_key: string
}

/**
 * Gifts that earlier imports booked to these groups' projects, less what rows of this import already take. A company's
 * file can reduce only gifts from the same company's files; a file of staff can reduce any.
 */
export async function bookedGifts(
  tx: Db,
  id: number,
  wanted: readonly GroupProject[],
): Promise<BookedGift[]> {
  const groups = [...new Map(wanted.map((one) => [one.group, one])).values()]
  if (groups.length === 0) return []
  const projectOf = await projectsOf(tx, groups)
  const projects = [...new Set(projectOf.values())]
  const { rows } = await sql<Omit<BookedGift, 'group'> & { project_id: number; currency: string }>`
    select gift.id, gift.project_id, gift.received_on as on, source.currency, source.cents,
      source.cents - coalesce((select sum(abs(row.source_cents)) from import_rows row
        where row.import_id = ${id} and row.takes_id = gift.id and row.refused is null), 0)::bigint as left, ${isFree} as free
    from fundings gift, lateral (
      select coalesce(gift.source_currency, 'EUR') as currency, coalesce(gift.source_cents, gift.amount_cents) as cents
    ) source
    where gift.project_id = any(${projects}::bigint[]) and gift.source = 'import' and gift.undone_on is null
      and gift.state <> 'reversed' and ${ofSameOwner(id)}
    order by gift.id`.execute(tx)
  return groups.flatMap(({ group, currency }) =>
    rows
      .filter((gift) => gift.project_id === projectOf.get(group) && gift.currency === currency)
      .map(({ project_id: _project, currency: _currency, ...gift }) => ({ ...gift, group })),
  )
}

const ofSameOwner = (id: number) => sql<boolean>`(
  (select company_id from imports where id = ${id}) is null
  or gift.import_id in (select earlier.id from imports earlier join imports own using (company_id) where own.id = ${id}))`

export const isFree = sql<boolean>`(
  gift.import_id is not null and gift.import_key is not null and gift.moved_from_id is null and ${isAsBooked}
  and not exists (select from closed_months closed
    where gift.received_on >= closed.month and gift.received_on < (closed.month + interval '1 month')::date)
  and not exists (
    select from fundings other where ${reversedTogether} and (other.returned_cents > 0
      or exists (select from receipt_gifts where receipt_gifts.funding_id = other.id and receipt_gifts.is_valid)
      or exists (select from bank_line_parts part where part.funding_id = other.id and part.undone_at is null)))
  and not exists (
    select from payouts payout join bank_line_parts part on part.payout_id = payout.id and part.undone_at is null
    where gift.state = 'paid_out' and payout.project_id = gift.project_id and payout.import_id = gift.import_id))`

/**
 * The project of each group: imported under its key before, else the first with the same title; the same rule as
 * `matchProjects`.
 */
async function projectsOf(tx: Db, groups: readonly GroupProject[]): Promise<Map<string, number>> {
  const keyOf = (one: GroupProject) => `${one.organization_id}:${one.project_hash}`
  const { rows: keyed } = await sql<{ id: number; import_key: string }>`
    select id, import_key from projects where import_key = any(${groups.map(keyOf)}::text[])`.execute(tx)
  const { rows: titled } = await sql<{ id: number; organization_id: number; title: string }>`
    select projects.id, projects.organization_id, projects.title from projects
    where organization_id = any(${groups.map((one) => one.organization_id)}::bigint[])
      and md5(name_identity(title)) in (select md5(name_identity(given)) from unnest(${groups.map((one) => one.title)}::text[]) given)
      and ${notRemovedOf('projects')}
    order by projects.id`.execute(tx)
  const byKey = new Map(keyed.map((row) => [row.import_key, row.id]))
  const found = groups.map((one) => {
    const ofTitle = titled.find(
      (row) => row.organization_id === one.organization_id && foldName(row.title) === one.title_key,
    )
    return [one.group, byKey.get(keyOf(one)) ?? ofTitle?.id] as const
  })
  return new Map(found.flatMap(([group, project]) => (project === undefined ? [] : [[group, project]])))
}
