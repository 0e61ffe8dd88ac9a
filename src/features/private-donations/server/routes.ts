import { sql } from 'kysely'
import { formatEuro } from '#shared/money.ts'
import { audit } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { type Context, guarded, implement } from '#server/routes/implement.ts'
import type { Route } from '#shared/route.ts'
import { accountId, mainBank } from '#features/ledger/server/accounts.ts'
import { providerOf } from '#features/ledger/server/private-gift-origin.ts'
import { closeRecovery } from '#features/ledger/server/private-gift-recovery.ts'
import {
  changePurpose,
  postChargeback,
  postRefund,
  postRefundPaid,
} from '#features/ledger/server/private-gift-returns.ts'
import {
  confirmPledge,
  endPledge,
  event,
  lockGift,
  lockGiftProject,
  type LockedGift,
  lockProjects,
  postPledge,
  postPrivateGift,
  settleIfFull,
} from '#features/ledger/server/private-gifts.ts'
import { answerExport } from '#features/exports/server/background.ts'
import { privateDonations } from '../contract.ts'
import { missingSince } from '../rhythm.ts'
import { assessChargeBack, assessRefund } from './approval.ts'
import { donorId, revealDonor } from './donors.ts'
import { raiseNegative } from './raise-task.ts'
import { exportOfDonations, getDonation, listDonations, repeatedOf } from './queries.ts'
import { rhythmsByGift } from './rhythms.ts'

export const privateDonationRoutes = implement(privateDonations, {
  list: ({ reader, query, user, locale }) => listDonations(reader, query, { user, locale }),

  export: (context) => {
    return answerExport('private_donations', exportOfDonations, context)
  },

  create: async ({ db, body, today, now, user, locale, auditContext }) => {
    refuseFuture(body.received_on, today)
    await refuseOverMaximum(db, body.amount_cents, locale)
    const project = await lockGiftProject(db, body.project_slug)
    if (!project) throw invalid({ project_slug: 'private_donations.unknown_project' })
    const given = {
      project,
      amount_cents: body.amount_cents,
      day: body.received_on,
      channel: body.channel,
      donor_id: await donorId(db, body.donor, now),
      note: body.note,
      source: 'by_hand',
    }
    const gift =
      body.state === 'pledged'
        ? await postPledge(db, auditContext, given)
        : await postPrivateGift(db, auditContext, { ...given, debit: await mainBank(db) })
    if (body.state === 'confirmed') await settleIfFull(db, auditContext, project.id, today)
    return getDonation(db, gift.slug, { user, locale })
  },

  get: ({ db, params, user, locale }) => getDonation(db, params.slug, { user, locale }),

  confirm: async ({ db, params, body, today, user, locale, auditContext }) => {
    refuseFuture(body.received_on, today)
    const gift = await lockGift(db, params)
    const { amount_cents = gift.amount_cents, received_on } = body
    await refuseOverMaximum(db, amount_cents, locale)
    await lockGiftProject(db, gift.project_slug)
    await confirmPledge(db, auditContext, gift, {
      debit: await accountOf(db, gift),
      amount_cents,
      received_on,
    })
    await settleIfFull(db, auditContext, gift.project_id, today)
    return getDonation(db, params.slug, { user, locale })
  },

  refund: guarded(assessRefund, async ({ db, params, body, today, user, locale, auditContext }) => {
    const { amount_cents, reason } = body
    await postRefund(db, auditContext, await lockGift(db, params), {
      reason,
      business_day: today,
      ...(amount_cents !== undefined && { amount_cents }),
    })
    return getDonation(db, params.slug, { user, locale })
  }),

  chargeBack: guarded(assessChargeBack, async (context) => {
    const { db, params, body, today, user, locale, auditContext } = context
    const gift = await lockGift(db, params)
    const credit = await accountOf(db, gift)
    const why = { reason: body.reason, business_day: today, credit }
    const { negative_cents } = await postChargeback(db, auditContext, gift, why)
    if (negative_cents > 0) await raiseNegative(db, context, gift, negative_cents)
    return getDonation(db, params.slug, { user, locale })
  }),

  end: async ({ db, params, body, user, locale, auditContext }) => {
    await endPledge(db, auditContext, await lockGift(db, params), body)
    return getDonation(db, params.slug, { user, locale })
  },

  refundPaid: async ({ db, params, body, today, user, locale, auditContext }) => {
    const { amount_cents, paid_on } = body
    if (paid_on > today) throw invalid({ paid_on: 'private_donations.in_future' })
    const gift = await lockGift(db, params)
    const credit = await accountOf(db, gift)
    const paid = { credit, paid_on, ...(amount_cents !== undefined && { amount_cents }) }
    await postRefundPaid(db, auditContext, gift, paid)
    return getDonation(db, params.slug, { user, locale })
  },

  recover: async ({ db, params, body, today, user, locale, auditContext }) => {
    refuseFuture(body.received_on, today)
    await closeRecovery(db, auditContext, await lockGift(db, params), body)
    return getDonation(db, params.slug, { user, locale })
  },

  changePurpose: async ({ db, params, body, today, user, locale, auditContext }) => {
    const { rows } = await sql<{ id: number }>`
      select project_id as id from fundings where slug = ${params.slug} and number is not null
      union select id from projects where slug = ${body.project_slug}`.execute(db)
    await lockProjects(
      db,
      rows.map((row) => row.id),
    )
    const gift = await lockGift(db, params)
    const project = await lockGiftProject(db, body.project_slug)
    if (!project) throw invalid({ project_slug: 'private_donations.unknown_project' })
    if (project.id === gift.project_id) throw invalid({ project_slug: 'private_donations.same_project' })
    const why = { reason: body.reason, business_day: today }
    const moved = await changePurpose(db, auditContext, gift, { project, ...why })
    await settleIfFull(db, auditContext, project.id, today)
    return getDonation(db, moved.slug, { user, locale })
  },

  reveal: async ({ db, params, body, today, auditContext }) => {
    const gift = await lockGift(db, params)
    await audit(db, auditContext, event('reveal_donor', gift, {}, { reason: body.reason }))
    if (gift.donor_id === null)
      return { donor: null, donations: 0, donated_cents: 0, repeated: null, possible_duplicates: [] }
    const rhythm = repeatedOf((await rhythmsByGift(db, [gift.id])).get(gift.id))
    const repeated = rhythm && { ...rhythm, missing_since: missingSince(rhythm.next_on, today) }
    return { ...(await revealDonor(db, gift.donor_id)), repeated }
  },
})

/** The account that receives and returns a donation: its provider's, or the own bank account. */
async function accountOf(tx: Db, gift: LockedGift): Promise<number> {
  const provider = await providerOf(tx, gift.id)
  return provider === null ? mainBank(tx) : accountId(tx, { kind: 'psp', provider })
}

function refuseFuture(received_on: string, today: string): void {
  if (received_on > today) throw invalid({ received_on: 'private_donations.in_future' })
}

async function refuseOverMaximum(
  db: Db,
  amount_cents: number,
  locale: Context<Route>['locale'],
): Promise<void> {
  const { max_gift_cents } = await db
    .selectFrom('platform_features')
    .select('max_gift_cents')
    .executeTakeFirstOrThrow()
  if (amount_cents > max_gift_cents)
    throw invalid({
      amount_cents: {
        key: 'private_donations.over_maximum',
        parameters: { amount: formatEuro(max_gift_cents, locale) },
      },
    })
}
