import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Day } from '#shared/dates.ts'
import type { Config } from '#server/base/config.ts'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/routes/implement.ts'
import { intake } from '#features/intake/contract.ts'
import { intakeRoutes } from '#features/intake/server/routes.ts'
import { rotateSecret } from '#features/intake/server/secrets.ts'
import { signatureHeader, signatureOf, timeHeader } from '#features/intake/server/signature.ts'
import { type DeliveryChanges, drained } from './money-world-drain.ts'
import type { Chance, MoneyModel, Plan } from './money-world-model.ts'
import { type Delivery, maximumCents, type ProviderEvent, providerCode } from './money-world-provider.ts'

/** Events and deliveries of a payment provider, and people's decisions about them. */
export const intakeMoves = [
  'given at the provider',
  'paid out by the provider',
  'told',
  'told',
  'told',
  'told again',
  'told otherwise',
  'forged',
  'try delivery again',
  'book delivery',
  'close delivery',
  'switch payouts',
] as const
export type IntakeMove = (typeof intakeMoves)[number]

const secret = 'the secret of the provider in the model'
// One key for all histories of a process.
const config = { dataDir: mkdtempSync(join(tmpdir(), 'almoner-model-')), secretsKey: secret } as Config
/** Lets the model's provider deliver. */
export async function openProvider(db: Db, world: MoneyModel): Promise<void> {
  const context = world.context()
  await db.updateTable('platform_features').set({ max_gift_cents: maximumCents }).execute()
  const provider = await db
    .insertInto('intake_providers')
    .values({ code: providerCode, title: 'Model', books_payouts: true, created_at: context.now })
    .returning(['id', 'code', 'title'])
    .executeTakeFirstOrThrow()
  world.provider.id = provider.id
  const given = { secret, old_ends_on: undefined, yesterday: '2026-01-01' as Day }
  await db.transaction().execute((tx) => rotateSecret(tx, context, config, provider, given))
}

/** The plan of a move, or nothing without a target. */
export function intakePlan(world: MoneyModel, kind: IntakeMove, move: Chance): Plan | undefined {
  const { provider } = world
  const { a, b, c } = move
  switch (kind) {
    case 'given at the provider':
      provider.untold.push(...giftHistory(world, move))
      return undefined
    case 'paid out by the provider':
      provider.untold.push(...payoutHistory(world, move))
      return undefined
    case 'told': {
      const [event] = provider.untold.splice(a % Math.max(1, provider.untold.length), 1)
      return event && tell(world, event)
    }
    case 'told again':
    case 'told otherwise': {
      const delivery = latest(provider.deliveries, a)
      if (!delivery) return undefined
      const { event } = delivery
      return kind === 'told again'
        ? tell(world, event, delivery)
        : { ...call(world, { ...event, at: '2026-01-01T00:00:00Z' }), refused: 'delivery_changed' }
    }
    case 'forged': {
      const event = [...provider.untold, ...provider.deliveries.map((one) => one.event)].at(-1 - (a % 8))
      if (!event) return undefined
      const forged = { ...event, amount_cents: 1 + b }
      return c % 2 === 0
        ? { ...call(world, forged, { by: 'somebody who does not know it' }), refused: 'signature_invalid' }
        : { ...call(world, event, { late: 301_000 }), refused: 'signature_old' }
    }
    case 'try delivery again':
    case 'book delivery':
    case 'close delivery': {
      const open = provider.deliveries.filter((one) => ['waiting', 'needs_person'].includes(one.state))
      const delivery = latest(c % 9 === 0 || open.length === 0 ? provider.deliveries : open, a)
      return delivery && decide(world, kind, delivery, move)
    }
    case 'switch payouts':
      return {
        run: (tx) =>
          tx.updateTable('intake_providers').set({ books_payouts: !provider.booksPayouts }).execute(),
        keep: () => (provider.booksPayouts = !provider.booksPayouts),
      }
  }
}

const latest = <T>(all: T[], at: number): T | undefined => {
  const last = all.slice(-10)
  return last[at % Math.max(1, last.length)]
}

/** Events of one gift at the provider: mostly plausible, occasionally not. */
function giftHistory({ provider, projects, day }: MoneyModel, { a, b, c }: Chance): ProviderEvent[] {
  const gift = `pay_${provider.next()}`
  const project = projects[a % projects.length]!
  const at = `${day}T10:00:00Z`
  const cents = 1 + (b % Math.min(project.target * 2, maximumCents * 2))
  const money = (amount_cents: number) => ({ gift, amount_cents, currency: 'EUR' as const, at })
  const next = () => `evt_${provider.next()}`
  const events: ProviderEvent[] = [
    {
      id: next(),
      type: 'pledged',
      ...money(cents),
      project_slug: c % 13 === 0 ? 'nowhere' : project.slug,
    },
  ]
  if (a % 7 === 0)
    events.push({ id: next(), type: 'pledged', ...money(cents - (b % 2) || 1), project_slug: project.slug })
  if (a % 4 === 0) events.push({ id: next(), type: 'failed', gift, at })
  if (a % 8 === 0) return events
  let left = c % 5 === 0 ? 1 + (c % (cents * 2)) : cents
  events.push({ id: next(), type: 'confirmed', ...money(left) })
  if (b % 3 === 0) {
    const refund = 1 + (c % left)
    events.push({ id: next(), type: 'refunded', ...money(refund) })
    left -= refund
  }
  if (b % 11 === 0) events.push({ id: next(), type: 'refunded', ...money(1 + (c % 500)) })
  if (b % 5 === 0 && left > 0) events.push({ id: next(), type: 'charged_back', ...money(left) })
  return events
}

/** The provider pays out its balance; few different amounts, so that equal ones meet. */
function payoutHistory({ provider, day }: MoneyModel, { a, b, c }: Chance): ProviderEvent[] {
  const payout = `po_${provider.next()}`
  const told = (amount_cents: number): ProviderEvent => ({
    id: `evt_${provider.next()}`,
    type: 'paid_out',
    payout,
    at: `${day}T10:00:00Z`,
    amount_cents,
    fee_cents: c % 3 === 0 ? 0 : 1 + (c % 300),
    currency: 'EUR',
  })
  const cents = 1000 * (b % 5)
  // Delivered under two ids, it is still one event.
  return a % 6 === 0 ? [told(cents), told(cents)] : [told(cents)]
}

function tell(world: MoneyModel, event: ProviderEvent, known?: Delivery): Plan {
  const { deliveries } = world.provider
  const ref = event.type === 'paid_out' ? event.payout : event.gift
  const calling = call(world, event)
  let told: DeliveryChanges
  return {
    outside: true,
    run: async (db) => {
      told = await drained(db, () => calling.run(db))
    },
    keep: () => {
      if (!known) {
        const id = told.deliveries.shift()!
        deliveries.push({ id, event, ref, state: 'waiting', problem: 'new' })
      }
      told.follow(world, ref)
    },
  }
}

/** A signed call of the provider; `by` another secret, or delayed by some milliseconds. */
function call(
  world: MoneyModel,
  event: object,
  { by = secret, late = 0 }: { by?: string; late?: number } = {},
): Plan {
  const raw = Buffer.from(JSON.stringify(event))
  const auditContext = world.context()
  const time = String(Math.floor((auditContext.now.getTime() - late) / 1000))
  const headers = { [timeHeader]: time, [signatureHeader]: `v1=${signatureOf(by, time, raw)}` }
  return {
    outside: true,
    run: (db) => handle('receive', world, { db, params: { provider: providerCode }, headers, raw }),
  }
}

type Decision = 'try delivery again' | 'book delivery' | 'close delivery'

function decide(world: MoneyModel, kind: Decision, delivery: Delivery, { b, c }: Chance): Plan | undefined {
  const params = { id: delivery.id }
  const isSettled = delivery.state === 'applied' || delivery.state === 'closed'
  const refused = isSettled ? 'delivery_settled' : undefined
  // Rarely, or little would be booked by itself.
  if (kind === 'close delivery' && c % 4 > 0) return undefined
  if (kind === 'close delivery')
    return {
      refused,
      run: (db) => handle('close', world, { db, params, body: { reason: 'x' } }),
      keep: () => Object.assign(delivery, { state: 'closed', problem: '' }),
    }
  const isBookable = ['pledged', 'confirmed'].includes(delivery.event.type)
  const decided =
    kind === 'try delivery again'
      ? undefined
      : c % 2 === 0
        ? {}
        : { project_slug: world.projects[b % world.projects.length]!.slug }
  let told: DeliveryChanges
  return {
    refused: refused ?? (decided && !isBookable ? 'delivery_not_bookable' : undefined),
    run: async (db) => {
      told = await drained(db, () =>
        decided
          ? handle('book', world, { db, params, body: { ...decided, reason: 'x' } })
          : handle('retry', world, { db, params }),
      )
    },
    keep: () => told.follow(world, delivery.ref, { delivery, ...(decided && { decided }) }),
  }
}

/** Calls the handler of a route with all its inputs. */
function handle(
  name: 'receive' | 'retry' | 'book' | 'close',
  world: MoneyModel,
  given: { db: Db; params: object; body?: object; headers?: object; raw?: Buffer },
): Promise<unknown> {
  const auditContext = world.context()
  const { now } = auditContext
  const { handler } = intakeRoutes.find(({ route }) => route === intake[name])!
  return handler({
    ...given,
    services: { config },
    now,
    today: world.day,
    locale: 'en',
    auditContext,
  } as unknown as Context<(typeof intake)[typeof name]>)
}
