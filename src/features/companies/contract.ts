import { z } from 'zod'
import { maxAmountCents } from '#shared/money.ts'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { AmountCents, bySlug, Choice, DayShape, line, Minimal, UnlessKnown, Version } from '#shared/shapes.ts'
import { statementFormats } from './statement.ts'

/** A company's grant in cents: given, spent and available; both days inclusive. The general budget has no days. */
export const Budget = z
  .object({
    slug: z.string(),
    title: z.string(),
    funding_type: Choice.nullable(),
    valid_from: z.string().nullable(),
    valid_until: z.string().nullable(),
    is_general: z.boolean(),
    /** Relative to the business day. */
    validity: z.enum(['coming', 'valid', 'expired']),
    granted_cents: z.int(),
    used_cents: z.int(),
    available_cents: z.int(),
    version: z.int(),
  })
  .meta({ id: 'Budget' })
export type Budget = z.infer<typeof Budget>

export const DonatingCompany = z
  .object({
    slug: z.string(),
    title: z.string(),
    budget_cents: z.int(),
    available_cents: z.int(),
    budgets: z.array(Budget),
    version: z.int(),
  })
  .meta({ id: 'DonatingCompany' })
export type DonatingCompany = z.infer<typeof DonatingCompany>

/** A company with its details, in cents. `owed_cents`: pledged to projects but not yet transferred by it. */
export const CompanyDetail = DonatingCompany.extend({
  given_cents: z.int(),
  owed_cents: z.int(),
  fundings: z.int(),
  projects: z.int(),
}).meta({ id: 'CompanyDetail' })
export type CompanyDetail = z.infer<typeof CompanyDetail>

/** One month of all budgets of a company, in cents: added, net given, and the balance at its end (or today). */
export const CompanyMonth = z
  .object({
    month: z.string(),
    added_cents: z.int(),
    given_cents: z.int(),
    available_cents: z.int(),
  })
  .meta({ id: 'CompanyMonth' })
export type CompanyMonth = z.infer<typeof CompanyMonth>

const CompanyFunding = z
  .object({
    slug: z.string(),
    project: Minimal,
    budget: Minimal,
    funding_type: Choice,
    amount_cents: z.int(),
    state: z.string(),
    received_on: z.string(),
    note: z.string(),
  })
  .meta({ id: 'CompanyFunding' })

const budgetFields = {
  title: line(200).min(1, 'validation.required'),
  funding_type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], 'validation.unknown_value'),
  valid_from: DayShape.nullable(),
  valid_until: DayShape.nullable(),
}
const inOrder = (body: { valid_from?: string | null; valid_until?: string | null }) =>
  !body.valid_from || !body.valid_until || body.valid_from <= body.valid_until
const outOfOrder = { path: ['valid_until'], error: 'companies.ends_before_start' }

const title = line(200).min(1, 'validation.required')

export const companies = {
  list: route({
    method: 'GET',
    path: '/api/v4/companies/donating-companies/',
    shows: ['company', 'money'],
    access: 'any_right',
    summary: 'List donating companies with their budgets, by title',
    query: pagingQuery,
    response: pageOf(DonatingCompany),
  }),
  create: route({
    method: 'POST',
    path: '/api/v4/companies/donating-companies/',
    changes: ['company', 'money'],
    access: 'create_settings',
    summary: 'Create a donating company, optionally with a first budget',
    body: z.strictObject({
      title,
      budget_cents: z.int('validation.integer').min(0).max(maxAmountCents).optional(),
      unless_known: UnlessKnown,
    }),
    response: DonatingCompany,
    status: 201,
    location: '/api/v4/companies/donating-companies/{slug}/',
    idempotent: true,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/companies/donating-companies/:slug/',
    changes: ['company', 'money'],
    access: 'change_settings',
    summary: 'Rename a donating company or add to its budget; requires the version last read',
    params: bySlug,
    body: z
      .strictObject({ title, add_budget_cents: AmountCents })
      .partial()
      .extend({ version: Version.optional(), unless_known: UnlessKnown }),
    response: DonatingCompany,
    idempotent: true,
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/companies/donating-companies/:slug/',
    shows: ['company', 'money'],
    access: 'any_right',
    summary: 'Get a donating company with its budgets and the totals of its gifts',
    params: bySlug,
    response: CompanyDetail,
  }),
  fundings: route({
    method: 'GET',
    path: '/api/v4/companies/donating-companies/:slug/fundings/',
    shows: ['money'],
    access: 'view_projects',
    summary: 'List the gifts of a company, newest first',
    params: bySlug,
    query: pagingQuery,
    response: pageOf(CompanyFunding),
  }),
  statement: route({
    method: 'GET',
    path: '/api/v4/companies/donating-companies/:slug/statement/',
    recorded: { action: 'export', object_type: 'company' },
    access: 'export_data',
    alsoNeeds: 'view_projects',
    summary: 'Export a company’s statement of account for a period, as PDF or XLSX',
    params: bySlug,
    query: z.strictObject({
      date_from: DayShape.optional(),
      date_to: DayShape.optional(),
      format: z.enum(statementFormats).default('pdf'),
    }),
    response: 'file',
    media: [mediaTypes.pdf, mediaTypes.xlsx],
  }),
  development: route({
    method: 'GET',
    path: '/api/v4/companies/donating-companies/:slug/development/',
    shows: ['company', 'money'],
    access: 'any_right',
    summary: 'Get the development of a company’s budgets over the last twelve months, from the ledger',
    params: bySlug,
    response: z.object({ months: z.array(CompanyMonth) }),
  }),
  developmentExport: route({
    method: 'GET',
    path: '/api/v4/companies/donating-companies/:slug/development/export/',
    recorded: { action: 'export', object_type: 'company' },
    access: 'export_data',
    alsoNeeds: 'view_projects',
    summary: 'Export the development of a company’s budgets over the last twelve months as XLSX',
    params: bySlug,
    response: 'file',
  }),
  createBudget: route({
    method: 'POST',
    path: '/api/v4/companies/donating-companies/:slug/budgets/',
    changes: ['company', 'money'],
    access: 'create_settings',
    summary: 'Create a budget of a company with its own validity and funding type',
    params: bySlug,
    body: z
      .strictObject({
        title: budgetFields.title,
        funding_type: budgetFields.funding_type,
        valid_from: budgetFields.valid_from.optional(),
        valid_until: budgetFields.valid_until.optional(),
        granted_cents: AmountCents.optional(),
      })
      .refine(inOrder, outOfOrder),
    response: CompanyDetail,
    status: 201,
    location: '/api/v4/companies/donating-companies/{slug}/',
    idempotent: true,
  }),
  changeBudget: route({
    method: 'PATCH',
    path: '/api/v4/companies/donating-companies/:slug/budgets/:budget/',
    changes: ['company', 'money'],
    access: 'change_settings',
    summary: 'Change a budget or top it up; requires the version last read',
    params: bySlug.extend({ budget: z.string().max(200) }),
    body: z
      .strictObject({ ...budgetFields, add_cents: AmountCents })
      .partial()
      .extend({ version: Version.optional() })
      .refine(inOrder, outOfOrder),
    response: CompanyDetail,
    idempotent: true,
  }),
}
