import type { Locale } from '#shared/messages.ts'
import { isDatabaseAway } from '#server/db/away.ts'
import type { Chore } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import { connections, mailHost, MailRefused } from '#server/smtp.ts'
import { renderMail, TemplateError } from '#features/email-templates/server/render.ts'
import { type Wordings, wordingsOf } from '#features/email-templates/server/queries.ts'
import { isTemplateKey } from '#features/email-templates/templates.ts'
import { longestRow, waitAfter } from '../rules.ts'
import { type Claimed, claimMails, type Ending, endAttempt, keepRendered } from './outbox.ts'

/** Hands over the mails that are due, as often as there are any. */
export const sendMails: Chore = { name: 'send mails', everyMs: 500, run: sendSome }

/** Takes some mails and hands them over side by side; answers whether there were any. */
async function sendSome(services: Services, signal: AbortSignal): Promise<boolean> {
  const { db } = services.database
  if (signal.aborted) return false
  const mails = await claimMails(db, services.clock(), connections * 2)
  if (mails.length === 0) return false
  const disabled = await disabledAmong(services, mails)
  const wordings = await wordingsOf(db, [...new Set(mails.map((mail) => mail.template))])
  await Promise.all(mails.map((mail) => sendOne(services, mail, { disabled, wordings })))
  return true
}

async function sendOne(
  services: Services,
  mail: Claimed,
  known: { disabled: Set<number>; wordings: Wordings },
): Promise<void> {
  const outcome = await tryToSend(services, mail, known)
  const nothing = { nextAttemptAt: null, reason: null, answer: '' }
  const ending = { ...nothing, transport: services.mail.kind, now: services.clock(), ...outcome }
  await endAttempt(services.database.db, mail, ending)
}

type Outcome = Pick<Ending, 'state' | 'outcome'> &
  Partial<Pick<Ending, 'reason' | 'answer' | 'nextAttemptAt'>>

async function tryToSend(
  { database: { db }, clock, config, mail: transport, random }: Services,
  mail: Claimed,
  { disabled, wordings }: { disabled: Set<number>; wordings: Wordings },
): Promise<Outcome> {
  if (mail.user_id !== null && disabled.has(mail.user_id))
    return { state: 'skipped', outcome: 'skipped', reason: 'recipient_disabled' }
  try {
    const ready = await render(db, mail, wordings, config.baseUrl)
    if (transport.kind === 'outbox') return { state: 'skipped', outcome: 'skipped', reason: 'no_mail_server' }
    const to = { name: mail.to_name, address: mail.to_email }
    const answer = await transport.send({ ...ready, to, thread: mail.thread, date: clock() })
    return { state: 'sent', outcome: 'sent', answer }
  } catch (error) {
    // The database is away: the lease brings the mail back.
    if (isDatabaseAway(error)) throw error
    return { ...failure(error, mail, clock(), random()), answer: (error as Error).message }
  }
}

// A template's mistake and a final refusal end the one mail; everything else is worth another try.
function failure(error: unknown, mail: Claimed, now: Date, chance: number): Outcome {
  if (error instanceof TemplateError) return { state: 'failed', outcome: 'failed', reason: 'template_error' }
  if (error instanceof MailRefused) return { state: 'failed', outcome: 'failed', reason: 'refused' }
  const tries = mail.tries + 1
  if (tries >= longestRow) return { state: 'failed', outcome: 'failed', reason: 'gave_up' }
  const nextAttemptAt = new Date(now.getTime() + waitAfter(tries, chance))
  return { state: 'queued', outcome: 'retry', nextAttemptAt }
}

async function render(db: Services['database']['db'], mail: Claimed, wordings: Wordings, baseUrl: string) {
  if (mail.message_id !== null && mail.text_body !== null && mail.html_body !== null)
    return { messageId: mail.message_id, subject: mail.subject, text: mail.text_body, html: mail.html_body }
  if (!isTemplateKey(mail.template)) throw new TemplateError(`there is no template named ${mail.template}`)
  const language = mail.language as Locale
  const values = { recipient: mail.to_name, ...(mail.data as Record<string, unknown>) }
  const rendered = renderMail(mail.template, wordings(mail.template, language), { values, language, baseUrl })
  const messageId = `${mail.id}.${mail.uid}@${mailHost(baseUrl)}`
  await keepRendered(db, mail, {
    message_id: messageId,
    subject: rendered.subject,
    text_body: rendered.text,
    html_body: rendered.html,
  })
  return { messageId, ...rendered }
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
