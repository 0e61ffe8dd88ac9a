import { addDays, dayOf } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Permission } from '#shared/permissions.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, invalid } from '#server/base/errors.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { hashPassword } from '#server/auth/password.ts'
import type { Context } from '#server/routes/implement.ts'
import { hashToken } from '#server/base/tokens.ts'
import { fullNameWithUsername, type User } from '#server/auth/session.ts'
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts'
import type { Route } from '#shared/route.ts'
import { invitationDays, mayHoldRights, missingToGrant } from '../rules.ts'
import type { UserType } from '../table.ts'
import { makeLink, openLink, useLink } from './links.ts'
import { notifyOfEvent } from './notices.ts'
import { refuseWeak } from './passwords.ts'
import { fullName } from './present.ts'
import { grant, lockUser } from './queries.ts'

type InviteContext = Pick<Context<Route>, 'db' | 'now' | 'auditContext' | 'services'> & { user: User }
type Invitation = {
  email: string
  user_type: UserType
  first_name: string
  last_name: string
  language?: Locale | undefined
  permissions: Permission[]
}

/** Creates an invited account and queues its mail; returns the account's id. */
export async function invite(context: InviteContext, invitation: Invitation): Promise<number> {
  const { db, user, now, auditContext } = context
  const { permissions, language = user.language, ...person } = invitation
  if (permissions.length > 0 && !mayHoldRights(person.user_type))
    throw invalid({ permissions: 'users.no_rights_for_type' })
  const missing = missingToGrant(user, permissions)
  if (missing) throw forbidden(missing)
  const known = await db
    .selectFrom('users')
    .select('id')
    .where((row) => row.or([row('email', '=', person.email), row('username', '=', person.email)]))
    .executeTakeFirst()
  if (known) throw invalid({ email: 'users.known_address' })
  const values = { ...person, username: person.email, language, state: 'invited' }
  const made = await db
    .insertInto('users')
    .values({ ...values, created_at: now, updated_at: now })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  // A concurrent invitation used the same address.
  if (!made) throw invalid({ email: 'users.known_address' })
  await grant(db, made.id, permissions, { grantedBy: user.id, now })
  await audit(db, auditContext, {
    action: 'invite',
    ...auditOf('user', { id: made.id, title: person.email }),
    after: { ...person, language, permissions },
  })
  await sendInvitation(context, made.id)
  return made.id
}

/** Sends an invited person a new link; the old one expires. */
export async function resendInvitation(context: InviteContext, id: number): Promise<void> {
  const user = await lockUser(context.db, id)
  if (user.state !== 'invited') throw conflict('not_invited')
  await sendInvitation(context, id)
  await audit(context.db, context.auditContext, {
    action: 'resend_invitation',
    ...auditOf('user', { id, title: fullName(user) }),
    after: { email: user.email },
  })
}

async function sendInvitation(context: InviteContext, id: number): Promise<void> {
  const { db, user, now, services } = context
  const person = await lockUser(db, id)
  const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000)
  const token = await makeLink(db, {
    userId: id,
    purpose: 'invitation',
    createdBy: user.id,
    now,
    expiresAt,
  })
  await queueMail(db, {
    template: 'invitation',
    to: {
      user_id: id,
      email: person.email,
      name: `${person.first_name} ${person.last_name}`.trim(),
      language: person.language as Locale,
    },
    object: { type: 'user', id },
    occasion: hashToken(token).slice(0, 16),
    data: {
      invited_by: fullNameWithUsername(user),
      valid_until: addDays(dayOf(now, services.config.timeZone), invitationDays),
    },
    secrets: { link: `/invite/${token}/` },
    now,
  })
  await notifyOfEvent(context, id, 'invitation_sent')
}

type AcceptContext = Pick<Context<Route>, 'now' | 'auditContext' | 'services'> & { db: Db }

/** Accepts an invitation: the account becomes active under the chosen name. The password is hashed outside the transaction. */
export async function acceptInvitation(
  { db, now, auditContext, services }: AcceptContext,
  token: string,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const account = await openLink(db, token, 'invitation', now)
  await refuseWeak({ password }, [username, account.email, account.first_name, account.last_name])
  const password_hash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    await useLink(tx, token, now)
    await tx
      .updateTable('users')
      .set({ username, password_hash, state: 'active', updated_at: now })
      .where('id', '=', account.id)
      .execute()
      .catch((error: unknown) => {
        if (violatedConstraint(error)) throw invalid({ username: 'users.username_taken' })
        throw error
      })
    const actor = { id: account.id, name: fullNameWithUsername({ ...account, username }) }
    await audit(
      tx,
      { ...auditContext, actor },
      {
        action: 'accept_invitation',
        ...auditOf('user', { id: account.id, title: username }),
        before: { username: account.username, state: 'invited' },
        after: { username, state: 'active' },
      },
    )
    await notifyOfEvent({ db: tx, now, services, auditContext }, account.id, 'invitation_used')
  })
}
