import { showDay } from '#shared/dates.ts'
import { because, type Effect } from '#server/routes/assessment.ts'
import { isCompanyUser, scopeOf } from '#server/auth/company-scope.ts'
import type { Assess } from '#server/routes/implement.ts'
import { internalGifts } from '#features/ledger/server/defund.ts'
import { lockClaim } from '#features/ledger/server/claims.ts'
import type { funding, recoveryClaims } from '../contract.ts'
import { companyOf } from './budgets.ts'
import { scopeOfDefunding } from './defund.ts'
import { lockCandidate } from './projects.ts'

/** Shows a second person a funding. One person's fundings of the same project on one day count together. */
export const assessFunding: Assess<typeof funding.fund> = async ({ db, user, body, today }) => {
  const day = body.business_day ?? today
  const project = await lockCandidate(db, body.project_slug, day)
  const company = await companyOf(db, user, body.company_slug, 'company_slug')
  const { amount_cents, note } = body
  const { slug, title } = project
  const effects: Effect[] = [
    {
      key: 'approvals.effects.fund',
      values: { amount: { cents: amount_cents }, company: company.title, project: title, day: showDay(day) },
    },
  ]
  if (note) effects.push({ key: 'approvals.effects.note', values: { note } })
  return {
    amount_cents,
    about: { type: 'project', slug, title },
    targets: [`project:${project.id}`],
    together: `project:${project.id}`,
    company_id: company.id,
    effects,
    // Keeps the intended day instead of the day of the approval.
    body: { ...body, business_day: day },
  }
}

/** Shows a second person a defunding: the sums that return to budgets and those that become claims. */
export const assessDefunding: Assess<typeof funding.defund> = async ({ db, user, body }) => {
  const project = await db
    .selectFrom('projects')
    .select(['id', 'slug', 'title'])
    .where('slug', '=', body.project_slug)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project) return undefined
  const scope = await scopeOfDefunding(db, user, body.company_slug)
  const gifts = await internalGifts(db, project.id, scope)
  const companies = new Set(gifts.map((gift) => gift.company_id))
  const sum = (paid: boolean) =>
    gifts.reduce((cents, gift) => cents + ((gift.state === 'paid_out') === paid ? gift.amount_cents : 0), 0)
  const { slug, title } = project
  return {
    amount_cents: sum(false) + sum(true),
    about: { type: 'project', slug, title },
    targets: [`project:${project.id}`],
    // A user of one company decides only on that company's money.
    company_id: companies.size === 1 ? [...companies][0]! : null,
    effects: [
      {
        key: 'approvals.effects.defund',
        values: { project: title, back: { cents: sum(false) }, claimed: { cents: sum(true) } },
      },
      because(body.reason),
    ],
    // The approval covers exactly the gifts that were shown; other companies' gifts and later ones stay. A gift paid
    // meanwhile would become a claim instead of a reversal.
    body: {
      ...body,
      ...(isCompanyUser(user) && { company_slug: gifts[0]?.company_slug }),
      expected_fundings: gifts.map((gift) => gift.slug),
      expected_paid: gifts.filter((gift) => gift.state === 'paid_out').map((gift) => gift.slug),
    },
  }
}

export const assessWriteOff: Assess<typeof recoveryClaims.writeOff> = async ({ db, user, params, body }) => {
  const claim = await lockClaim(db, params.slug, scopeOf(user))
  const amount_cents = claim.amount_cents - claim.returned_cents - claim.written_off_cents
  return {
    amount_cents,
    about: { type: 'recovery_claim', slug: claim.slug, title: claim.project_title },
    targets: [`recovery_claim:${claim.id}`],
    company_id: claim.company_id,
    effects: [
      {
        key: 'approvals.effects.write_off',
        values: { project: claim.project_title, amount: { cents: amount_cents } },
      },
      because(body.reason),
    ],
  }
}
