import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'

/** A mail to be written from a template in the recipient's language. */
export type Mail = {
  /** Key of an e-mail template. */
  template: string
  to: { user_id?: number | null; email: string; name?: string; language: Locale }
  /** What the mail is about. */
  object: { type: string; id: number } | null
  /** Part of the key under which a mail is never queued twice: (template, object, recipient, day, occasion). */
  day?: Day
  /** A further part of that key, for what may rightly happen again (a second invitation). */
  occasion?: string
  /** The template's variables. Days as `YYYY-MM-DD`. */
  data: Record<string, string | number | boolean | null>
  /** Variables that open an account: kept beside the outbox, put in on the way out, forgotten once sent. */
  secrets?: Record<string, string>
  /** Mails with the same thread hang together in the recipient's mailbox. */
  thread?: string
  now: Date
}

/** Queues a mail in the caller's transaction. False when the same mail was queued before: it is never sent twice. */
export async function queueMail(db: Db, mail: Mail): Promise<boolean> {
  return (await queueMails(db, [mail])) === 1
}

const batchSize = 1000

/** Queues many mails with one statement per thousand; answers how many of them were new. */
export async function queueMails(db: Db, mails: Mail[]): Promise<number> {
  let queued = 0
  for (let start = 0; start < mails.length; start += batchSize) {
    const rows = mails.slice(start, start + batchSize).map(rowOf)
    const { rows: made } = await sql<{ queued: number }>`
      with mail as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as mail (dedupe_key text, template text,
          object_type text, object_id bigint, user_id bigint, to_email text, to_name text, language text, data jsonb,
          secrets jsonb, thread text, created_at timestamptz)
      ), queued as (
        insert into emails (dedupe_key, template, object_type, object_id, user_id, to_email, to_name, language, data,
          secrecy, thread, created_at)
        select dedupe_key, template, object_type, object_id, user_id, to_email, to_name, language, data,
          case when secrets is null then 'none' else 'held' end, thread, created_at
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

function rowOf({ template, to, object, day, occasion, data, secrets, thread, now }: Mail) {
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
    created_at: now.toISOString(),
  }
}
