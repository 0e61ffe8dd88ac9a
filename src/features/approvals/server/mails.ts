import type { ApprovalState } from '#shared/approvals.ts'
import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import type { Db } from '#server/db/db.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { Services } from '#server/services.ts'
import { text } from '#server/base/texts.ts'
import type { StoredApproval } from './queries.ts'

/** Notifies the proposer of the outcome. */
export async function notifyProposer(
  { db, now, services }: { db: Db; now: Date; services: Services },
  row: Pick<StoredApproval, 'id' | 'act' | 'amount_cents' | 'about_title' | 'proposed_by'>,
  { state, reason }: { state: Exclude<ApprovalState, 'waiting' | 'withdrawn'>; reason: string },
): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'language'])
    .where('id', '=', row.proposed_by)
    .executeTakeFirstOrThrow()
  const language = person.language as Locale
  await queueMail(db, {
    template: 'approval_decided',
    to: {
      user_id: person.id,
      email: person.email,
      name: `${person.first_name} ${person.last_name}`.trim(),
      language,
    },
    object: { type: 'approval', id: row.id },
    occasion: state,
    data: {
      decision: state,
      act: text(language, `approvals.acts.${row.act}`),
      title: row.about_title,
      amount: formatEuro(row.amount_cents, language),
      reason,
      link: `${services.config.baseUrl}/site-admin/approvals/?id=${row.id}`,
    },
    now,
  })
}
