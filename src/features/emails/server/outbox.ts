import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { standInOf } from '#features/email-templates/server/secret-link.ts'
import type { HandoverJournal } from '#server/mail/handover-journal.ts'
import type { EmailReason } from '../rules.ts'

/** A mail that this process may send until its lease expires; `attempts` distinguishes this attempt from later ones. */
export type Claimed = {
  id: number
  uid: string
  template: string
  user_id: number | null
  to_email: string
  to_name: string
  language: string
  data: unknown
  /** Whether `secrets` holds a link that opens an account; the link is erased once a mail server has accepted the mail. */
  secrecy: string
  secrets: Record<string, string> | null
  thread: string | null
  message_id: string | null
  subject: string
  text_body: string | null
  html_body: string | null
  attempts: number
  tries: number
  /** SHA-256 of an attached file. */
  attachment_sha256: string | null
  attachment_name: string
}

/**
 * Longer than any delivery to the server (smtp.ts), so that a mail has one sender; short enough that a lost mail is retried
 * within a minute.
 */
const leaseSeconds = 45

/**
 * Claims due mails under a lease, oldest first. The lease uses the database's clock, which all processes share; the
 * application's clock decides which retries are due.
 */
export async function claimMails(db: Db, now: Date, limit: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update emails set state = 'sending', attempts = attempts + 1,
      lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id in (
      select id from emails
      where (state = 'queued' and (next_attempt_at is null or next_attempt_at <= ${now}))
        or (state = 'sending' and lease_until < clock_timestamp())
      order by next_attempt_at nulls first, id
      limit ${limit}
      for no key update skip locked
    )
    returning id, uid, template, user_id, to_email, to_name, language, data, secrecy,
      (select email_secrets.data from email_secrets where email_id = emails.id) as secrets, thread, message_id, subject,
      text_body, html_body, attempts, tries, attachment_sha256, attachment_name`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

export type Ready = { id: number; message_id: string; subject: string; text_body: string; html_body: string }

/** Stores the rendered mail before sending, so that every retry sends the same mail under the same Message-ID. */
export async function saveRendered(db: Db, mails: Ready[]): Promise<void> {
  if (mails.length === 0) return
  await sql`
    update emails set message_id = ready.message_id, subject = ready.subject, text_body = ready.text_body,
      html_body = ready.html_body
    from json_to_recordset(${JSON.stringify(mails)}::json)
      as ready (id bigint, message_id text, subject text, text_body text, html_body text)
    where emails.id = ready.id`.execute(db)
}

export type Ending = {
  state: 'sent' | 'failed' | 'skipped' | 'queued'
  outcome: 'sent' | 'failed' | 'skipped' | 'retry'
  transport: 'smtp' | 'outbox'
  answer: string
  reason: EmailReason | null
  nextAttemptAt: Date | null
  now: Date
}

/**
 * Stores the results of attempts with the server's answers, in one statement; nothing if another sender has taken the lease. A
 * mail that a server has accepted loses its secrets.
 */
export async function endAttempt(
  db: Db,
  mail: Pick<Claimed, 'id' | 'attempts' | 'tries' | 'secrecy'>,
  ending: Ending,
): Promise<void> {
  const { state, outcome, transport, answer, reason, nextAttemptAt, now } = ending
  const isAccepted = state === 'sent'
  const forgets = isAccepted && mail.secrecy === 'held'
  await sql`
    with ended as (
      update emails set state = ${state}, reason = ${reason}, lease_until = null, next_attempt_at = ${nextAttemptAt},
        tries = ${state === 'queued' ? mail.tries + 1 : 0}, sent_at = ${isAccepted ? now : null} ${forgets ? sql`, secrecy = 'gone'` : sql``}
      where id = ${mail.id} and attempts = ${mail.attempts} and state = 'sending'
      returning id
    ), forgotten as (
      delete from email_secrets where ${forgets} and email_id in (select id from ended)
    )
    insert into email_attempts (email_id, at, outcome, transport, answer)
    select id, ${now}, ${outcome}, ${transport}, ${answer.slice(0, 1000)} from ended`.execute(db)
}

/** Replaces a secret. */
const hidden = '••••••'

/** A stored part of a mail without its secret link; even the stand-in is removed. */
export function masked(part: string | null, uid: string): string | null {
  const standIn = standInOf(uid)
  return part?.replaceAll(`href="${standIn}"`, `title="${hidden}"`).replaceAll(standIn, hidden) ?? null
}

/** Number of characters shared with a secret from which an answer counts as quoting it. */
const longestGlimpse = 6

/** The mail server's answer. A server may quote refused text; if it quotes a secret, only its reply codes are stored. */
export function maskAnswer(answer: string, secrets: Record<string, string> | null): string {
  const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const said = bare(answer)
  const quotes = Object.values(secrets ?? {}).some((secret) => {
    const token = bare(secret.split('/').filter(Boolean).at(-1) ?? '')
    for (let at = 0; at + longestGlimpse <= token.length; at++)
      if (said.includes(token.slice(at, at + longestGlimpse))) return true
    return false
  })
  return quotes ? (/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(answer)?.[0] ?? hidden) : answer
}

/** Records mails that a server accepted before a process ended without telling the database. */
export async function settle(db: Db, notes: HandoverJournal): Promise<void> {
  const left = notes.left()
  if (left.length > 0) {
    const rows = await db
      .selectFrom('emails')
      .select(['id', 'message_id', 'attempts', 'tries', 'secrecy'])
      .where('state', '=', 'sending')
      .where(
        'id',
        'in',
        left.map((note) => note.id),
      )
      .execute()
    for (const mail of rows) {
      const note = left.find(
        ({ id, message_id, attempt }) =>
          id === mail.id && message_id === mail.message_id && attempt === mail.attempts,
      )
      // oxlint-disable-next-line no-await-in-loop -- few mails, each with the usual statement
      if (note) await endAttempt(db, mail, taken(note.answer, new Date(note.at)))
    }
  }
  notes.forget()
}

export function taken(answer: string, now: Date): Ending {
  return { state: 'sent', outcome: 'sent', transport: 'smtp', answer, reason: null, nextAttemptAt: null, now }
}
