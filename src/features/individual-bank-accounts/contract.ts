import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { bySlug, line, UnlessKnown, Version } from '#shared/shapes.ts'
import { isIban } from '#shared/bank-details.ts'

/** A separate account on which a project may collect; the IBAN is masked for people who may not see it. */
export const IndividualBankAccount = z
  .object({
    slug: z.string(),
    title: z.string(),
    iban: z.string(),
    version: z.int(),
  })
  .meta({ id: 'IndividualBankAccount' })
export type IndividualBankAccount = z.infer<typeof IndividualBankAccount>

const title = line(200).min(1, 'validation.required')
const iban = line(42).refine(isIban, 'validation.iban')

export const individualBankAccounts = {
  list: route({
    method: 'GET',
    path: '/api/v4/individual-bank-accounts/',
    shows: ['individual_account', 'approval'],
    access: 'any_right',
    summary: 'List individual bank accounts, by title',
    query: pagingQuery,
    response: pageOf(IndividualBankAccount),
  }),
  create: route({
    method: 'POST',
    path: '/api/v4/individual-bank-accounts/',
    changes: ['individual_account'],
    access: 'create_settings',
    summary: 'Create an individual bank account',
    body: z.strictObject({ title, iban, unless_known: UnlessKnown }),
    response: IndividualBankAccount,
    status: 201,
    location: '/api/v4/individual-bank-accounts/{slug}/',
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/individual-bank-accounts/:slug/',
    changes: ['individual_account'],
    access: 'change_settings',
    summary: 'Change an individual bank account; requires the version last read',
    params: bySlug,
    body: z
      .strictObject({ title, iban })
      .partial()
      .extend({ version: Version.optional(), unless_known: UnlessKnown }),
    response: IndividualBankAccount,
    approval: 'bank_details',
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v4/individual-bank-accounts/:slug/',
    changes: ['individual_account'],
    access: 'delete_settings',
    summary: 'Delete an individual bank account that no project uses',
    params: bySlug,
    response: 'empty',
  }),
}
