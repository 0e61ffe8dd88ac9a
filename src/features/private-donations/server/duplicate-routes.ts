import { implement } from '#server/routes/implement.ts'
import { donorDuplicates } from '../duplicates-contract.ts'
import { getPair, listPairs } from './duplicates.ts'
import { lockPair, markAsDifferent, mergeDonors, undoMerge } from './merge-donors.ts'

export const donorDuplicateRoutes = implement(donorDuplicates, {
  list: ({ reader, query, user, locale }) => listPairs(reader, query, { user, locale }),

  merge: async ({ db, params, body, user, locale, auditContext }) => {
    await mergeDonors(db, auditContext, await lockPair(db, params.id), body)
    return getPair(db, params.id, { user, locale })
  },

  apart: async ({ db, params, user, locale, auditContext }) => {
    await markAsDifferent(db, auditContext, await lockPair(db, params.id))
    return getPair(db, params.id, { user, locale })
  },

  undo: async ({ db, params, user, locale, auditContext }) => {
    await undoMerge(db, auditContext, await lockPair(db, params.id))
    return getPair(db, params.id, { user, locale })
  },
})
