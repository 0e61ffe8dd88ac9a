import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { atRate, rateFor, type Rates } from '../rates.ts'
import { type AmountRow, pairReversals } from '../reversals.ts'
import { bookedGifts, type GroupProject } from './earlier-gifts.ts'
import { rowKey } from './row-keys.ts'

type StagedReversal = {
  n: number
  recipient_hash: string
  project_hash: string
  currency: string
  source_cents: number
  on: Day
  key: string
  known: boolean
  is_reversal: boolean
  title: string
  title_key: string
}

/** An organization meant by rows, by its index on the page; its id if it exists. */
export type RowOrganization = { at: number; id?: number | undefined }

/**
 * Applies reversals to gifts of the same names, whose rows may be known or new, and records which row reduces a gift of
 * an earlier import. `meantBy` maps a spelling to its organization. Rows without a matching gift are refused; returns
 * true when there were any.
 */
export async function applyReversals(
  tx: Db,
  id: number,
  names: string[],
  { meantBy, rates }: { meantBy: (recipient: string) => RowOrganization; rates: Rates },
): Promise<boolean> {
  // A file is matched during the check and again when it is booked.
  await sql`
    update import_rows set amount_cents = gross_cents, source_cents = gross_source_cents, gross_cents = null,
      gross_source_cents = null
    where import_id = ${id} and refused is null and name_hash = any(${names}::uuid[]) and gross_cents is not null`.execute(
    tx,
  )
  const { rows } = await sql<StagedReversal>`
    select n, recipient_hash, project_hash, currency, abs(source_cents) as source_cents, received_on as on,
      ${rowKey} as key, known, reversal_hash is not null as is_reversal, project ->> 'title' as title,
      project ->> 'key' as title_key
    from import_rows
    where import_id = ${id} and refused is null and name_hash = any(${names}::uuid[])
      and (name_hash, project_hash) in (
        select name_hash, project_hash from import_rows
        where import_id = ${id} and refused is null and name_hash = any(${names}::uuid[]) and reversal_hash is not null)
      and (gift_hash is not null or reversal_hash is not null)`.execute(tx)
  if (rows.length === 0) return false
  const all = rows.map((row): AmountRow & StagedReversal => {
    const { id: organization, at } = meantBy(row.recipient_hash)
    const place = organization === undefined ? { at } : { organization }
    return {
      ...row,
      group: JSON.stringify([place, row.project_hash, row.currency]),
      cents: row.source_cents,
    }
  })
  const [gifts, reversals] = [all.filter((row) => !row.is_reversal), all.filter((row) => row.is_reversal)]
  const wanted = reversals.flatMap(({ known, ...row }): GroupProject[] => {
    const { id: organization_id } = meantBy(row.recipient_hash)
    return known || organization_id === undefined ? [] : [{ ...row, organization_id }]
  })
  const { taken, ofBooked, refused } = pairReversals(gifts, reversals, await bookedGifts(tx, id, wanted))
  const left = gifts
    .filter((gift) => taken.has(gift.n))
    .map(({ n, source_cents, currency, on }) => {
      const net = source_cents - taken.get(n)!
      const rate = rateFor(currency, { year: Number(on.slice(0, 4)), date: on }, rates)!
      return { n, source_cents: net, cents: atRate(net, rate)! }
    })
  await sql`
    update import_rows row set gross_cents = row.amount_cents, gross_source_cents = row.source_cents,
      amount_cents = one.cents, source_cents = one.source_cents
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as one (n integer, source_cents bigint, cents bigint)
    where row.import_id = ${id} and row.n = one.n`.execute(tx)
  await sql`
    update import_rows row set takes_id = one.gift
    from jsonb_to_recordset(${JSON.stringify([...ofBooked].map(([n, gift]) => ({ n, gift })))}::jsonb)
      as one (n integer, gift bigint)
    where row.import_id = ${id} and row.n = one.n`.execute(tx)
  const reasons = [...refused].map(([n, code]) => ({ n, reasons: [{ field: 'amount', code }] }))
  await sql`
    update import_rows row set refused = jsonb_build_object('reasons', one.reasons, 'cells', row.cells)
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as one (n integer, reasons jsonb)
    where row.import_id = ${id} and row.n = one.n`.execute(tx)
  return refused.size > 0
}

/**
 * Stores rows whose gift was fully reversed, so that the same file does not import them again. Runs after its gifts are
 * booked.
 */
export async function recordTakenBack(tx: Db, id: number): Promise<void> {
  await sql`
    insert into import_taken_back (key, import_id)
    select ${rowKey}, ${id}::bigint from import_rows
    where import_id = ${id} and refused is null and not known
      and (reversal_hash is not null or gift_hash is not null and amount_cents = 0)
    on conflict do nothing`.execute(tx)
}
