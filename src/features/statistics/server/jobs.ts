import type { Chore } from '#server/work/jobs.ts'
import { addWaitingGifts, atOnce } from './gift-counts.ts'
import { addWaitingSums } from './organization-figures.ts'

/** Adds gifts and organizations' sums to the stored sets soon after booking, so that queries find few pending ones. */
export const updateGiftSets: Chore = {
  name: 'statistics.keep_gifts',
  everyMs: 120_000,
  run: async ({ database: { db } }) => {
    const gifts = await addWaitingGifts(db)
    const sums = await addWaitingSums(db)
    return gifts === atOnce || sums === atOnce
  },
}
