import { z } from 'zod'
import { maxAmountCents } from '#shared/money.ts'
import { pageOf, pagingQuery } from '#shared/list.ts'
import { route } from '#shared/route.ts'
import { AmountCents, bySlug, line, UnlessKnown, Version } from '#shared/shapes.ts'

/** A company that gives from a budget. Cents: all it was given to spend, and what is left of it. */
export const DonatingCompany = z
  .object({
    slug: z.string(),
    title: z.string(),
    budget_cents: z.int(),
    available_cents: z.int(),
    version: z.int(),
  })
  .meta({ id: 'DonatingCompany' })
export type DonatingCompany = z.infer<typeof DonatingCompany>

const title = line(200).min(1, 'validation.required')

export const companies = {
  list: route({
    method: 'GET',
    path: '/api/v4/companies/donating-companies/',
    access: 'any_right',
    summary: 'Donating companies with their budgets, by title',
    query: pagingQuery,
    response: pageOf(DonatingCompany),
  }),
  create: route({
    method: 'POST',
    path: '/api/v4/companies/donating-companies/',
    access: 'create_settings',
    summary: 'Create a donating company, with a first budget if it has one',
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
    access: 'change_settings',
    summary: 'Rename a donating company, or add to its budget; takes the version it was read with',
    params: bySlug,
    body: z
      .strictObject({ title, add_budget_cents: AmountCents })
      .partial()
      .extend({ version: Version.optional(), unless_known: UnlessKnown }),
    response: DonatingCompany,
    idempotent: true,
  }),
}
