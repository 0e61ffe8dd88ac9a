import type { Chore } from '#server/work/jobs.ts'
import { keepRhythms } from './rhythms.ts'

const atOnce = 5000

/** Keeps which gifts come month by month a little after they came, so that few have to be looked at when somebody asks. */
export const keepRepeatedGifts: Chore = {
  name: 'private_donations.keep_rhythms',
  everyMs: 60_000,
  run: async ({ database }) => (await keepRhythms(database.db, atOnce)) === atOnce,
}
