import { z } from 'zod'

// The rules of 360-giving-schema.json and 360-giving-package-schema.json in the standard's first version (1.0, JSON
// Schema draft 04), for the fields of an export; later versions add fields and allow grants to persons. Stricter than
// those: no other key, no empty text, and strict objects.

/** `YYYY-MM-DD`, or a full date-time. */
const dateOrTime = z.union([
  z.string().regex(/^[0-9]{4}-(0[1-9]|1[012])-(0[1-9]|[12][0-9]|3[01])$/),
  z.iso.datetime({ offset: true }),
])
const filledText = z.string().min(1)

const Organization = z.strictObject({
  id: z.string().regex(/^(360G-[A-Za-z0-9_]+(-\S+)?|[A-Z]{2,3}-[A-Z0-9_]+-\S+)$/),
  name: filledText,
  charityNumber: filledText.optional(),
  streetAddress: filledText.optional(),
  postalCode: filledText.optional(),
  addressLocality: filledText.optional(),
})

const Grant = z.strictObject({
  id: z.string().regex(/^360G-[A-Za-z0-9_]+-\S+$/),
  title: filledText,
  description: filledText,
  currency: z.literal('EUR'),
  amountAwarded: z.number().positive(),
  awardDate: dateOrTime,
  plannedDates: z
    .array(z.strictObject({ startDate: dateOrTime.optional(), endDate: dateOrTime.optional() }))
    .optional(),
  recipientOrganization: z.array(Organization).min(1),
  fundingOrganization: z.array(Organization).min(1),
  dateModified: z.iso.datetime({ offset: true }),
})

/** A valid file of grants. */
export const GrantsPackage = z.strictObject({ grants: z.array(Grant) }).superRefine(({ grants }, context) => {
  const ids = new Set<string>()
  for (const { id } of grants) {
    if (ids.has(id)) context.addIssue({ code: 'custom', message: `${id} is there twice` })
    ids.add(id)
  }
})
