import type { Locale } from '#shared/messages.ts'
import type { Chore } from '#server/work/jobs.ts'
import type { HandedOverMail } from '#server/mail/handover-journal.ts'
import type { Services } from '#server/services.ts'
import { DamagedContent } from '#server/files/contents.ts'
import { connections, mailHost, MailRefused, type Outgoing } from '#server/mail/smtp.ts'
import { linkTo, renderMail, TemplateError } from '#features/email-templates/server/render.ts'
import { fill, SecretMisused, standInOf } from '#features/email-templates/server/secret-link.ts'
import { type Wordings, wordingsOf } from '#features/email-templates/server/queries.ts'
import { defaultWording } from '#features/email-templates/defaults.ts'
import {
  isTemplateKey,
  secretOf,
  type TemplateKey,
  type Wording,
} from '#features/email-templates/templates.ts'
import { type EmailReason, longestRow, waitAfter } from '../rules.ts'
import { writeMailFile } from './mail-files.ts'
import {
  type Claimed,
  maskAnswer,
  claimMails,
  type Ending,
  endAttempt,
  saveRendered,
  type Ready,
  settle,
  taken,
} from './outbox.ts'

/** Sends due mails as long as there are any. */
export const sendMails: Chore = { name: 'send mails', everyMs: 500, run: sendSome }

/**
 * Claims some mails and sends them in parallel; returns whether there were any. It renders all of them first, so
 * that the database is free to record an acceptance at once.
 */
async function sendSome(services: Services, signal: AbortSignal): Promise<boolean> {
  const { db } = services.database
  if (signal.aborted) return false
  await settle(db, services.notes)
  // Two rounds of all connections: even if the server delays each of them to the timeout, the lease holds.
  const mails = await claimMails(db, services.clock(), connections * 2)
  if (mails.length === 0) return false
  const disabled = await disabledAmong(services, mails)
  const wordings = await wordingsOf(db, [...new Set(mails.map((mail) => mail.template))])
  const written = mails.map((mail) => ({ mail, ready: write(mail, wordings, services.config.baseUrl) }))
  const fresh = written.filter(({ mail }) => mail.message_id === null)
  await saveRendered(
    db,
    fresh.flatMap(({ ready }) => (ready instanceof TemplateError ? [] : [ready])),
  )
  const deliver = async ({ mail, ready }: (typeof written)[number]) => {
    const outcome =
      mail.user_id !== null && disabled.has(mail.user_id)
        ? skipped('recipient_disabled')
        : await tryToSend(services, mail, ready)
    const nothing = { nextAttemptAt: null, reason: null, answer: '' }
    await endAttempt(db, mail, {
      ...nothing,
      transport: services.mail.kind,
      now: services.clock(),
      ...outcome,
    })
  }
  const waiting = written.values()
  const lane = async () => {
    for (const one of waiting) await deliver(one)
  }
  const ended = await Promise.allSettled(Array.from({ length: connections }, lane))
  const failed = ended.find((one) => one.status === 'rejected')
  // If the database is away, the journal stays and is recorded later.
  if (failed) throw failed.reason
  services.notes.forget()
  return true
}

type Outcome = Pick<Ending, 'state' | 'outcome'> &
  Partial<Pick<Ending, 'reason' | 'answer' | 'nextAttemptAt'>>

function skipped(reason: EmailReason): Outcome {
  return { state: 'skipped', outcome: 'skipped', reason }
}

async function tryToSend(
  { config, mail: transport, notes, clock, random, files }: Services,
  mail: Claimed,
  ready: Ready | TemplateError,
): Promise<Outcome> {
  if (ready instanceof TemplateError)
    return { state: 'failed', outcome: 'failed', reason: 'template_error', answer: ready.message }
  const { text, html } = forRecipient(mail, ready, config.baseUrl)
  if (transport.kind === 'outbox') {
    const { id, to_email: to, secrecy } = mail
    if (secrecy === 'held') writeMailFile(config.dataDir, { id, to, subject: ready.subject, text })
    return skipped('no_mail_server')
  }
  let attachment: Outgoing['attachment']
  try {
    attachment = mail.attachment_sha256
      ? { filename: mail.attachment_name, bytes: await files.contents.read(mail.attachment_sha256) }
      : undefined
  } catch (error) {
    // A missing or altered file fails the mail; a temporarily unreachable one is retried.
    if (!(error instanceof DamagedContent)) return failure(error, mail, clock(), random())
    return { state: 'failed', outcome: 'failed', reason: 'attachment_gone' }
  }
  let answer: string
  try {
    const said = await transport.send({
      attachment,
      messageId: ready.message_id,
      thread: mail.thread,
      to: { name: mail.to_name, address: mail.to_email },
      subject: ready.subject,
      text,
      html,
      date: clock(),
    })
    answer = maskAnswer(said, mail.secrets)
  } catch (error) {
    return {
      ...failure(error, mail, clock(), random()),
      answer: maskAnswer((error as Error).message, mail.secrets),
    }
  }
  const now = clock()
  noteHandover(notes, {
    id: mail.id,
    message_id: ready.message_id,
    attempt: mail.attempts,
    at: now.toISOString(),
    answer,
  })
  return taken(answer, now)
}

// The journal is a second safeguard: on a full disk the mail is still sent, and the database records it next.
function noteHandover(notes: Services['notes'], note: HandedOverMail): void {
  try {
    notes.keep(note)
  } catch {
    return
  }
}

// A final refusal ends the mail; any other error is retried.
function failure(error: unknown, mail: Claimed, now: Date, chance: number): Outcome {
  if (error instanceof MailRefused) return { state: 'failed', outcome: 'failed', reason: 'refused' }
  const tries = mail.tries + 1
  if (tries >= longestRow) return { state: 'failed', outcome: 'failed', reason: 'gave_up' }
  return {
    state: 'queued',
    outcome: 'retry',
    nextAttemptAt: new Date(now.getTime() + waitAfter(tries, chance)),
  }
}

/** The mail as rendered for an earlier attempt, or rendered now; a template error ends it. */
function write(mail: Claimed, wordings: Wordings, baseUrl: string): Ready | TemplateError {
  const { id, message_id, subject, text_body, html_body } = mail
  if (message_id !== null && text_body !== null && html_body !== null)
    return { id, message_id, subject, text_body, html_body }
  if (text_body !== null && html_body !== null)
    return { id, message_id: messageIdOf(mail, baseUrl), subject, text_body, html_body }
  if (!isTemplateKey(mail.template)) return new TemplateError(`there is no template named ${mail.template}`)
  const language = mail.language as Locale
  const secret = secretOf(mail.template)
  if (secret !== undefined && mail.secrets?.[secret] === undefined)
    return new TemplateError(`there is no ${secret} for this mail`)
  try {
    const written = rendered(mail, mail.template, wordings(mail.template, language), baseUrl)
    return {
      id,
      message_id: messageIdOf(mail, baseUrl),
      subject: written.subject,
      text_body: written.text,
      html_body: written.html,
    }
  } catch (error) {
    if (error instanceof TemplateError) return error
    if (error instanceof SecretMisused) return new TemplateError(error.problem)
    throw error
  }
}

const messageIdOf = ({ id, uid }: Claimed, baseUrl: string) => `${id}.${uid}@${mailHost(baseUrl)}`

// A wording can keep the secrets rule in its checks and break it with these values; then the default replaces it.
function rendered(mail: Claimed, key: TemplateKey, wording: Wording, baseUrl: string) {
  const language = mail.language as Locale
  const values = { recipient: mail.to_name, ...(mail.data as Record<string, unknown>) }
  const about = { values, language, baseUrl, standIn: standInOf(mail.uid) }
  try {
    return renderMail(key, wording, about)
  } catch (error) {
    if (!(error instanceof SecretMisused)) throw error
    return renderMail(key, defaultWording(key, language), about)
  }
}

/** The parts as sent; only here the secret address replaces its stand-in. */
function forRecipient(mail: Claimed, { text_body, html_body }: Ready, baseUrl: string) {
  const secret = isTemplateKey(mail.template) ? secretOf(mail.template) : undefined
  const path = secret === undefined ? undefined : mail.secrets?.[secret]
  if (path === undefined) return { text: text_body, html: html_body }
  const put = (part: string, kind: 'text' | 'html') =>
    fill(part, kind, standInOf(mail.uid), linkTo(path, baseUrl))
  return { text: put(text_body, 'text'), html: put(html_body, 'html') }
}

async function disabledAmong({ database: { db } }: Services, mails: Claimed[]): Promise<Set<number>> {
  const ids = mails.flatMap((mail) => mail.user_id ?? [])
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'disabled')
    .execute()
  return new Set(rows.map((row) => row.id))
}
