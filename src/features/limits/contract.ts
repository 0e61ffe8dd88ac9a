import { z } from 'zod'
import { route } from '#shared/route.ts'
import { DayShape } from '#shared/shapes.ts'
import { limitKeys } from './rules.ts'

export const Limit = z
  .object({ key: z.enum(limitKeys), valid_from: z.string(), value: z.int() })
  .meta({ id: 'Limit' })

/** One limit: today's value and all past and planned values, newest first. */
const LimitWithHistory = z.object({
  key: z.enum(limitKeys),
  title: z.string(),
  value: z.int(),
  values: z.array(z.object({ valid_from: z.string(), value: z.int() })),
})

export const limits = {
  list: route({
    method: 'GET',
    path: '/api/v4/settings/limits/',
    shows: ['limit'],
    access: 'view_settings',
    summary: 'List limits and periods with their current, past and planned values',
    response: z.object({ results: z.array(LimitWithHistory) }),
  }),
  set: route({
    method: 'POST',
    path: '/api/v4/settings/limits/',
    changes: ['limit'],
    access: 'change_settings',
    summary: 'Set a limit from today or a later day; earlier values stay unchanged',
    body: z.strictObject({
      key: z.enum(limitKeys, 'validation.unknown_value'),
      valid_from: DayShape,
      value: z.int('validation.integer').min(1).max(1200),
    }),
    response: Limit,
    status: 201,
  }),
}
