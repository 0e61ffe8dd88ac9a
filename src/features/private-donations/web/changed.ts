import { invalidate } from '#web/api.ts'

/** Everything that shows private donations or what a project has loads again. */
export function donationsChanged(): Promise<void> {
  return invalidate(
    'GET /api/v4/private-donations/',
    'GET /api/v4/donors/duplicates/',
    'GET /api/v4/projects/',
    'GET /api/v4/project/:slug/',
    'GET /api/v4/project/:slug/money/',
  )
}
