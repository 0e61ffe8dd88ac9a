import type { Chore } from '#server/work/jobs.ts'
import { updateRhythms } from './rhythms.ts'

const atOnce = 5000

/** Computes monthly gifts soon after they are recorded, so that queries find few unprocessed ones. */
export const updateRepeatedGifts: Chore = {
  name: 'private_donations.keep_rhythms',
  everyMs: 60_000,
  run: async ({ database }) => (await updateRhythms(database.db, atOnce)) === atOnce,
}
