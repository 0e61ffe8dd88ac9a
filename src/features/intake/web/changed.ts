import { invalidate } from '#web/api.ts'

/** Refreshes everything that shows deliveries or their bookings. */
export function deliveriesChanged(): Promise<void> {
  return invalidate(
    'GET /api/v4/intake-deliveries/',
    'GET /api/v4/private-donations/',
    'GET /api/v4/projects/',
    'GET /api/v4/project/:slug/',
    'GET /api/v4/project/:slug/money/',
  )
}
