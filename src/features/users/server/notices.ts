import { dayOf } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Context } from '#server/routes/implement.ts'
import type { Route } from '#shared/route.ts'
import { queueMails } from '#server/mail/outbox.ts'
import { fullNameWithUsername } from '#server/auth/session.ts'

/** Events of an account's access, each with its text in the mail `account_notice`. */
export type AccountEvent =
  | 'reset_asked'
  | 'reset_used'
  | 'invitation_sent'
  | 'invitation_used'
  | 'password_changed'

/** The mail with the link already informs the owner of these. */
const notifiedByLink: readonly AccountEvent[] = ['reset_asked', 'invitation_sent']

/**
 * Notifies the owner of an account and all other active superusers of an event, except a superuser who caused it. Each gets at
 * most one mail per day for the same event and account.
 */
export async function notifyOfEvent(
  { db, now, services, auditContext }: Pick<Context<Route>, 'db' | 'now' | 'services' | 'auditContext'>,
  accountId: number,
  event: AccountEvent,
): Promise<void> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'first_name', 'last_name', 'language', 'state', 'is_superuser'])
    .where((row) =>
      row.or([
        row('id', '=', accountId),
        row.and([row('is_superuser', '=', true), row('state', '=', 'active')]),
      ]),
    )
    .orderBy('id')
    .execute()
  const account = people.find(({ id }) => id === accountId)!
  const told = people.filter(({ id }) =>
    id === accountId ? !notifiedByLink.includes(event) : id !== auditContext.actor.id,
  )
  const day = dayOf(now, services.config.timeZone)
  await queueMails(
    db,
    told.map((person) => ({
      template: 'account_notice',
      to: {
        user_id: person.id,
        email: person.email,
        name: `${person.first_name} ${person.last_name}`.trim(),
        language: person.language as Locale,
      },
      object: { type: 'user', id: accountId },
      day,
      occasion: event,
      data: { event, account: fullNameWithUsername(account), day },
      now,
    })),
  )
}
