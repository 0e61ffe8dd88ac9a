import { defineList, textsUnder } from '#shared/lists/list-record.ts'

/** The kinds of accounts (product.md §4). */
export const accountKinds = [
  'psp',
  'bank',
  'claim_company',
  'claim_organization',
  'fees',
  'project',
  'payable',
  'refund',
  'suspense',
  'budget_available',
  'budget_used',
  'in_transit',
  'arrived',
] as const

export const accountList = defineList({
  table: 'ledger_accounts',
  defaultOrdering: 'code',
  columns: {
    code: { heading: 'journal.account', kind: 'text', names: 'title', ordering: 'computed' },
    kind: {
      heading: 'accounts.kind',
      kind: 'text',
      filter: { values: textsUnder('accounts.kinds.', accountKinds) },
      width: 200,
    },
    owner: { heading: 'accounts.owner', kind: 'text', width: 240, grow: true },
    balance: { heading: 'journal.balance', kind: 'EUR' },
  },
})

/** An account's sheet, oldest first as on bank statements. */
export const sheetList = defineList({
  table: 'account_sheet',
  defaultOrdering: 'business_day',
  columns: {
    number: { heading: 'journal.number', kind: 'number', names: 'title' },
    business_day: { heading: 'journal.business_day', kind: 'day', ordering: 'computed' },
    event: { heading: 'journal.event', kind: 'text', width: 200, grow: true },
    other: { heading: 'accounts.other', kind: 'text', width: 220, grow: true },
    amount: { heading: 'journal.amount', kind: 'EUR' },
    balance: { heading: 'journal.balance', kind: 'EUR' },
  },
  otherFilters: {
    date_from: { heading: 'journal.date_from', values: 'any' },
    date_to: { heading: 'journal.date_to', values: 'any' },
  },
})
