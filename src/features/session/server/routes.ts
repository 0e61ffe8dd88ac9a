import { audit, differences } from '#server/audit.ts'
import { csrfTokenOf } from '#server/csrf.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import { hashPassword, verifyPassword } from '#server/password.ts'
import { implement } from '#server/routes.ts'
import { randomToken } from '#server/secrets.ts'
import { closeSession, openSession, type User } from '#server/session.ts'
import { inTransaction } from '#server/transaction.ts'
import { type Profile, session } from '../contract.ts'
import { forgive, takeTry, throttleKeys } from './throttle.ts'

/** Signing in and out, and the own profile. */
export const sessionRoutes = implement(session, {
  read: async (context) => {
    const sessionToken = context.user && context.sessionToken
    const known = context.cookie('csrf')
    if (!known || (sessionToken && known !== csrfTokenOf(sessionToken)))
      context.setCookie('csrf', csrfTokenOf(sessionToken))
    return context.user ? { signed_in: true, ...profileOf(context.user) } : { signed_in: false }
  },

  signIn: async (context) => {
    const { db, body, now, ip } = context
    const keys = throttleKeys(body.username, ip)
    await inTransaction(db, (tx) => takeTry(tx, keys, now))
    const account = await findAccount(db, body.username)
    const correct = await verifyPassword(body.password, account?.password_hash)
    if (!account || !correct) throw invalid({ non_field_errors: 'session.wrong' })
    await forgive(db, keys)
    // A session known before signing in is never the one used after it.
    if (context.sessionToken) await closeSession(db, context.sessionToken)
    const token = await openSession(db, account.id, now)
    await db.updateTable('users').set({ signed_in_at: now }).where('id', '=', account.id).execute()
    context.setCookie('session', token)
    context.setCookie('csrf', csrfTokenOf(token))
    return profileOf(await getUser(db, account.id))
  },

  signOut: async (context) => {
    if (context.sessionToken) await closeSession(context.db, context.sessionToken)
    context.setCookie('session', null)
    context.setCookie('csrf', csrfTokenOf(undefined))
  },

  profile: async ({ user }) => profileOf(user),

  changeProfile: async ({ db, user, body, now, auditContext }) => {
    const changes = differences<Record<string, unknown>>(user, body)
    if (Object.keys(changes.after).length === 0) return profileOf(user)
    await db
      .updateTable('users')
      .set({ ...body, updated_at: now })
      .where('id', '=', user.id)
      .execute()
    const title = profileOf(user).full_name
    await audit(db, auditContext, {
      action: 'change',
      object_type: 'user',
      object_id: user.id,
      object_title: title,
      ...changes,
    })
    return profileOf({ ...user, ...body })
  },
})

/** The wire shape of a person's own profile. */
export function profileOf(user: User): Profile {
  const { first_name, last_name, ...rest } = user
  return { ...rest, full_name: `${first_name} ${last_name}`.trim() || user.username }
}

// People sign in with user name or e-mail address; both are unique without regard to case.
async function findAccount(db: Db, name: string) {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where((row) => row.or([row('username', '=', name), row('email', '=', name)]))
    .where('state', '=', 'active')
    .orderBy('id')
    .executeTakeFirst()
}

async function getUser(db: Db, id: number): Promise<User> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const granted = await db
    .selectFrom('user_permissions')
    .select('permission')
    .where('user_id', '=', id)
    .execute()
  return { ...row, permissions: granted.map((grant) => grant.permission).sort() } as User
}

/**
 * Makes the first superuser when there is none; a name that is an e-mail address is theirs as such too, so that signing
 * in with it never means somebody else. Answers the password to print once, if it had to be made up.
 */
export async function ensureSuperuser(
  db: Db,
  { username, password, now }: { username: string; password: string | undefined; now: Date },
): Promise<{ username: string; password: string; madeUp: boolean } | undefined> {
  const known = await db.selectFrom('users').select('id').where('is_superuser', '=', true).executeTakeFirst()
  if (known) return undefined
  const chosen = password ?? randomToken().slice(0, 16)
  await db
    .insertInto('users')
    .values({
      username,
      email: username.includes('@') ? username : `${username}@localhost`,
      first_name: 'Almoner',
      last_name: 'Administration',
      user_type: 'staff',
      state: 'active',
      is_superuser: true,
      password_hash: await hashPassword(chosen),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { username, password: chosen, madeUp: password === undefined }
}
