import { audit, type AuditEvent, auditOf, differences } from '#server/audit/audit.ts'
import { csrfTokenOf } from '#server/auth/csrf.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { hashPassword, verifyPassword } from '#server/auth/password.ts'
import { type Context, implement } from '#server/routes/implement.ts'
import { randomToken } from '#server/base/tokens.ts'
import { closeSession, fullNameWithUsername, openSession, type User } from '#server/auth/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Route } from '#shared/route.ts'
import { type Profile, session } from '../contract.ts'
import { deviceCookie, deviceCookieSeconds, knownDevice } from './devices.ts'
import { clearFailures, type Counter, countFailure, countTry, signInCounters } from './throttle.ts'

export const sessionRoutes = implement(session, {
  read: async (context) => {
    const sessionToken = context.user && context.sessionToken
    const known = context.cookie('csrf')
    if (!known || (sessionToken && known !== csrfTokenOf(sessionToken)))
      context.setCookie('csrf', csrfTokenOf(sessionToken))
    return context.user ? { signed_in: true, ...profileOf(context.user) } : { signed_in: false }
  },

  signIn: async (context) => {
    const { db, body, now, ip, auditContext } = context
    const account = await findAccount(db, body.username)
    const devices = context.cookie('device')
    const device = knownDevice(devices, account)
    const counters = signInCounters(body.username, ip, device)
    await inTransaction(db, (tx) => countTry(tx, counters.taken, now, counters.failed))
    const correct = await verifyPassword(body.password, account?.password_hash)
    const token =
      account && correct ? await openVerifiedSession(context, account, counters.taken, device) : undefined
    if (!account || !token) {
      await inTransaction(db, async (tx) => {
        const locked = await countFailure(tx, counters, now)
        const action = locked ? 'sign_in_locked' : 'sign_in_refused'
        await audit(tx, auditContext, signInEvent(action, account, device))
      })
      throw invalid({ non_field_errors: 'session.wrong' })
    }
    context.setCookie('session', token)
    context.setCookie('csrf', csrfTokenOf(token))
    context.setCookie('device', deviceCookie(devices, account), { maxAge: deviceCookieSeconds })
    return profileOf(await getUser(db, account.id))
  },

  signOut: async (context) => {
    const { db, user, sessionToken, auditContext } = context
    if (sessionToken) await closeSession(db, sessionToken)
    await audit(db, auditContext, {
      action: 'sign_out',
      ...auditOf('user', { id: user.id, title: fullNameWithUsername(user) }),
    })
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
      ...auditOf('user', { id: user.id, title }),
      ...changes,
    })
    return profileOf({ ...user, ...body })
  },
})

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * Opens a session after the password was verified. Undefined when password or state changed meanwhile: a reset ends only
 * sessions that exist, and must end this one too.
 */
async function openVerifiedSession(
  {
    db,
    now,
    auditContext,
    sessionToken,
  }: Pick<Context<Route>, 'now' | 'auditContext' | 'sessionToken'> & {
    db: Db
  },
  account: Account,
  taken: Counter[],
  device: string | undefined,
): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    const unchanged = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('state', '=', 'active')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!unchanged) return undefined
    await clearFailures(tx, taken)
    // Prevents session fixation: a session from before signing in is never used after it.
    if (sessionToken) await closeSession(tx, sessionToken)
    await tx.updateTable('users').set({ signed_in_at: now }).where('id', '=', account.id).execute()
    const actor = { id: account.id, name: fullNameWithUsername(account) }
    await audit(tx, { ...auditContext, actor }, signInEvent('sign_in', account, device))
    return openSession(tx, account.id, now)
  })
}

// An unknown name is not stored, because people type their password there by mistake.
function signInEvent(
  action: 'sign_in' | 'sign_in_refused' | 'sign_in_locked',
  account: Account | undefined,
  device: string | undefined,
): AuditEvent {
  return {
    action,
    ...auditOf('user', { id: account?.id ?? null, title: account ? fullNameWithUsername(account) : '' }),
    after: { known_device: device !== undefined },
  }
}

export function profileOf(user: User): Profile {
  const { first_name, last_name, company_id: _, ...rest } = user
  return { ...rest, full_name: `${first_name} ${last_name}`.trim() || user.username }
}

// People sign in with user name or e-mail address; both are unique ignoring case.
async function findAccount(db: Db, name: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name', 'password_hash'])
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
 * Creates the first superuser if there is none. A name that is an e-mail address becomes their address as well, so that it
 * never signs in another account. Returns a generated password to print once.
 */
export async function ensureSuperuser(
  db: Db,
  { username, password, now }: { username: string; password: string | undefined; now: Date },
): Promise<{ username: string; password: string; madeUp: boolean } | undefined> {
  const hasOne = () => db.selectFrom('users').select('id').where('is_superuser', '=', true).executeTakeFirst()
  if (await hasOne()) return undefined
  const chosen = password ?? randomToken().slice(0, 16)
  const made = await db
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
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return { username, password: chosen, madeUp: password === undefined }
  // A process that starts at the same time may have created it.
  if (await hasOne()) return undefined
  throw new Error(`the first superuser cannot be called ${username}: the name is somebody else’s`)
}
