import type { Catalogue } from '#shared/messages.ts'
import type { FirstPages } from '#server/first-page.ts'
import type { AnyJob, Chore } from '#server/jobs.ts'
import type { LongWork } from '#server/orphans.ts'
import type { Implemented } from '#server/routes.ts'

/** What a feature brings to the server. */
export type Feature = { routes: Implemented[]; jobs?: AnyJob[]; chores?: Chore[]; longWork?: LongWork[] }

/** What the platform is handed to serve: every feature, every text they say, and what pages need at once. */
export type Product = { features: Feature[]; texts: Catalogue; firstPages: FirstPages }
