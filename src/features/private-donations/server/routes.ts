import { sql } from 'kysely'
import { defaultLocale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import { can } from '#shared/permissions.ts'
import { audit } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { forbidden, invalid } from '#server/errors.ts'
import { type Context, implement } from '#server/routes.ts'
import type { Route } from '#shared/route.ts'
import { text } from '#server/texts.ts'
import { accountId, mainBank } from '#features/ledger/server/accounts.ts'
import { changePurpose, postChargeback, postRefund } from '#features/ledger/server/private-gift-returns.ts'
import {
  confirmPledge,
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
import { insertTask } from '#features/tasks/server/change.ts'
import { privateDonations } from '../contract.ts'
import { donorId, revealDonor } from './donors.ts'
import { exportOfDonations, getDonation, listDonations } from './queries.ts'

/** Private donations: what people gave, and what went back to them. */
export const privateDonationRoutes = implement(privateDonations, {
  list: ({ reader, query, user, locale }) => listDonations(reader, query, { user, locale }),

  export: (context) => {
    if (!can(context.user, 'view_private_donations')) throw forbidden('view_private_donations')
    // Who asks decides what is shown, also in a file that is made later.
    const unmasked = can(context.user, 'change_private_donations')
    const query = { ...context.query, extra: { ...context.query.extra, unmasked } }
    return answerExport('private_donations', exportOfDonations, { ...context, query })
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

  refund: async ({ db, params, body, today, user, locale, auditContext }) => {
    const { amount_cents, reason } = body
    await postRefund(db, auditContext, await lockGift(db, params), {
      reason,
      business_day: today,
      ...(amount_cents !== undefined && { amount_cents }),
    })
    return getDonation(db, params.slug, { user, locale })
  },

  chargeBack: async (context) => {
    const { db, params, body, today, user, locale, auditContext } = context
    const gift = await lockGift(db, params)
    const credit = await accountOf(db, gift)
    const why = { reason: body.reason, business_day: today, credit }
    const { negative_cents } = await postChargeback(db, auditContext, gift, why)
    if (negative_cents > 0) await raiseTask(context, gift, negative_cents)
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

  reveal: async ({ db, params, body, auditContext }) => {
    const gift = await lockGift(db, params)
    await audit(db, auditContext, event('reveal_donor', gift, {}, { reason: body.reason }))
    return gift.donor_id === null
      ? { donor: null, donations: 0, donated_cents: 0, possible_duplicates: [] }
      : revealDonor(db, gift.donor_id)
  },
})

/** The account a donation comes to and goes back from: its provider's, or the house's bank. */
const accountOf = (tx: Db, { provider }: LockedGift) =>
  provider === null ? mainBank(tx) : accountId(tx, { kind: 'psp', provider })

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

/** A project that stands below nothing is somebody's task: of those who handle donations, else of the superusers. */
async function raiseTask(
  { db, now, today, auditContext }: Pick<Context<Route>, 'db' | 'now' | 'today' | 'auditContext'>,
  gift: LockedGift,
  negative_cents: number,
): Promise<void> {
  const { rows } = await sql<{ id: number; is_superuser: boolean; permissions: string[] }>`
    select id, is_superuser, array(select permission from user_permissions where user_id = users.id) as permissions
    from users where user_type = 'staff' and state = 'active' order by id`.execute(db)
  const named = rows.filter((user) => !user.is_superuser && can(user, 'change_private_donations'))
  const users = (named.length > 0 ? named : rows.filter((user) => user.is_superuser)).map((user) => user.id)
  const title = text(defaultLocale, 'private_donations.negative_task')
  const description = text(defaultLocale, 'private_donations.negative_task_text', {
    number: gift.number,
    amount: formatEuro(negative_cents, defaultLocale),
  })
  const id = await insertTask(db, {
    title,
    description,
    scheduled_for: today,
    series_start: today,
    users,
    send_completed_mail: false,
    repeat: 'none',
    target: { id: gift.project_id, type: 'project' },
    created_by: null,
    now,
  })
  await audit(db, auditContext, {
    action: 'create',
    object_type: 'reminder',
    object_id: id,
    object_title: title,
    after: { title, description, project: gift.project_title, scheduled_for: today, users },
  })
}
