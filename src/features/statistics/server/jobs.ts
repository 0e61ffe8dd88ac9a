import type { Chore } from '#server/work/jobs.ts'
import { atOnce, keepGifts } from './gift-counts.ts'
import { keepOrganizationSums } from './organization-figures.ts'

/** Adds gifts and organizations' sums to the stored sets soon after booking, so that queries find few pending ones. */
export const keepGiftSets: Chore = {
  name: 'statistics.keep_gifts',
  everyMs: 120_000,
  run: async ({ database: { db } }) => {
    const gifts = await keepGifts(db)
    const sums = await keepOrganizationSums(db)
    return gifts === atOnce || sums === atOnce
  },
}
