import type { Catalogue } from '#shared/messages.ts'
import type { FirstPages } from './page/first-page.ts'
import type { AnyJob, Chore } from './work/jobs.ts'
import type { LongWork } from './work/long-work.ts'
import type { Implemented } from './routes/implement.ts'

/** A feature's contribution to the server. */
export type Feature = { routes: Implemented[]; jobs?: AnyJob[]; chores?: Chore[]; longWork?: LongWork[] }

/** The input of the platform: all features, all texts, and the answers that pages embed. */
export type Product = { features: Feature[]; texts: Catalogue; firstPages: FirstPages }
