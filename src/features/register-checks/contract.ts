import { z } from 'zod'
import { isIban, normalIban } from '#shared/bank-details.ts'
import { route } from '#shared/route.ts'
import { bySlug, DayShape, Instant, line, paragraph } from '#shared/shapes.ts'
import { registerWarnings } from './rules.ts'

/** An economic identification number as the federal tax office issues it: `DE123456789-00001`. */
const EconomicId = line(20)
  .toUpperCase()
  .refine((text) => text === '' || /^DE\d{9}-\d{5}$/.test(text), 'register_checks.economic_id_invalid')
const mostAccounts = 20

/** An entry read on a day in the register of recipients of donations. */
export const RegisterCheck = z
  .object({
    checked_on: z.string(),
    is_listed: z.boolean(),
    /** The day of the last notice that the register names. */
    notice_day: z.string().nullable(),
    ibans: z.array(z.string()),
    economic_id: z.string(),
    note: z.string(),
    created_by: z.string(),
    created_at: Instant,
  })
  .meta({ id: 'RegisterCheck' })
export type RegisterCheck = z.infer<typeof RegisterCheck>

/** An organization's state in the register, newest check first. */
export const RegisterChecks = z
  .object({
    warnings: z.array(z.enum(registerWarnings)),
    /** From this day on the entry is to be checked again; null before the first check. */
    due_on: z.string().nullable(),
    checks: z.array(RegisterCheck),
    /** Our record, with which the entry is compared. */
    ours: z.object({ notice_day: z.string().nullable(), iban: z.string() }),
  })
  .meta({ id: 'RegisterChecks' })
export type RegisterChecks = z.infer<typeof RegisterChecks>

const path = '/api/v4/organization/:slug/register-checks/' as const
const access = 'change_organizations'

export const registerChecks = {
  read: route({
    method: 'GET',
    path,
    shows: ['register_check'],
    access,
    summary:
      'List an organization’s checks in the register of donation recipients (§ 60b AO), and what differs from our record',
    params: bySlug,
    response: RegisterChecks,
  }),
  record: route({
    method: 'POST',
    path,
    changes: ['register_check'],
    access,
    summary: 'Record an organization’s register entry on a day; the next check is due a year later',
    params: bySlug,
    body: z
      .strictObject({
        checked_on: DayShape,
        is_listed: z.boolean(),
        notice_day: DayShape.nullable().default(null),
        ibans: z
          .array(
            line(42).min(1, 'validation.required').refine(isIban, 'validation.iban').transform(normalIban),
          )
          .max(mostAccounts)
          .default([]),
        economic_id: EconomicId.default(''),
        note: paragraph(1000).default(''),
      })
      .refine(
        ({ is_listed, notice_day, ibans }) => is_listed || (notice_day === null && ibans.length === 0),
        {
          message: 'register_checks.not_listed_says_nothing',
          path: ['is_listed'],
        },
      ),
    response: RegisterChecks,
  }),
}
