import { z } from 'zod'
import { AmountCents, line, paragraph } from '#shared/shapes.ts'
import { NewDonor } from '#features/private-donations/contract.ts'

const id = z.string().trim().min(1, 'validation.required').max(200)
const at = z.iso.datetime({ offset: true, error: 'validation.invalid' })
const money = { amount_cents: AmountCents, currency: z.literal('EUR', 'validation.unknown_value') }
const of = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  // Keys that are not known are left out: a provider may tell more than we ask for.
  z.object({ id, type: z.literal(type), at, ...shape })

/** What a payment provider tells of: docs/intake.md. */
export const IntakeEvent = z
  .discriminatedUnion(
    'type',
    [
      of('pledged', {
        gift: id,
        project_slug: z.string().min(1, 'validation.required').max(200),
        ...money,
        donor: z.object(NewDonor.shape).optional(),
        note: paragraph(2000).default(''),
      }),
      of('confirmed', { gift: id, ...money }),
      of('failed', { gift: id, reason: line(500).default('') }),
      of('refunded', { gift: id, ...money, reason: line(500).default('') }),
      of('charged_back', { gift: id, ...money, reason: line(500).default('') }),
      of('paid_out', {
        payout: id,
        ...money,
        amount_cents: z.int('validation.integer').min(0).max(AmountCents.maxValue!),
        fee_cents: z.int('validation.integer').min(0).max(AmountCents.maxValue!).default(0),
      }),
    ],
    'validation.unknown_value',
  )
  .meta({ id: 'IntakeEvent' })
export type IntakeEvent = z.infer<typeof IntakeEvent>

/** The least a delivery says: with an id it is kept, even when nothing else of it is understood. */
export const Identified = z.object({ id, type: z.string().max(100).catch('') })

/** What the delivery is about, in the provider's numbers. */
export const refOf = (event: IntakeEvent): string => (event.type === 'paid_out' ? event.payout : event.gift)
