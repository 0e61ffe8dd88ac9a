import { z } from 'zod'
import { route } from '#shared/route.ts'
import { Version } from '#shared/shapes.ts'

const offers = {
  enableDonations: z.boolean(),
  enableSponsoring: z.boolean(),
  enableFoundation: z.boolean(),
  enableGewinnsparen: z.boolean(),
}

/** Which funding types the platform offers (spec §3). */
export const PlatformFeatures = z.object({ ...offers, version: z.int() }).meta({ id: 'PlatformFeatures' })
export type PlatformFeatures = z.infer<typeof PlatformFeatures>

export const platformFeatures = {
  read: route({
    method: 'GET',
    path: '/api/v4/platform-features/1/',
    access: 'signed_in',
    summary: 'Which funding types the platform offers',
    response: PlatformFeatures,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/platform-features/1/',
    access: 'change_settings',
    summary: 'Switch funding types on or off; what exists already stays',
    body: z.strictObject(offers).partial().extend({ version: Version.optional() }),
    response: PlatformFeatures,
  }),
}
