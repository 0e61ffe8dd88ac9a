import type { Catalogue } from '#shared/messages.ts'
import type { AnyJob, Chore } from '#server/jobs.ts'
import type { Implemented } from '#server/routes.ts'

/** What a feature brings to the server. */
export type Feature = { routes: Implemented[]; jobs?: AnyJob[]; chores?: Chore[] }

/** What the platform is handed to serve: every feature, and every text they say. */
export type Product = { features: Feature[]; texts: Catalogue }
