import type { AnyJob, Chore } from '#server/jobs.ts'
import type { Implemented } from '#server/routes.ts'
import { limitRoutes } from '#features/limits/server/routes.ts'
import { organizationRoutes } from '#features/organizations/server/routes.ts'
import { projectRoutes } from '#features/projects/server/routes.ts'
import { sessionRoutes } from '#features/session/server/routes.ts'

/** What a feature brings to the server. */
export type Feature = { routes: Implemented[]; jobs?: AnyJob[]; chores?: Chore[] }

/** Every feature of the product, one line each. */
export const features: Feature[] = [
  { routes: sessionRoutes },
  { routes: projectRoutes },
  { routes: organizationRoutes },
  { routes: limitRoutes },
]

/** Everything the worker has to do. */
export const work = {
  jobs: features.flatMap((feature) => feature.jobs ?? []),
  chores: features.flatMap((feature) => feature.chores ?? []),
}
