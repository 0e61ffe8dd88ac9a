import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'

/** Numbers of the valid receipts that certify gifts. */
export async function receiptsOf(
  db: Db,
  fundingIds: readonly number[],
): Promise<{ slug: string; number: string }[]> {
  const { rows } = await sql<{ slug: string; number: string }>`
    select distinct documents.slug, documents.number from receipt_gifts
    join documents on documents.id = receipt_gifts.receipt_id
    where receipt_gifts.is_valid and receipt_gifts.funding_id = any(${[...fundingIds]}::bigint[])
    order by documents.number`.execute(db)
  return rows
}

/**
 * Throws 409 `receipt_issued` for gifts with a valid receipt; it must be withdrawn before their money is returned or
 * moved.
 */
export async function refuseReceipted(tx: Db, fundingIds: readonly number[]): Promise<void> {
  const receipts = await receiptsOf(tx, fundingIds)
  if (receipts.length === 0) return
  throw conflict('receipt_issued', {
    parameters: { number: receipts[0]!.number },
    blocking: receipts.map(({ slug, number }) => ({ slug, title: number, code: 'receipt_issued' })),
  })
}
