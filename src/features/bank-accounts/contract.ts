import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { bySlug, line, UnlessKnown, Version } from '#shared/shapes.ts'
import { isBic, isIban } from '#shared/bank-details.ts'

/** One of the bank's own accounts: it pays payouts and receives gifts. */
export const BankAccount = z
  .object({
    slug: z.string(),
    title: z.string(),
    holder: z.string(),
    iban: z.string(),
    bic: z.string(),
    /** The holder's town and ISO 3166 country code; banks require both for accounts outside the EEA. */
    town: z.string(),
    country: z.string(),
    version: z.int(),
  })
  .meta({ id: 'BankAccount' })
export type BankAccount = z.infer<typeof BankAccount>

const fields = {
  title: line(200).min(1, 'validation.required'),
  holder: line(70),
  iban: line(42).refine(isIban, 'validation.iban'),
  bic: line(15).refine(
    (text) => text === '' || isBic(text.replaceAll(' ', '').toUpperCase()),
    'bank_accounts.bic_invalid',
  ),
  town: line(35),
  country: line(2).refine((text) => /^([A-Za-z]{2})?$/.test(text), 'own_accounts.country_invalid'),
}

export const bankAccounts = {
  list: route({
    method: 'GET',
    path: '/api/v4/bank-accounts/',
    shows: ['own_account'],
    access: 'view_settings',
    summary: 'List the bank’s own accounts',
    query: pagingQuery,
    response: pageOf(BankAccount),
  }),
  create: route({
    method: 'POST',
    path: '/api/v4/bank-accounts/',
    changes: ['own_account'],
    access: 'change_settings',
    summary: 'Add an account to the bank’s own accounts',
    body: z.strictObject({
      ...fields,
      holder: fields.holder.default(''),
      bic: fields.bic.default(''),
      town: fields.town.default(''),
      country: fields.country.default(''),
      unless_known: UnlessKnown,
    }),
    response: BankAccount,
    status: 201,
    location: '/api/v4/bank-accounts/{slug}/',
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/bank-accounts/:slug/',
    changes: ['own_account'],
    access: 'change_settings',
    summary: 'Change one of the bank’s own accounts; requires the version last read',
    params: bySlug,
    body: z.strictObject(fields).partial().extend({ version: Version.optional(), unless_known: UnlessKnown }),
    response: BankAccount,
    approval: 'bank_details',
  }),
}
