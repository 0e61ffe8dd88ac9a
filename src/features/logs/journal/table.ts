import { defineList, textsUnder } from '#shared/lists/list-record.ts'
import { eventKinds } from '#features/ledger/event-kinds.ts'

/** Journal and sheets count up to this number of rows; filters by day reach the others. */
export const mostCounted = 10_000

/** The journal, ordered by day and then by number. */
export const journalList = defineList({
  table: 'journal',
  defaultOrdering: '-business_day',
  columns: {
    id: { heading: 'journal.number', kind: 'number', names: 'title' },
    business_day: { heading: 'journal.business_day', kind: 'day', ordering: 'computed' },
    kind: {
      heading: 'journal.event',
      kind: 'text',
      filter: { values: textsUnder('journal.kinds.', eventKinds) },
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
