import type { z } from 'zod'
import { type CompanyScope, scopeOf, scopeOfCompany } from '#server/auth/company-scope.ts'
import type { User } from '#server/auth/session.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import type { Context } from '#server/routes/implement.ts'
import { text } from '#server/base/texts.ts'
import { addDays } from '#shared/dates.ts'
import { isSameName } from '#shared/normalize.ts'
import { internalGifts, postDefunding } from '#features/ledger/server/defund.ts'
import { createTasks } from '#features/tasks/server/change.ts'
import type { funding } from '../contract.ts'
import { companyOf } from './budgets.ts'
import { claimTaskDays } from '../rules.ts'

type DefundContext = Pick<
  Context<typeof funding.defund>,
  'db' | 'auditContext' | 'today' | 'now' | 'user' | 'services' | 'locale'
>

/**
 * Cancels all internal fundings of one project, or those of one company; a company user cancels only their own
 * company's. The project's title confirms it. Paid-out money becomes claims, with a reminder task for the person who
 * did it.
 */
export async function defundInternally(doing: DefundContext, body: z.output<typeof funding.defund.body>) {
  const { db: tx, auditContext, today } = doing
  const project = await tx
    .selectFrom('projects')
    .select(['id', 'title', 'organization_id'])
    .where('slug', '=', body.project_slug)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project) throw invalid({ project_slug: 'funding.unknown_project' })
  if (!isSameName(body.confirm_title, project.title))
    throw invalid({ confirm_title: 'projects.confirm_title_differs' })
  const { claims, ...done } = await postDefunding(tx, auditContext, {
    project,
    reason: body.reason,
    business_day: today,
    acknowledged: body.acknowledge_marked_payments,
    scope: await scopeOfDefunding(tx, doing.user, body.company_slug),
    expected: body.expected_fundings,
    expectedPaid: body.expected_paid,
  })
  if (claims.length > 0) await remind(doing, project.id, claims)
  return done
}

/** The scope of a defunding: the company it names, or all companies of the person. */
export async function scopeOfDefunding(
  db: Db,
  user: User,
  company_slug: string | undefined,
): Promise<CompanyScope> {
  if (company_slug === undefined) return scopeOf(user)
  return scopeOfCompany(await companyOf(db, user, company_slug, 'company_slug'))
}

// More people read tasks than claims, so the task contains neither amount nor reason.
async function remind(doing: DefundContext, project: number, claims: readonly number[]): Promise<void> {
  const { db: tx, user, today, locale } = doing
  const [task] = await createTasks(tx, doing, { type: 'project', id: project }, [
    {
      title: text(locale, 'claims.task_title'),
      description: text(locale, 'claims.task_text'),
      scheduled_for: addDays(today, claimTaskDays),
      users: (await isStaff(tx, user.id)) ? [user.id] : [],
      send_completed_mail: false,
      repeat: 'none',
    },
  ])
  await tx.updateTable('recovery_claims').set({ reminder_id: task!.id }).where('id', 'in', claims).execute()
}

// Only staff can be assigned.
async function isStaff(db: Db, userId: number): Promise<boolean> {
  const { user_type } = await db
    .selectFrom('users')
    .select('user_type')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user_type === 'staff'
}

/** The effect of defunding a project per company in scope, by name; empty without standing internal fundings. */
export async function previewDefunding(db: Db, slug: string, scope: CompanyScope) {
  const project = await db
    .selectFrom('projects')
    .select(['id', 'slug', 'title'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!project) throw invalid({ project_slug: 'funding.unknown_project' })
  const gifts = await internalGifts(db, project.id, scope)
  const companies = await db.selectFrom('companies').select(['id', 'slug', 'title']).execute()
  const byCompany = Map.groupBy(gifts, (gift) => gift.company_id)
  const results = companies
    .filter(({ id }) => byCompany.has(id))
    .map(({ id, ...company }) => {
      const cents = (state: (typeof gifts)[number]['state']) =>
        byCompany.get(id)!.reduce((sum, gift) => sum + (gift.state === state ? gift.amount_cents : 0), 0)
      return {
        company,
        unsettled_cents: cents('confirmed'),
        settled_cents: cents('settled'),
        paid_cents: cents('paid_out'),
      }
    })
    .sort((a, b) => a.company.title.localeCompare(b.company.title, 'de'))
  return { project: { slug: project.slug, title: project.title }, results }
}
