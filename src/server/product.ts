import type { Catalogue } from '#shared/messages.ts'
import type { FirstPages } from './page/first-page.ts'
import type { AnyJob, Chore } from './work/jobs.ts'
import type { LongWork } from './work/long-work.ts'
import type { Implemented } from './routes/implement.ts'

/** What a feature brings to the server. */
export type Feature = { routes: Implemented[]; jobs?: AnyJob[]; chores?: Chore[]; longWork?: LongWork[] }

/** What the platform is handed to serve: every feature, every text they say, and what pages need at once. */
export type Product = { features: Feature[]; texts: Catalogue; firstPages: FirstPages }
