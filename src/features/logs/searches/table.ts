import { defineList, textsUnder } from '#shared/lists/list-record.ts'

/** Places where people search. */
export const searchedLists = ['projects', 'organizations', 'users', 'emails', 'palette'] as const

/** The log of searches (product.md §5). */
export const searchLogList = defineList({
  table: 'searches',
  defaultOrdering: '-at',
  columns: {
    words: { heading: 'searches.words', kind: 'text', names: 'title' },
    list: {
      heading: 'searches.list',
      kind: 'text',
      filter: { values: textsUnder('searches.lists.', searchedLists) },
    },
    found: { heading: 'searches.found', kind: 'number' },
    actor: { heading: 'journal.actor', kind: 'text', width: 180 },
    at: { heading: 'logs.at', kind: 'instant', ordering: 'at' },
  },
  otherFilters: { actor: { heading: 'journal.actor', values: 'any' } },
})
