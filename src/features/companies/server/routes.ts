import { audit, auditOf, differences } from '#server/audit/audit.ts'
import { conflict } from '#server/base/errors.ts'
import { refuseDuplicates } from '#server/search/refuse-duplicates.ts'
import { implement } from '#server/routes/implement.ts'
import { freeSlug } from '#server/db/free-slug.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { companies } from '../contract.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import { changeBudget, createBudget } from './budgets.ts'
import { developmentOf, developmentReply } from './development.ts'
import {
  type Company,
  companyDetail,
  fundingsOfCompany,
  getCompany,
  listCompanies,
  lockCompany,
} from './queries.ts'
import { statementReply } from './statement.ts'

export const companyRoutes = implement(companies, {
  list: ({ db, query, ...asked }) => listCompanies(db, query, asked),

  create: async (context) => {
    const { db, body, user, now, today, auditContext } = context
    const { title, budget_cents = 0 } = body
    if (body.unless_known) await refuseDuplicates(db, 'companies', { title })
    const slug = await freeSlug(db, 'companies', title)
    const { id } = await db
      .insertInto('companies')
      .values({ slug, title, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const audit_event_id = await audit(db, auditContext, {
      action: 'create',
      ...auditOf('company', { id, title }),
      after: { title, budget_cents },
    })
    const grant = {
      amount_cents: budget_cents,
      business_day: today,
      created_by: user.id,
      now,
      audit_event_id,
    }
    if (budget_cents > 0) await postBudgetGrant(db, { company_id: id, ...grant })
    return withoutId(await getCompany(db, slug, context))
  },

  change: async (context) => {
    const { db, params, body, user, now, today, auditContext } = context
    const row = await lockCompany(db, params.slug, context)
    if (versionOf(context) !== row.version) throw conflict('edit_conflict', { current: withoutId(row) })
    const { title = row.title, add_budget_cents } = body
    if (title === row.title && add_budget_cents === undefined) return withoutId(row)
    if (body.unless_known && title !== row.title)
      await refuseDuplicates(db, 'companies', { title, except: row.id })
    await db
      .updateTable('companies')
      .set({ title, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute()
    const audit_event_id = await audit(db, auditContext, {
      action: 'change',
      ...auditOf('company', { id: row.id, title }),
      ...differences(
        { title: row.title, budget_cents: row.budget_cents },
        { title, budget_cents: row.budget_cents + (add_budget_cents ?? 0) },
      ),
    })
    if (add_budget_cents !== undefined) {
      const grant = { amount_cents: add_budget_cents, business_day: today, created_by: user.id, now }
      await postBudgetGrant(db, { company_id: row.id, ...grant, audit_event_id })
    }
    return withoutId(await getCompany(db, params.slug, context))
  },

  read: ({ reader, params, ...asked }) => companyDetail(reader, params.slug, asked),

  fundings: async (context) => {
    const { id } = await getCompany(context.reader, context.params.slug, context)
    return fundingsOfCompany(context.reader, id, context.query, context.locale)
  },

  statement: async (context) => {
    const company = await getCompany(context.reader, context.params.slug, context)
    return statementReply(context.reader, company, context.query, context)
  },

  development: async (context) => {
    const { id } = await getCompany(context.reader, context.params.slug, context)
    return { months: await developmentOf(context.reader, id, context.today) }
  },

  developmentExport: async (context) => {
    const company = await getCompany(context.reader, context.params.slug, context)
    return developmentReply(context.reader, company, context)
  },

  createBudget: async (context) => {
    const { db, params, body, today, auditContext } = context
    const company = await lockCompany(db, params.slug, context)
    await createBudget(db, auditContext, company, body, today)
    return companyDetail(db, params.slug, context)
  },

  changeBudget: async (context) => {
    const { db, params, body, today, auditContext } = context
    const company = await lockCompany(db, params.slug, context)
    const { version: _, ...change } = body
    const current = () => companyDetail(db, params.slug, context)
    await changeBudget(db, auditContext, company, params.budget, versionOf(context), {
      change,
      today,
      current,
    })
    return current()
  },
})

function withoutId(row: Company) {
  const { id: _, ...company } = row
  return company
}
