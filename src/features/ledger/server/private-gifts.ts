import { auditOf } from '#server/audit/audit.ts'
import { sql } from 'kysely'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { Day } from '#shared/dates.ts'
import { recordStatus } from '#shared/statuses.ts'
import type { AuditContext, AuditEvent } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { randomToken } from '#server/base/tokens.ts'
import { accountId } from './accounts.ts'
import { refuseClosedMonth } from './months.ts'
import { type Posting, postEvents } from './post.ts'
import { settle } from './settle.ts'

/** Channels of a private donation. */
export const giftChannels = ['psp', 'bank_transfer', 'cash'] as const
export type GiftChannel = (typeof giftChannels)[number]

export type GiftState =
  | 'pledged'
  | 'confirmed'
  | 'settled'
  | 'paid_out'
  | 'failed'
  | 'expired'
  | 'reversed'
  | 'recovery_open'
  | 'recovered'

/** Private donations always have type donation, whatever else funds their project. */
export const giftType = 1

/** A private donation, locked after its project; cents. */
export type LockedGift = Awaited<ReturnType<typeof lockGift>>

export type GiftProject = { id: number; slug: string; title: string }

export type NewGift = {
  project: GiftProject
  amount_cents: number
  /** The Berlin day of receipt or promise; receipts certify this day. */
  day: Day
  /** The Berlin posting day if it differs from the day of receipt: for a closed month, or after a change of purpose. */
  booked_on?: Day
  channel: GiftChannel
  donor_id: number | null
  note: string
  /** Origin of the information: `by_hand`, `psp`, `bank`. */
  source: string
  /** The provider's code and its own number of the gift. */
  provider?: { code: string; ref: string }
  moved_from_id?: number
}

/** The header fields that the caller adds beside kind and day, such as the statement line that proves the gift. */
export type EntryDetails = Omit<Posting['entry'], 'kind' | 'business_day' | 'note'>

/** Locks projects by id; gifts and returns must do this first. */
export async function lockProjects(tx: Db, ids: readonly number[]): Promise<void> {
  await sql`select from projects where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)
}

/** Locks the project of this slug to receive a gift; undefined when unknown, 409 while it is archived or banned. */
export async function lockGiftProject(tx: Db, slug: string): Promise<GiftProject | undefined> {
  const project = await tx
    .selectFrom('projects')
    .select(['id', 'slug', 'title', 'status', 'is_banned'])
    .where('slug', '=', slug)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project) return undefined
  const { title } = project
  const codes = [
    ...(project.status === recordStatus.archived ? ['archived'] : []),
    ...(project.is_banned ? ['banned'] : []),
  ]
  if (codes.length > 0)
    throw conflict('not_fundable', { blocking: codes.map((code) => ({ slug, title, code })) })
  return project
}

/** Locks a private donation after its project; throws notFound. */
export async function lockGift(tx: Db, which: { slug: string } | { id: number }) {
  const [column, value] = 'slug' in which ? (['slug', which.slug] as const) : (['id', which.id] as const)
  const found = await tx
    .selectFrom('fundings')
    .select('project_id')
    .where(`fundings.${column}`, '=', value)
    .where('number', 'is not', null)
    .executeTakeFirst()
  if (!found) throw notFound()
  await lockProjects(tx, [found.project_id])
  const gift = await tx
    .selectFrom('fundings')
    .innerJoin('projects', 'projects.id', 'fundings.project_id')
    .selectAll('fundings')
    .select(['projects.title as project_title', 'projects.slug as project_slug'])
    .where(`fundings.${column}`, '=', value)
    .forNoKeyUpdate('fundings')
    .executeTakeFirstOrThrow()
  return {
    ...gift,
    number: gift.number!,
    channel: gift.channel as GiftChannel,
    state: gift.state as GiftState,
  }
}

/**
 * Books a received private donation: `debit` (bank, psp or suspense) / project (product.md §4). The caller holds the
 * project's lock (`lockGiftProject`). Guard: an open month on the posting day (400 at `received_on`). Late gifts may
 * exceed the project's need; the audit event notes it.
 */
export async function postPrivateGift(
  tx: Db,
  context: AuditContext,
  given: NewGift & { debit: number },
  known: EntryDetails = {},
): Promise<{ id: number; slug: string; number: string }> {
  await refuseClosedMonth(tx, given.booked_on ?? given.day, 'received_on')
  const gift = await insertGift(tx, context, given, 'confirmed')
  await book(tx, context, { ...gift, project: given.project }, 'create', given, known)
  return gift
}

/** Records a pledge, without ledger rows. The caller holds the project's lock. */
export async function postPledge(
  tx: Db,
  context: AuditContext,
  given: NewGift,
): Promise<{ id: number; slug: string; number: string }> {
  const gift = await insertGift(tx, context, given, 'pledged')
  const { project, amount_cents, day } = given
  const after = { project: project.title, amount_cents, state: 'pledged', day }
  await postEvents(tx, context, [{ event: event('create', gift, {}, after), postings: [] }])
  return gift
}

/**
 * Confirms a pledge with the amount received, which may differ from the promise: `debit` (bank, psp or suspense) /
 * project, posted on `booked_on`. Guards: pledged (409 `gift_not_pledged`), an open month on the posting day (400 at
 * `received_on`).
 */
export async function confirmPledge(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  {
    debit,
    amount_cents = gift.amount_cents,
    received_on,
    booked_on = received_on,
  }: { debit: number; amount_cents?: number; received_on: Day; booked_on?: Day },
  known: EntryDetails = {},
): Promise<void> {
  refuseOtherThan(gift, ['pledged'], 'gift_not_pledged')
  await refuseClosedMonth(tx, booked_on, 'received_on')
  await tx
    .updateTable('fundings')
    .set({ state: 'confirmed', amount_cents, received_on })
    .where('id', '=', gift.id)
    .execute()
  await book(
    tx,
    context,
    { ...gift, project: { id: gift.project_id, slug: gift.project_slug, title: gift.project_title } },
    'confirm',
    { amount_cents, day: received_on, booked_on, debit, pledged_cents: gift.amount_cents },
    known,
  )
}

/** Ends a pledge that was never paid. Guard: pledged (409 `gift_not_pledged`). */
export async function endPledge(
  tx: Db,
  context: AuditContext,
  gift: LockedGift,
  { state, reason }: { state: 'failed' | 'expired'; reason: string },
): Promise<void> {
  refuseOtherThan(gift, ['pledged'], 'gift_not_pledged')
  await tx.updateTable('fundings').set({ state }).where('id', '=', gift.id).execute()
  const told = event('end_pledge', gift, { state: 'pledged' }, { state, reason })
  await postEvents(tx, context, [{ event: told, postings: [] }])
}

/** Settles a fully funded project at once; call it after confirming a gift. */
export async function settleIfFull(
  tx: Db,
  context: AuditContext,
  projectId: number,
  today: Day,
): Promise<void> {
  const { target_cents, funded_cents } = await tx
    .selectFrom('projects')
    .select(['target_cents', 'funded_cents'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (target_cents > 0 && funded_cents >= target_cents)
    await settle(tx, context, { projects: [projectId], business_day: today })
}

/** Throws 409 `code` when the gift is in another state. */
export function refuseOtherThan(
  gift: LockedGift,
  states: readonly GiftState[],
  code: 'gift_not_pledged' | 'gift_not_confirmed',
): void {
  if (states.includes(gift.state)) return
  const { slug, number, state } = gift
  throw conflict(code, { blocking: [{ slug, title: number, code: state }], current: { state } })
}

/** The audit event of a private donation; it never contains the donor's name. */
export function event(
  action: AuditAction,
  gift: { id: number; number: string },
  before: object,
  after: object,
): AuditEvent {
  return {
    action,
    ...auditOf('private_donation', { id: gift.id, title: gift.number }),
    before: { ...before },
    after: { ...after },
  }
}

async function insertGift(
  tx: Db,
  { actor, now }: AuditContext,
  given: NewGift,
  state: 'pledged' | 'confirmed',
): Promise<{ id: number; slug: string; number: string }> {
  const year = Number(given.day.slice(0, 4))
  const { rows } = await sql<{ number: string }>`
    select show_number('PS', ${year}::integer, draw_numbers('private_donation', ${year}::integer, 1)) as number`.execute(
    tx,
  )
  const { number } = rows[0]!
  const { id, slug } = await tx
    .insertInto('fundings')
    .values({
      slug: `g-${randomToken().slice(0, 16)}`,
      number,
      project_id: given.project.id,
      funding_type: giftType,
      amount_cents: given.amount_cents,
      pledged_cents: state === 'pledged' ? given.amount_cents : null,
      state,
      received_on: given.day,
      channel: given.channel,
      donor_id: given.donor_id,
      source: given.source,
      note: given.note,
      provider: given.provider?.code ?? null,
      provider_ref: given.provider?.ref ?? null,
      moved_from_id: given.moved_from_id ?? null,
      created_by: actor.id,
      created_at: now,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  return { id, slug, number }
}

async function book(
  tx: Db,
  context: AuditContext,
  gift: { id: number; number: string; project: GiftProject },
  action: 'create' | 'confirm',
  given: Pick<NewGift, 'amount_cents' | 'day' | 'booked_on'> & {
    debit: number
    pledged_cents?: number
  },
  known: EntryDetails,
): Promise<void> {
  const { amount_cents, day, booked_on = day, debit, pledged_cents } = given
  const { project } = gift
  const credit = await accountId(tx, { kind: 'project', project_id: project.id, funding_type: giftType })
  const { target_cents, funded_cents } = await tx
    .selectFrom('projects')
    .select(['target_cents', 'funded_cents'])
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  const after = {
    project: project.title,
    amount_cents,
    state: 'confirmed',
    received_on: day,
    ...(booked_on !== day && { booked_on }),
    ...(funded_cents + amount_cents > target_cents && { over_funded: true }),
  }
  await postEvents(tx, context, [
    {
      event: event(
        action,
        gift,
        pledged_cents === undefined ? {} : { state: 'pledged', amount_cents: pledged_cents },
        after,
      ),
      postings: [
        {
          // The donor's message stays with the gift only: ledger rows cannot be erased, and more people read them.
          entry: { kind: 'gift_confirmed', business_day: booked_on, ...known },
          rows: [{ purpose: 'gift', debit, credit, amount_cents, funding_id: gift.id }],
        },
      ],
    },
  ])
}
