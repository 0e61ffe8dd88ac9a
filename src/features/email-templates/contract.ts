import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { defaultLocale, locales } from '#shared/messages.ts'
import { route } from '#shared/route.ts'
import { Instant, line, paragraph } from '#shared/shapes.ts'

const inEveryLanguage = z.object({ en_US: z.string(), du_DE: z.string(), sie_DE: z.string() })

/** A template: what it says in each language, and the variables it may use. */
export const EmailTemplate = z
  .object({
    key: z.string(),
    title: z.string(),
    subject: inEveryLanguage,
    body: inEveryLanguage,
    /** Languages in which staff have replaced the default. */
    changed_languages: z.array(z.enum(locales)),
    /** Languages in which that wording would show a secret: it is stored, but the default is sent. */
    set_aside_languages: z.array(z.enum(locales)),
    /** Languages not reviewed since another one was changed. */
    not_adapted_languages: z.array(z.enum(locales)),
    variables: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['text', 'day', 'link']),
        required: z.boolean(),
        /** Opens an account: only as one whole link in the body. */
        secret: z.boolean(),
        meaning: z.string(),
        /** Label of its chips. */
        label: z.string(),
      }),
    ),
    version: z.int(),
    updated_at: Instant.nullable(),
  })
  .meta({ id: 'EmailTemplate' })
export type EmailTemplate = z.infer<typeof EmailTemplate>

const byKey = z.object({ key: z.string().min(1).max(100) })
const version = z.int('validation.integer').min(0).max(2_147_483_647)
const Subject = line(300).min(1)
const Body = paragraph(20_000).min(1)
const perLanguage = <T extends z.ZodType>(shape: T) =>
  z.strictObject({ en_US: shape.optional(), du_DE: shape.optional(), sie_DE: shape.optional() })
const language = z.enum(locales, 'validation.unknown_value').default(defaultLocale)

export const emailTemplates = {
  list: route({
    method: 'GET',
    path: '/api/v4/email-templates/',
    shows: ['email_template'],
    access: 'view_email_templates',
    summary: 'List the editable mail templates with their wordings',
    query: pagingQuery,
    response: pageOf(EmailTemplate),
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/email-templates/:key/',
    shows: ['email_template'],
    access: 'view_email_templates',
    summary: 'Get a mail template',
    params: byKey,
    response: EmailTemplate,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/email-templates/:key/',
    changes: ['email_template'],
    access: 'change_email_templates',
    summary: 'Change subject and body per language; requires the version last read',
    params: byKey,
    body: z.strictObject({
      subject: perLanguage(Subject).default({}),
      body: perLanguage(Body).default({}),
      version: version.optional(),
    }),
    response: EmailTemplate,
  }),
  preview: route({
    method: 'POST',
    path: '/api/v4/email-templates/:key/preview/',
    // Shows what is sent along, keeps nothing.
    changes: [],
    access: 'view_email_templates',
    summary: 'Preview a mail with example values; subject and body may be unsaved',
    params: byKey,
    body: z.strictObject({ language, subject: Subject.optional(), body: Body.optional() }),
    response: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  }),
  test: route({
    method: 'POST',
    path: '/api/v4/email-templates/:key/test/',
    changes: ['email'],
    access: 'change_email_templates',
    summary: 'Send an example mail to the caller; subject and body may be unsaved',
    params: byKey,
    body: z.strictObject({ language, subject: Subject.optional(), body: Body.optional() }),
    response: z.object({ to_email: z.string() }),
  }),
  adapted: route({
    method: 'POST',
    path: '/api/v4/email-templates/:key/adapted/',
    changes: ['email_template'],
    access: 'change_email_templates',
    summary:
      'Confirm a language’s wording as reviewed after a change to another one; requires the version last read',
    params: byKey,
    body: z.strictObject({
      language: z.enum(locales, 'validation.unknown_value'),
      version: version.optional(),
    }),
    response: EmailTemplate,
  }),
  reset: route({
    method: 'POST',
    path: '/api/v4/email-templates/:key/reset/',
    changes: ['email_template'],
    access: 'change_email_templates',
    summary: 'Reset the wording to the default, in one language or in all',
    params: byKey,
    body: z.strictObject({ language: z.enum(locales, 'validation.unknown_value').optional() }),
    response: EmailTemplate,
  }),
}
