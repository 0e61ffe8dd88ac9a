import { invalidate } from '#web/api.ts'

/** Refreshes everything that shows private donations or a project's money. */
export function donationsChanged(): Promise<void> {
  return invalidate(
    'GET /api/v4/private-donations/',
    'GET /api/v4/donors/duplicates/',
    'GET /api/v4/projects/',
    'GET /api/v4/project/:slug/',
    'GET /api/v4/project/:slug/money/',
  )
}
