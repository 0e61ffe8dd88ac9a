import type { Db } from '#server/db/db.ts'
import type { DeliveryProblem } from '#features/intake/problems.ts'
import {
  cancelled,
  type Gift,
  leftOf,
  type MadePayout,
  type MoneyModel,
  newGift,
  type Payout,
  payoutsSince,
  type PrivateGift,
  type Project,
} from './money-world-model.ts'
import { type Delivery, maximumCents } from './money-world-provider.ts'

type DecidedDelivery = { delivery: Delivery; decided?: { project_slug?: string } }

/** Changes by a call about a provider's deliveries, for the model to replay. */
export type DeliveryChanges = {
  /** The ids of the stored deliveries. */
  deliveries: number[]
  /** Makes the model book pending deliveries of a gift or payout, as the call did. */
  follow(world: MoneyModel, ref: string, first?: DecidedDelivery): void
}

/** Makes a call and reads the resulting numbers. */
export async function drained(db: Db, work: () => Promise<unknown>): Promise<DeliveryChanges> {
  const last = async (table: 'fundings' | 'payouts' | 'intake_deliveries') => {
    const row = await db
      .selectFrom(table)
      .select((on) => on.fn.max('id').as('id'))
      .executeTakeFirst()
    return row?.id ?? 0
  }
  const [funding, payout, delivery] = [
    await last('fundings'),
    await last('payouts'),
    await last('intake_deliveries'),
  ]
  await work()
  const gifts = await db
    .selectFrom('fundings')
    .select(['id', 'slug'])
    .where('id', '>', funding)
    .orderBy('id')
    .execute()
  const payouts = await payoutsSince(db, payout)
  const kept = await db.selectFrom('intake_deliveries').select('id').where('id', '>', delivery).execute()
  return {
    deliveries: kept.map(({ id }) => id),
    follow: (world, ref, first) => {
      follow(world, ref, { gifts, payouts }, first)
      if (gifts.length > 0) throw new Error(`${gifts.length} gifts came that the model knows nothing of`)
      if (payouts.length > 0)
        throw new Error(`${payouts.length} payouts came that the model knows nothing of`)
    },
  }
}

type CreatedRows = { gifts: { id: number; slug: string }[]; payouts: MadePayout[] }
type Answer = 'applied' | { waits: DeliveryProblem } | { asks: DeliveryProblem }

/** Books pending deliveries of a gift or payout in the model, until none makes another possible. */
function follow(world: MoneyModel, ref: string, made: CreatedRows, first: DecidedDelivery | undefined): void {
  for (let again = true; again;) {
    again = false
    const waiting = world.provider.deliveries.filter(
      (one) =>
        one.ref === ref &&
        (one.state === 'waiting' || (one === first?.delivery && one.state === 'needs_person')),
    )
    for (const delivery of waiting) {
      const mine = first?.delivery === delivery
      const answer = book(world, delivery, made, mine ? first?.decided : undefined)
      if (mine) first = undefined
      if (answer === 'applied') Object.assign(delivery, { state: 'applied', problem: '' })
      else if ('waits' in answer) Object.assign(delivery, { state: 'waiting', problem: answer.waits })
      else Object.assign(delivery, { state: 'needs_person', problem: answer.asks })
      again ||= answer === 'applied'
    }
  }
}

/** The rules of docs/intake.md, in the model's words. */
function book(
  world: MoneyModel,
  delivery: Delivery,
  made: CreatedRows,
  decided: { project_slug?: string } | undefined,
): Answer {
  const { event, ref } = delivery
  if (event.type === 'paid_out') return payOut(world, delivery, event)
  const gift = world.providerGifts.get(ref)
  const projectOf = (slug: string) => world.projects.find((project) => project.slug === slug)
  if (event.type === 'pledged') {
    const { amount_cents } = event
    if (gift) return (gift.given.pledged ?? gift.amount) === amount_cents ? 'applied' : { asks: 'differs' }
    if (!decided && amount_cents > maximumCents) return { asks: 'over_maximum' }
    const project = projectOf(decided?.project_slug ?? event.project_slug)
    if (!project) return { asks: 'unknown_project' }
    promise(world, project, amount_cents, ref, made)
    return 'applied'
  }
  if (!gift) return { waits: 'before_pledge' }
  if (event.type === 'failed') {
    if (gift.state === 'pledged') gift.state = 'failed'
    return 'applied'
  }
  const isPromise = ['pledged', 'failed'].includes(gift.state)
  const { amount_cents } = event
  if (event.type === 'confirmed') {
    if (!isPromise) return gift.amount === amount_cents ? 'applied' : { asks: 'differs' }
    if (!decided && amount_cents > maximumCents && amount_cents > (gift.given.pledged ?? 0))
      return { asks: 'over_maximum' }
    const before = world.projects.find((project) => project.gifts.includes(gift))!
    const project = decided?.project_slug ? projectOf(decided.project_slug)! : before
    if (project !== before) gift.state = 'failed'
    const mine = project === before ? gift : promise(world, project, gift.given.pledged!, ref, made)
    Object.assign(mine, { state: 'confirmed', amount: amount_cents })
    world.psp += amount_cents
    const allocated = world.stages()[world.projects.indexOf(project)]![0]!
    if (allocated >= project.target) world.settled([project], made.payouts)
    return 'applied'
  }
  if (isPromise) return { waits: 'before_confirmation' }
  return (event.type === 'refunded' ? refund : chargeBack)(world, gift, amount_cents)
}

type ProviderGift = Gift & { given: PrivateGift }
const isLive = (gift: Gift) => ['confirmed', 'settled', 'paid_out'].includes(gift.state)
const payoutOf = (world: MoneyModel, gift: Gift): Payout =>
  world.payouts.find(({ id }) => id === gift.payout)!

function promise(
  world: MoneyModel,
  project: Project,
  cents: number,
  ref: string,
  { gifts }: CreatedRows,
): ProviderGift {
  const given = gifts.shift()
  if (!given) throw new Error(`no gift came of ${ref}`)
  const gift = newGift(cents, given, { pledged: cents, ref })
  project.gifts.push(gift)
  world.providerGifts.set(ref, gift)
  return gift
}

function refund(world: MoneyModel, gift: ProviderGift, cents: number): Answer {
  const { given } = gift
  if (given.owed < cents) {
    if (cents > (isLive(gift) ? leftOf(gift) : 0)) return { asks: 'refund_exceeded' }
    if (gift.state === 'paid_out') return { asks: 'gift_paid_out' }
    if (gift.state === 'settled') cancelled(payoutOf(world, gift))
    given.returned += cents
    given.owed += cents
    if (leftOf(gift) === 0) gift.state = 'reversed'
  }
  given.owed -= cents
  world.psp -= cents
  return 'applied'
}

function chargeBack(world: MoneyModel, gift: ProviderGift, cents: number): Answer {
  const left = isLive(gift) ? leftOf(gift) : 0
  if (cents > left) return { asks: 'chargeback_exceeded' }
  if (cents < left) return { waits: 'before_refund' }
  if (gift.state === 'settled') cancelled(payoutOf(world, gift))
  const wasPaid = gift.state === 'paid_out'
  if (wasPaid) gift.given.charged = left
  gift.given.returned = gift.amount
  gift.state = wasPaid ? 'recovery_open' : 'reversed'
  world.psp -= left
  return 'applied'
}

/** The provider's own payout: its number counts once, and money moved by a line is not moved again. */
function payOut(
  world: MoneyModel,
  delivery: Delivery,
  { amount_cents, fee_cents }: { amount_cents: number; fee_cents: number },
): Answer {
  const told = reportedPayouts(world)
  if (told.some((one) => one.ref === delivery.ref)) return { asks: 'differs' }
  const left = told.filter((one) => !one.moved && one.event.amount_cents === amount_cents)
  const lines = providerLines(world, 'booked', amount_cents)
  delivery.moved = world.provider.booksPayouts && lines <= left.length && amount_cents > 0
  world.psp -= fee_cents + (delivery.moved ? amount_cents : 0)
  return 'applied'
}

/** The effect of a line of this amount matched with the provider: it moves the money, or confirms an earlier move. */
export function actOfLine(world: MoneyModel, cents: number): 'told' | 'booked' {
  const moved = reportedPayouts(world).filter((one) => one.moved && one.event.amount_cents === cents)
  return moved.length > providerLines(world, 'told', cents) ? 'told' : 'booked'
}

const reportedPayouts = ({ provider }: MoneyModel) =>
  provider.deliveries.flatMap(({ event, state, ref, moved }) =>
    event.type === 'paid_out' && state === 'applied' ? [{ event, ref, moved }] : [],
  )

const providerLines = ({ lines }: MoneyModel, act: 'told' | 'booked', cents: number): number =>
  lines.filter((line) => line.provider === act && line.cents === cents).length
