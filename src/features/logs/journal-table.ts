import { defineList, textsUnder } from '#shared/list-record.ts'

/** The events that post, by the name their transactions carry. */
export const journalKinds = [
  'funded_internally',
  'gift_confirmed',
  'past_gift',
  'gift_reversed',
  'import_undone',
  'defunded',
  'settled',
  'payout_paid',
  'payout_arrived',
  'reversed',
  'claim_opened',
  'claim_returned',
  'claim_written_off',
  'budget_added',
  'statement_line',
  'line_matched',
  'line_sent_back',
] as const

/** The journal and the sheets count to here; beyond it days lead further. */
export const mostCounted = 10_000

/** The journal, declared once; its order is the day's and then the number's. */
export const journalList = defineList({
  table: 'journal',
  defaultOrdering: '-business_day',
  columns: {
    id: { heading: 'journal.number', kind: 'number', names: 'title' },
    business_day: { heading: 'journal.business_day', kind: 'day', ordering: 'computed' },
    kind: {
      heading: 'journal.event',
      kind: 'text',
      filter: { values: textsUnder('journal.kinds.', journalKinds) },
      grow: true,
      width: 120,
    },
    debit: { heading: 'journal.debit', kind: 'text', width: 140, grow: true },
    credit: { heading: 'journal.credit', kind: 'text', width: 140, grow: true },
    actor: { heading: 'journal.actor', kind: 'text', width: 104 },
    amount: { heading: 'journal.amount', kind: 'EUR' },
    balance: { heading: 'journal.balance', kind: 'EUR' },
  },
  otherFilters: {
    account: { heading: 'journal.account', values: 'any' },
    actor: { heading: 'journal.actor', values: 'any' },
    project: { heading: 'journal.project', values: 'any' },
    company: { heading: 'journal.company', values: 'any' },
    date_from: { heading: 'journal.date_from', values: 'any' },
    date_to: { heading: 'journal.date_to', values: 'any' },
  },
})
