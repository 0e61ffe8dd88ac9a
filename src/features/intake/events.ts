import { z } from 'zod'
import { AmountCents, line, paragraph } from '#shared/shapes.ts'
import { NewDonor } from '#features/private-donations/contract.ts'

const id = z.string().trim().min(1, 'validation.required').max(200)
/** Instants outside have no day with a year of four digits in Berlin, or are no event of a payment provider. */
const [earliest, latest] = ['2000-01-01', '9999-12-31'].map((day) => Date.parse(day)) as [number, number]
const at = z.iso
  .datetime({ offset: true, error: 'validation.invalid' })
  .refine((text) => Date.parse(text) >= earliest && Date.parse(text) < latest, 'validation.invalid')
const money = { amount_cents: AmountCents, currency: z.literal('EUR', 'validation.unknown_value') }
const of = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  // Drops unknown keys, because a provider may send more than we ask for.
  z.object({ id, type: z.literal(type), at, ...shape })

/** Events of a payment provider: docs/intake.md. */
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

/** Minimum of a delivery: with an id it is stored even if the rest is not understood. */
export const Identified = z.object({ id, type: z.string().max(100).catch('') })

/** The provider's reference number that the delivery is about. */
export const refOf = (event: IntakeEvent): string => (event.type === 'paid_out' ? event.payout : event.gift)
