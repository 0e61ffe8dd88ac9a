import type { Locale } from '#shared/messages.ts'
import { type ReviewOutcome, reviewOutcome } from '#shared/statuses.ts'
import type { Db } from '#server/db/db.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { renderMail, type Rendered } from '#features/email-templates/server/render.ts'
import { wordingsOf } from '#features/email-templates/server/queries.ts'
import type { TemplateKey } from '#features/email-templates/templates.ts'

/** Language for applicants without an account. */
const unknownLanguage: Locale = 'sie_DE'

export type About = { outcome: ReviewOutcome } | 'question'

const templates: Record<ReviewOutcome, TemplateKey> = {
  [reviewOutcome.passed]: 'review_public',
  [reviewOutcome.rejected]: 'review_rejected',
  [reviewOutcome.accepted]: 'review_accepted',
}

/** The template for an outcome, or for a question to the applicant. */
export function templateOf(about: About): TemplateKey {
  return about === 'question' ? 'review_question' : templates[about.outcome]
}

type Project = { id: number; title: string; organization_title: string; organization_email: string }
export type Words = { subject: string; text: string }
export type Letter = Rendered & { language: Locale }

type MailInput = { template: TemplateKey; reason: string; baseUrl: string; own?: Words | undefined }

/** Exactly the mail to be sent, in the recipient's language: the template's text or custom text. */
export async function writtenMail(db: Db, project: Project, writing: MailInput): Promise<Letter> {
  const { template, reason, baseUrl, own } = writing
  const language = await languageOf(db, project.organization_email)
  // Custom text is passed as values, so that nothing in it is rendered as a template.
  const wording = own
    ? { subject: '{{ title }}', body: '{{ reason }}' }
    : (await wordingsOf(db, [template]))(template, language)
  const values = {
    recipient: '',
    title: own ? own.subject : project.title,
    organization: project.organization_title,
    reason: own ? own.text : reason,
  }
  return { ...renderMail(template, wording, { values, language, baseUrl }), language }
}

/**
 * Queues a mail to the applicant in its current form, sent no earlier than `notBefore`; false without a recipient. Until then
 * an undo of the event stops it.
 */
export async function mailApplicant(
  tx: Db,
  project: Project,
  mail: { template: TemplateKey; letter: Letter; event: number; now: Date; notBefore: Date },
): Promise<boolean> {
  if (project.organization_email === '') return false
  const { template, letter, event, now, notBefore } = mail
  const { language, ...written } = letter
  return queueMail(tx, {
    template,
    to: { email: project.organization_email, language },
    object: { type: 'project', id: project.id },
    occasion: `event ${event}`,
    data: { title: project.title, organization: project.organization_title },
    event,
    written,
    notBefore,
    now,
  })
}

async function languageOf(db: Db, email: string): Promise<Locale> {
  const account = await db
    .selectFrom('users')
    .select('language')
    .where('email', '=', email)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return (account?.language as Locale | undefined) ?? unknownLanguage
}
