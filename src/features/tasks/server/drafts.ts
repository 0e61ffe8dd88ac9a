import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { taskStatus } from '../rules.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { wordingsOf } from '#features/email-templates/server/queries.ts'
import { renderMail, type Rendered } from '#features/email-templates/server/render.ts'
import { lockTask } from './queries.ts'

/** Language for recipients without an account. */
const unknownLanguage: Locale = 'sie_DE'
const template = 'proof_ends'

/** Facts for the e-mail that a task has drafted about an expiring proof. */
export type Draft = {
  organization_id: number
  organization: string
  email: string
  issued_on: Day | null
  ends_on: Day
}

/** The draft of a task, with its organization's current data; throws notFound. */
export async function draftOf(db: Db, slug: string): Promise<Draft> {
  const { rows } = await sql<Draft>`
    select organization.id as organization_id, organization.title as organization, organization.email_contact as email,
      organization.exemption_date as issued_on, asked.ends_on
    from reminders task
    join proof_tasks asked on asked.reminder_id = task.id
    join organizations organization on organization.id = asked.organization_id
    where task.slug = ${slug}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

type Words = { subject: string; text: string }

/** The mail to send: the template's wording or the person's own. */
export async function draftedMail(
  db: Db,
  { organization, issued_on, ends_on }: Draft,
  { language, baseUrl, own }: { language: Locale; baseUrl: string; own?: Words },
): Promise<Rendered> {
  const values = { recipient: '', organization, issued_on, ends_on }
  if (!own) {
    const wording = (await wordingsOf(db, [template]))(template, language)
    return renderMail(template, wording, { values, language, baseUrl })
  }
  // Custom text is passed as values, so that nothing in it is rendered as a template.
  const wording = { subject: '{{ recipient }}', body: '{{ organization }}' }
  const words = { ...values, recipient: own.subject, organization: own.text }
  return renderMail(template, wording, { values: words, language, baseUrl })
}

export async function languageFor(db: Db, email: string): Promise<Locale> {
  const account = await db
    .selectFrom('users')
    .select('language')
    .where('email', '=', email)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return (account?.language as Locale | undefined) ?? unknownLanguage
}

/** Time and address of the last mail to the organization about this proof. */
export async function lastSent(
  db: Db,
  { organization_id, ends_on }: Draft,
): Promise<{ at: Date; email: string } | null> {
  const mail = await db
    .selectFrom('emails')
    .select(['created_at as at', 'to_email as email'])
    .where('object_type', '=', 'organization')
    .where('object_id', '=', organization_id)
    .where('template', '=', template)
    .where(sql<boolean>`data ->> 'ends_on' = ${ends_on}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return mail ?? null
}

/** Queues a task's e-mail with the wording that a person has reviewed. */
export async function sendDraft(
  tx: Db,
  context: AuditContext,
  slug: string,
  { email, language, baseUrl, ...own }: Words & { email: string; language: Locale; baseUrl: string },
): Promise<void> {
  const task = await lockTask(tx, slug)
  const draft = await draftOf(tx, slug)
  if (task.status !== taskStatus.open) throw conflict('task_not_editable')
  const { organization, issued_on, ends_on } = draft
  const event = await audit(tx, context, {
    action: 'send',
    ...auditOf('reminder', task),
    after: { to: email, organization, ends_on },
  })
  await queueMail(tx, {
    template,
    to: { email, language },
    object: { type: 'organization', id: draft.organization_id },
    // Each sending is a separate mail; the call itself is idempotent.
    occasion: String(event),
    data: { organization, issued_on, ends_on },
    written: await draftedMail(tx, draft, { language, baseUrl, own }),
    now: context.now,
  })
}
