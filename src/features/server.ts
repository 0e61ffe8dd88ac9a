import type { Implemented } from '#server/routes.ts'
import { limitRoutes } from '#features/limits/server/routes.ts'
import { organizationRoutes } from '#features/organizations/server/routes.ts'
import { projectRoutes } from '#features/projects/server/routes.ts'
import { sessionRoutes } from '#features/session/server/routes.ts'

/** What a feature brings to the server. */
export type Feature = { routes: Implemented[] }

/** Every feature of the product, one line each. */
export const features: Feature[] = [
  { routes: sessionRoutes },
  { routes: projectRoutes },
  { routes: organizationRoutes },
  { routes: limitRoutes },
]
