import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type LockedPayout, lockPayouts, markPaid } from '#features/ledger/server/payouts.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { createGift, createOrganization, createProject } from './factories.ts'

const context = { actor: { id: null, name: 'Test' }, now: new Date('2026-11-20T09:00:00Z') }

/** A German account with valid check digits. */
export const goodIban = 'DE89370400440532013000'

type PayoutInput = {
  amount_cents?: number
  title?: string
  organization?: {
    title?: string
    iban?: string
    bic?: string
    bank_account_holder?: string
    status?: number
  }
  settled_on?: string
  paid_on?: string
}

/** A payout of a new project, settled and, with a day, paid. */
export async function createPayout(db: Db, wanted: PayoutInput = {}): Promise<LockedPayout> {
  const { amount_cents = 10_000, title, organization = {}, settled_on = '2026-11-18', paid_on } = wanted
  const { id: organization_id } = await createOrganization(db, { iban: goodIban, ...organization })
  const project = await createProject(db, { organization_id, needs: [1_000_000], ...(title && { title }) })
  await createGift(db, project, amount_cents)
  return db.transaction().execute(async (tx) => {
    await settle(tx, context, { business_day: settled_on, projects: [project.id] })
    const { rows } = await sql<{ id: number }>`
      select id from payouts where project_id = ${project.id} and state = 'open'`.execute(tx)
    const [payout] = await lockPayouts(tx, { ids: rows.map((row) => row.id) })
    if (paid_on) await markPaid(tx, context, [payout!], { paid_on, reference: '' })
    return payout!
  })
}

/** Gives the house's own account an IBAN, so that it can pay. */
export async function setHouseIban(db: Db): Promise<void> {
  await db
    .updateTable('bank_accounts')
    .set({ iban: goodIban, holder: 'Stiftung Musterstadt', bic: 'COBADEFFXXX' })
    .where('slug', '=', 'main')
    .execute()
}
