import { sql } from 'kysely'
import { everyCompany } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { type LockedClaim, lockClaim } from '#features/ledger/server/claims.ts'
import { type LockedPayout, lockPayouts } from '#features/ledger/server/payouts.ts'
import { type LockedGift, lockGift, refuseOtherThan } from '#features/ledger/server/private-gifts.ts'
import { recordStatus } from '#shared/statuses.ts'
import type { TargetType } from '../suggest.ts'

export type WantedPart = { target_type: TargetType; target_slug: string; amount_cents: number }

type LockedProject = { id: number; slug: string; title: string; status: number; is_banned: boolean }

export type Target = { amount_cents: number; at: number } & (
  | { target_type: 'project'; project: LockedProject }
  | { target_type: 'private_donation'; gift: LockedGift }
  | { target_type: 'payout'; payout: LockedPayout }
  | { target_type: 'recovery_claim'; claim: LockedClaim }
  | { target_type: 'bank_account'; account: { id: number; title: string } }
  | { target_type: 'provider'; provider: string }
  | { target_type: 'bank_line'; other_line_id: number }
  | { target_type: 'fees' }
)

const forCredits: readonly TargetType[] = ['project', 'private_donation', 'recovery_claim', 'provider']
const forDebits: readonly TargetType[] = ['payout']

/**
 * Locks the targets of parts: projects by id, then payouts, then claims (docs/decisions/0020). Throws 400 at the part
 * that is wrong.
 */
export async function lockTargets(tx: Db, cents: number, parts: readonly WantedPart[]): Promise<Target[]> {
  parts.forEach(({ target_type }, at) => {
    const wrong = cents > 0 ? forDebits : forCredits
    if (wrong.includes(target_type)) throw invalid({ [`parts.${at}`]: 'bank_statements.wrong_direction' })
  })
  const slugs = (type: TargetType) =>
    parts.filter((part) => part.target_type === type).map((part) => part.target_slug)
  refuseTwice(parts)
  await sql`
    select from projects where slug = any(${slugs('project')}::text[])
      or id in (select project_id from fundings where slug = any(${slugs('private_donation')}::text[]))
      or id in (select project_id from payouts where slug = any(${slugs('payout')}::text[]))
      or id in (select project_id from recovery_claims where slug = any(${slugs('recovery_claim')}::text[]))
    order by id for no key update`.execute(tx)
  const projects = await projectsBySlug(tx, slugs('project'))
  const payouts = new Map(
    (await lockPayouts(tx, { slugs: slugs('payout') })).map((payout) => [payout.slug, payout]),
  )
  const known = await knownOf(tx, slugs('private_donation'), slugs('recovery_claim'))
  const targets: Target[] = []
  for (const [at, { target_type, target_slug, amount_cents }] of parts.entries()) {
    const shared = { amount_cents, at }
    const unknown = () => invalid({ [`parts.${at}`]: 'validation.unknown_value' })
    if (target_type === 'project') {
      const project = projects.get(target_slug)
      if (!project) throw unknown()
      targets.push({ ...shared, target_type, project })
    } else if (target_type === 'private_donation') {
      if (!known.has(target_slug)) throw unknown()
      const gift = await lockGift(tx, { slug: target_slug })
      refuseOtherThan(gift, ['pledged'], 'gift_not_pledged')
      targets.push({ ...shared, target_type, gift })
    } else if (target_type === 'payout') {
      const payout = payouts.get(target_slug)
      if (!payout) throw unknown()
      if (payout.amount_cents !== amount_cents)
        throw invalid({ [`parts.${at}`]: 'bank_statements.payout_in_full' })
      targets.push({ ...shared, target_type, payout })
    } else if (target_type === 'recovery_claim') {
      if (!known.has(target_slug)) throw unknown()
      targets.push({ ...shared, target_type, claim: await lockClaim(tx, target_slug, everyCompany) })
    } else if (target_type === 'bank_account') {
      const account = await tx
        .selectFrom('bank_accounts')
        .select(['id', 'title'])
        .where('slug', '=', target_slug)
        .executeTakeFirst()
      if (!account) throw unknown()
      targets.push({ ...shared, target_type, account })
    } else if (target_type === 'provider') {
      if (!/^[a-z0-9-]{1,40}$/.test(target_slug)) throw unknown()
      targets.push({ ...shared, target_type, provider: target_slug })
    } else if (target_type === 'bank_line') {
      if (!/^[1-9]\d{0,15}$/.test(target_slug)) throw unknown()
      targets.push({ ...shared, target_type, other_line_id: Number(target_slug) })
    } else if (target_type === 'fees') targets.push({ ...shared, target_type })
    else throw unknown()
  }
  return targets
}

async function knownOf(tx: Db, donations: string[], claims: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from fundings where slug = any(${donations}::text[]) and number is not null
    union all select slug from recovery_claims where slug = any(${claims}::text[])`.execute(tx)
  return new Set(rows.map((row) => row.slug))
}

function refuseTwice(parts: readonly WantedPart[]): void {
  const seen = new Set<string>()
  parts.forEach(({ target_type, target_slug }, at) => {
    const key = `${target_type} ${target_slug}`
    if (seen.has(key)) throw invalid({ [`parts.${at}`]: 'bank_statements.target_twice' })
    seen.add(key)
  })
}

async function projectsBySlug(tx: Db, slugs: readonly string[]): Promise<Map<string, LockedProject>> {
  const { rows } = await sql<LockedProject>`
    select id, slug, title, status, is_banned from projects where slug = any(${slugs}::text[])`.execute(tx)
  const closed = rows.filter((project) => project.status === recordStatus.archived || project.is_banned)
  if (closed.length > 0)
    throw conflict('project_closed', {
      blocking: closed.map(({ slug, title, is_banned }) => ({
        slug,
        title,
        code: is_banned ? 'banned' : 'archived',
      })),
    })
  return new Map(rows.map((project) => [project.slug, project]))
}
