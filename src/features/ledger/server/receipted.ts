import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'

/** The valid receipts that certify gifts, by number. */
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

/** 409 `receipt_issued` for gifts that a receipt certifies: it is withdrawn before their money goes back or elsewhere. */
export async function refuseReceipted(tx: Db, fundingIds: readonly number[]): Promise<void> {
  const receipts = await receiptsOf(tx, fundingIds)
  if (receipts.length === 0) return
  throw conflict('receipt_issued', {
    parameters: { number: receipts[0]!.number },
    blocking: receipts.map(({ slug, number }) => ({ slug, title: number, code: 'receipt_issued' })),
  })
}
