import type { Locale } from '#shared/messages.ts'
import { textOf } from '#server/base/texts.ts'
import type { EmailDetail, EmailRow } from '../contract.ts'
import { canRequeue, type EmailState } from '../rules.ts'
import { masked } from './outbox.ts'
import { factsOf, type ShownEmail, type StoredEmail } from './queries.ts'

export function presentRow(mail: ShownEmail, locale: Locale): EmailRow {
  const { object_type, object_id, secrecy: _, state, ...row } = mail
  return {
    ...row,
    state: state as EmailState,
    language: row.language as Locale,
    template_title: textOf(locale, `emails.template.${row.template}`),
    state_display: textOf(locale, `emails.state.${state}`),
    reason_display: row.reason === null ? '' : textOf(locale, `emails.reason.${row.reason}`),
    object: object_type === null || object_id === null ? null : { type: object_type, id: object_id },
    can_requeue: canRequeue(factsOf(mail)),
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  }
}

/** A mail with its body; the body is hidden with its recipient. Only the recipient sees a link that opens an account. */
export function presentDetail(
  mail: StoredEmail,
  { locale, transport }: { locale: Locale; transport: 'smtp' | 'outbox' },
): EmailDetail {
  const { uid, text_body, html_body, ...row } = mail
  return {
    ...presentRow(row, locale),
    transport,
    message_id: mail.message_id,
    text: mail.is_masked ? null : masked(text_body, uid),
    html: mail.is_masked ? null : masked(html_body, uid),
    attempt_log: mail.attempt_log.map((attempt) => ({
      ...attempt,
      // A mail server's answer may repeat the address.
      answer: mail.is_masked ? '' : attempt.answer,
      at: attempt.at.toISOString(),
      transport: attempt.transport as 'smtp' | 'outbox',
    })),
  }
}
