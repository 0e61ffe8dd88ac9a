import { z } from 'zod'
import { isDay } from './dates.ts'
import { isEmail, longestEmail, normalEmail } from './email.ts'
import { maxAmountCents } from './money.ts'
import { normalizeLine, normalizeParagraph } from './normalize.ts'

/** A whole number in an address: digits only, because a coercion would accept `0x10`, `1e3` and ` 7` too. */
export const wholeNumber = (minimum: number, maximum: number, message?: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && !/^-?\d{1,16}$/.test(value) ? Number.NaN : value),
    z.coerce
      .number(message ?? 'validation.integer')
      .int(message ?? 'validation.integer')
      .min(minimum, message)
      .max(maximum, message),
  )

/** `{id}` in a path. */
export const byId = z.object({ id: wholeNumber(1, Number.MAX_SAFE_INTEGER) })

/** `{slug}` in a path. */
export const bySlug = z.object({ slug: z.string().min(1).max(200) })

/** A number with its display text (spec §3). */
export const Choice = z.object({ choice: z.int().nullable(), display: z.string() })

/** A calendar day, `YYYY-MM-DD`. */
export const DayShape = z.string().refine(isDay, 'validation.day_on_the_wire').meta({ format: 'date' })

/** The format of `toISOString`; parsing each instant of a list again cost as much as all other checks of its rows. */
const asWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const inIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/
const isInstant = (at: unknown) =>
  typeof at === 'string'
    ? asWritten.test(at) || (inIso.test(at) && !Number.isNaN(Date.parse(at)))
    : at instanceof Date && !Number.isNaN(at.getTime())

/** An instant on the wire: UTC, ISO 8601. */
export const Instant = z
  .custom<Date | string>(isInstant)
  .transform((at) => (typeof at === 'string' && asWritten.test(at) ? at : new Date(at).toISOString()))
  .meta({ type: 'string', format: 'date-time' })

/** A positive amount in EUR cents. */
export const AmountCents = z.int('validation.integer').min(1).max(maxAmountCents)

/** The row's version an edit is based on; a stale one is 409 `edit_conflict`. */
export const Version = z.int('validation.integer').min(1).max(2_147_483_647)

/** Asks for a refusal (409 `already_known`) when the same name or IBAN already exists. */
export const UnlessKnown = z.boolean('validation.invalid').optional()

/** A one-line text, normalized. */
export const line = (maximum: number) =>
  z
    .string()
    .trim()
    .refine((text) => !/[\r\n]/.test(text), 'validation.invalid')
    .overwrite(normalizeLine)
    .max(maximum)

/** An e-mail address by the common rule (email.ts), in its stored form. */
export const EmailAddress = z
  .string()
  .trim()
  .refine(isEmail, 'validation.email')
  .overwrite(normalEmail)
  .max(longestEmail)
  .meta({ format: 'email' })

/** A longer text, normalized; line breaks allowed. */
export const paragraph = (maximum = 20_000) => z.string().overwrite(normalizeParagraph).max(maximum)

export const Minimal = z.object({ slug: z.string(), title: z.string() })

/**
 * Query of a minimal list: all by default, or the first `limit` that contain `search`; optionally without archived
 * ones.
 */
export const minimalQuery = z.strictObject({
  search: z.string().max(200).default(''),
  exclude_status: z.enum(['archived']).optional(),
  limit: wholeNumber(1, 1000).optional(),
})

/** Title and escaped HTML for the info modal (product.md §2). */
export const Info = z.object({ title: z.string(), html: z.string() })

/** The slugs of a bulk action, each once. */
export const slugList = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(1000)
  .transform((slugs) => [...new Set(slugs)])
