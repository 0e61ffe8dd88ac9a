import { addDays, type Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { accountId, mainBank } from '#features/ledger/server/accounts.ts'
import { lockPayouts, markPaid } from '#features/ledger/server/payouts.ts'
import { changePurpose, postChargeback, postRefund } from '#features/ledger/server/private-gift-returns.ts'
import {
  confirmPledge,
  endPledge,
  type GiftProject,
  lockGift,
  lockProjects,
  postPledge,
  postPrivateGift,
} from '#features/ledger/server/private-gifts.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { donorId } from '#features/private-donations/server/donors.ts'
import { type DemoGift, donors, gifts, type Later } from '../donations.ts'
import { atWork, type Colleague } from './colleagues.ts'

/** A demo donation, as statements refer to it. */
export type MadeGift = { slug: string; number: string; project: GiftProject }

/** Provider code of the demo's provider account. */
export const demoProvider = 'payments-europe'

/**
 * Creates private gifts and pledges in every state: settled, paid out, refunded in full and in part, charged back, moved to
 * another project, failed and expired. Returns them in the order of the data.
 */
export async function seedDonations(
  tx: Db,
  { today, by }: { today: Day; by: Colleague },
  projects: readonly GiftProject[],
): Promise<MadeGift[]> {
  const day = (back: number) => addDays(today, -back)
  const made: MadeGift[] = []
  const settled = new Set<number>()
  for (const { gift, at, later } of inOrderOfDays()) {
    const project = projects[gift.project]!
    if (!later) {
      await lockProjects(tx, [project.id])
      made[at] = {
        ...(await record(tx, by(day(gift.back)), { ...gift, project, at, day: day(gift.back) })),
        project,
      }
    } else if (!('settled' in later)) await continueGift(tx, { gift: made[at]!, later, day, by, projects })
    // One payout covers both gifts of a project.
    else if (!settled.has(project.id)) {
      settled.add(project.id)
      await payOut(tx, { id: project.id, later, day, by })
    }
  }
  return made
}

/** Gifts and their later events, in order of their days. */
function inOrderOfDays() {
  return gifts
    .flatMap((gift, at) => [
      { gift, at, back: gift.back, later: undefined },
      ...(gift.later ? [{ gift, at, back: dayOfLater(gift.later), later: gift.later }] : []),
    ])
    .toSorted((a, b) => b.back - a.back)
}

const dayOfLater = (later: Later): number =>
  'settled' in later
    ? later.settled
    : 'refunded' in later
      ? later.refunded
      : 'chargedBack' in later
        ? later.chargedBack
        : 'moved' in later
          ? later.moved
          : 'confirmed' in later
            ? later.confirmed
            : later.on

async function record(
  tx: Db,
  context: AuditContext,
  { project, at, day, ...gift }: Omit<DemoGift, 'project'> & { project: GiftProject; at: number; day: Day },
): Promise<{ slug: string; number: string }> {
  const donor = { street: '', postal_code: '', city: '', ...donors[gift.donor]! }
  const isOnline = gift.channel === 'psp'
  const given = {
    project,
    amount_cents: gift.euros * 100,
    day,
    channel: gift.channel,
    donor_id: await donorId(tx, donor, atWork(day)),
    note: gift.note ?? '',
    source: isOnline ? 'psp' : 'by_hand',
    ...(isOnline && { provider: { code: demoProvider, ref: `pe_${10_000 + at * 37}` } }),
  }
  if (gift.pledged) return postPledge(tx, context, given)
  const debit = isOnline ? await accountId(tx, { kind: 'psp', provider: demoProvider }) : await mainBank(tx)
  return postPrivateGift(tx, context, { ...given, debit })
}

type GiftContext = { day: (back: number) => Day; by: Colleague }

async function continueGift(
  tx: Db,
  {
    gift,
    later,
    day,
    by,
    projects,
  }: GiftContext & {
    gift: MadeGift
    later: Exclude<Later, { settled: number }>
    projects: readonly GiftProject[]
  },
): Promise<void> {
  if ('moved' in later) await lockProjects(tx, [gift.project.id, projects[later.to]!.id])
  const locked = await lockGift(tx, gift)
  const psp = () => accountId(tx, { kind: 'psp', provider: demoProvider })
  if ('refunded' in later) {
    const { refunded, euros, reason } = later
    const why = { reason, business_day: day(refunded) }
    await postRefund(tx, by(why.business_day), locked, {
      ...why,
      ...(euros !== undefined && { amount_cents: euros * 100 }),
    })
  } else if ('chargedBack' in later) {
    const why = { reason: later.reason, business_day: day(later.chargedBack), credit: await psp() }
    await postChargeback(tx, by(why.business_day), locked, why)
  } else if ('moved' in later) {
    const why = { reason: later.reason, business_day: day(later.moved), project: projects[later.to]! }
    await changePurpose(tx, by(why.business_day), locked, why)
  } else if ('confirmed' in later) {
    const received_on = day(later.confirmed)
    await confirmPledge(tx, by(received_on), locked, {
      debit: await mainBank(tx),
      received_on,
      ...(later.euros !== undefined && { amount_cents: later.euros * 100 }),
    })
  } else await endPledge(tx, by(day(later.on)), locked, { state: later.ended, reason: later.reason })
}

/** Settles a project's gifts into payouts and pays them if `later` names a day. */
async function payOut(
  tx: Db,
  { id, later, day, by }: GiftContext & { id: number; later: Extract<Later, { settled: number }> },
): Promise<void> {
  await settle(tx, by(day(later.settled)), { projects: [id], business_day: day(later.settled) })
  if (later.paid === undefined) return
  const open = await tx
    .selectFrom('payouts')
    .select('id')
    .where('state', '=', 'open')
    .where('project_id', '=', id)
    .execute()
  const paid_on = day(later.paid)
  const payouts = await lockPayouts(tx, { ids: open.map((row) => row.id) })
  await markPaid(tx, by(paid_on), payouts, { paid_on, reference: 'Sammelüberweisung Spenden' })
}
