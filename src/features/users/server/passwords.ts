import type { Locale } from '#shared/messages.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { HttpError, invalid } from '#server/base/errors.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { hashPassword, verifyPassword } from '#server/auth/password.ts'
import type { Context } from '#server/routes/implement.ts'
import { hashToken } from '#server/base/tokens.ts'
import { closeSessionsOf, fullNameWithUsername, type User } from '#server/auth/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { networkOf } from '#features/session/rules.ts'
import { deviceCookie, deviceCookieSeconds } from '#features/session/server/devices.ts'
import { clearFailures, counter, countTry } from '#features/session/server/throttle.ts'
import type { Route } from '#shared/route.ts'
import { ownPasswordThrottle, resetHours, resetThrottle } from '../rules.ts'
import { notifyOfEvent } from './notices.ts'
import { weaknessOf } from '../password-rules.ts'
import { commonPasswords } from './common-passwords.ts'
import { endLinks, makeLink, openLink, useLink } from './links.ts'

type ResetContext = Pick<Context<Route>, 'db' | 'now' | 'ip' | 'auditContext' | 'services'>

/**
 * Queues a mail with a link if the address belongs to an active account. The answer does not reveal whether it does, and
 * repeated requests are throttled (429).
 */
export async function requestPasswordReset(context: ResetContext, email: string): Promise<void> {
  const { db, now, ip, auditContext } = context
  const account = email.toLowerCase()
  await countTry(
    db,
    [
      counter(resetThrottle.pair, 'reset', account, networkOf(ip)),
      counter(resetThrottle.address, 'reset-from', networkOf(ip)),
    ],
    now,
  )
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'first_name', 'last_name', 'language'])
    .where('email', '=', email)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!user) {
    // The audit event omits the typed text.
    await audit(db, auditContext, { action: 'password_reset_refused', ...auditOf('user', { id: null }) })
    return undefined
  }
  if (!(await mayAskAgain(db, account, now))) return undefined
  const expiresAt = new Date(now.getTime() + resetHours * 3_600_000)
  const token = await makeLink(db, {
    userId: user.id,
    purpose: 'password_reset',
    createdBy: null,
    now,
    expiresAt,
  })
  await queueMail(db, {
    template: 'password_reset',
    to: {
      user_id: user.id,
      email: user.email,
      name: `${user.first_name} ${user.last_name}`.trim(),
      language: user.language as Locale,
    },
    object: { type: 'user', id: user.id },
    occasion: hashToken(token).slice(0, 16),
    data: { username: user.username, valid_hours: resetHours },
    secrets: { link: `/password-reset/${token}/` },
    now,
  })
  await audit(db, auditContext, {
    action: 'ask_password_reset',
    ...auditOf('user', { id: user.id, title: fullNameWithUsername(user) }),
  })
  return notifyOfEvent(context, user.id, 'reset_asked')
}

// Requests from many places cannot flood the mailbox of an account; its newest link stays valid.
async function mayAskAgain(db: Db, account: string, now: Date): Promise<boolean> {
  try {
    await countTry(db, [counter(resetThrottle.account, 'reset-of', account)], now)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false
    throw error
  }
}

/** Sets a new password through a link and ends every session. The password is hashed outside the transaction. */
export async function resetPassword(
  { db, now, auditContext, services }: Pick<Context<Route>, 'now' | 'auditContext' | 'services'> & { db: Db },
  token: string,
  password: string,
): Promise<void> {
  const account = await openLink(db, token, 'password_reset', now)
  await refuseWeak({ password }, namesOf(account))
  const password_hash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    await useLink(tx, token, now)
    await tx
      .updateTable('users')
      .set({ password_hash, updated_at: now })
      .where('id', '=', account.id)
      .execute()
    await closeSessionsOf(tx, account.id)
    const actor = { id: account.id, name: fullNameWithUsername(account) }
    await audit(
      tx,
      { ...auditContext, actor },
      {
        action: 'reset_password',
        ...auditOf('user', { id: account.id, title: actor.name }),
      },
    )
    await notifyOfEvent({ db: tx, now, services, auditContext }, account.id, 'reset_used')
  })
}

type ChangeContext = Pick<
  Context<Route>,
  'db' | 'now' | 'auditContext' | 'services' | 'sessionToken' | 'cookie' | 'setCookie'
> & { user: User }

/**
 * Changes one's own password. The current one must be correct; wrong ones are throttled (429). All other sessions and open
 * links end; the device stays known.
 */
export async function changeOwnPassword(
  context: ChangeContext,
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<void> {
  const { db, now, user, auditContext, services, sessionToken } = context
  const tries = [counter(ownPasswordThrottle, 'own-password', String(user.id))]
  await inTransaction(db, (tx) => countTry(tx, tries, now))
  const { password_hash: before } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const event = auditOf('user', { id: user.id, title: fullNameWithUsername(user) })
  if (!(await verifyPassword(current_password, before))) {
    await inTransaction(db, (tx) => audit(tx, auditContext, { action: 'change_password_refused', ...event }))
    throw invalid({ current_password: 'users.password_wrong' })
  }
  await inTransaction(db, (tx) => clearFailures(tx, tries))
  await refuseWeak({ new_password }, namesOf(user))
  const password_hash = await hashPassword(new_password)
  await inTransaction(db, async (tx) => {
    // A concurrent change may have replaced the current password.
    const changed = await tx
      .updateTable('users')
      .set({ password_hash, updated_at: now })
      .where('id', '=', user.id)
      .where('password_hash', '=', before)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw invalid({ current_password: 'users.password_wrong' })
    await closeSessionsOf(tx, user.id, sessionToken)
    await endLinks(tx, user.id, 'password_reset', now)
    await audit(tx, auditContext, { action: 'change_password', ...event })
    await notifyOfEvent({ db: tx, now, services, auditContext }, user.id, 'password_changed')
  })
  const account = { id: user.id, password_hash }
  context.setCookie('device', deviceCookie(context.cookie('device'), account), {
    maxAge: deviceCookieSeconds,
  })
}

const namesOf = (account: { username: string; email: string; first_name: string; last_name: string }) => [
  account.username,
  account.email,
  account.first_name,
  account.last_name,
]

/** Throws 400 at the field of a password that is easy to guess. */
export async function refuseWeak(field: Record<string, string>, names: string[]): Promise<void> {
  for (const [name, password] of Object.entries(field)) {
    // oxlint-disable-next-line no-await-in-loop -- one field, and the list is read once
    const weakness = weaknessOf(password, names, await commonPasswords())
    if (weakness) throw invalid({ [name]: `users.${weakness}` })
  }
}
