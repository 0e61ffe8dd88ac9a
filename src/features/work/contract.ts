import { z } from 'zod'
import { route } from '#shared/route.ts'
import { Instant } from '#shared/shapes.ts'
import { workKinds, workStates } from '#shared/work.ts'

export const Work = z
  .object({
    kind: z.enum(workKinds),
    id: z.int(),
    /** A file's name, or the key of the bulk act. */
    about: z.string(),
    state: z.enum(workStates),
    done: z.int(),
    /** Null while the total is unknown. */
    total: z.int().nullable(),
    /** True where a call can stop it now. */
    can_stop: z.boolean(),
    asked_at: Instant,
  })
  .meta({ id: 'Work' })
export type Work = z.infer<typeof Work>

export const ownWork = {
  list: route({
    method: 'GET',
    path: '/api/v4/work/',
    shows: 'anything',
    access: 'signed_in',
    summary:
      'List the caller’s long work of the last day with its progress or outcome: running first, then newest, at most twenty',
    response: z.object({ results: z.array(Work) }),
  }),
}
