import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '../db/db.ts'

export type Mail = {
  template: string
  to: { user_id?: number | null; email: string; name?: string; language: Locale }
  object: { type: string; id: number } | null
  /** Part of the mail's unique key: (template, object, recipient, day, occasion). */
  day?: Day
  /** A further part of that key, for mails that may be repeated (a second invitation). */
  occasion?: string
  /** The template's variables. Days as `YYYY-MM-DD`. */
  data: Record<string, string | number | boolean | null>
  /** Variables that open an account: stored beside the outbox, inserted when sending, deleted afterwards. */
  secrets?: Record<string, string>
  /** Mails with the same thread are grouped in the recipient's mailbox. */
  thread?: string
  /** The audit event of the change it reports: if undone before the mail leaves, the mail is not sent. */
  event?: number
  /** Earliest time of sending. */
  notBefore?: Date
  /** Fixed wording that does not come from the template at sending. */
  written?: { subject: string; text: string; html: string }
  /** It concerns a donor: people who see donors masked see neither its address nor its text. */
  ofDonor?: boolean
  /** A stored file (`services.files.contents`) to attach under this name. */
  attachment?: { sha256: string; filename: string }
  now: Date
}

/** Queues a mail in the caller's transaction. False when the same mail was queued before: it is never sent twice. */
export async function queueMail(db: Db, mail: Mail): Promise<boolean> {
  return (await queueMails(db, [mail])) === 1
}

const batchSize = 1000

/** Queues many mails with one statement per thousand and returns how many were new. */
export async function queueMails(db: Db, mails: Mail[]): Promise<number> {
  let queued = 0
  for (let start = 0; start < mails.length; start += batchSize) {
    const rows = mails.slice(start, start + batchSize).map(rowOf)
    const { rows: made } = await sql<{ queued: number }>`
      with mail as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as mail (dedupe_key text, template text,
          object_type text, object_id bigint, user_id bigint, to_email text, to_name text, language text, data jsonb,
          secrets jsonb, thread text, event_id bigint, next_attempt_at timestamptz, subject text, text_body text,
          html_body text, attachment_sha256 text, attachment_name text, of_donor boolean, created_at timestamptz)
      ), queued as (
        insert into emails (dedupe_key, template, object_type, object_id, user_id, to_email, to_name, language, data,
          secrecy, thread, event_id, next_attempt_at, subject, text_body, html_body, attachment_sha256,
          attachment_name, of_donor, created_at)
        select dedupe_key, template, object_type, object_id, user_id, to_email, to_name, language, data,
          case when secrets is null then 'none' else 'held' end, thread, event_id, next_attempt_at,
          coalesce(subject, ''), text_body, html_body, attachment_sha256, coalesce(attachment_name, ''), of_donor, created_at
        from mail
        on conflict (dedupe_key) do nothing
        returning id, dedupe_key
      ), held as (
        insert into email_secrets (email_id, data)
        select id, secrets from queued join mail using (dedupe_key) where secrets is not null
      )
      select count(*)::int as queued from queued`.execute(db)
    queued += made[0]!.queued
  }
  return queued
}

function rowOf(mail: Mail) {
  const {
    template,
    to,
    object,
    day,
    occasion,
    data,
    secrets,
    thread,
    event,
    notBefore,
    written,
    ofDonor = false,
    attachment,
    now,
  } = mail
  const recipient = to.user_id ?? to.email.toLowerCase()
  return {
    dedupe_key: JSON.stringify([template, object?.type, object?.id, recipient, day, occasion]),
    template,
    object_type: object?.type ?? null,
    object_id: object?.id ?? null,
    user_id: to.user_id ?? null,
    to_email: to.email,
    to_name: to.name ?? '',
    language: to.language,
    data,
    secrets: secrets ?? null,
    thread: thread ?? null,
    event_id: event ?? null,
    next_attempt_at: notBefore?.toISOString() ?? null,
    subject: written?.subject ?? null,
    text_body: written?.text ?? null,
    html_body: written?.html ?? null,
    attachment_sha256: attachment?.sha256 ?? null,
    attachment_name: attachment?.filename ?? null,
    of_donor: ofDonor,
    created_at: now.toISOString(),
  }
}
