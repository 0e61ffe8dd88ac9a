import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isDatabaseAway } from '../db/connection-errors.ts'
import type { Db } from '../db/db.ts'
import { preparedStatement } from '../db/prepared.ts'
import type { FirstStep } from '#shared/first-steps.ts'
import type { Locale } from '#shared/messages.ts'
import { hashToken, randomToken } from '../base/tokens.ts'

/** A session ends after two hours without a call, and twelve hours after sign-in at the latest. */
export const sessionLimits = { idleMs: 2 * 3_600_000, absoluteMs: 12 * 3_600_000 }
const seenEveryMs = 60_000
const noteWithinMs = 250

type Log = { warn: (entry: object, msg: string) => void }

export type User = {
  id: number
  username: string
  first_name: string
  last_name: string
  email: string
  language: Locale
  appearance: 'system' | 'light' | 'dark'
  shortcuts: boolean
  pinned_pages: string[]
  /** Completed first steps; null once the list was dismissed. */
  first_steps: FirstStep[] | null
  is_superuser: boolean
  permissions: string[]
  user_type: string
  /** The company a company user acts for. */
  company_id: number | null
}

/** Opens a session and returns the cookie's value; only its hash is stored. */
export async function openSession(db: Db, userId: number, now: Date): Promise<string> {
  const token = randomToken()
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: now, seen_at: now })
    .execute()
  return token
}

export async function closeSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Ends all sessions of a person, e.g. when the account is disabled or the password changes; `except` one of them. */
export async function closeSessionsOf(db: Db, userId: number, except?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (sessions) => sessions.where('token_hash', '<>', hashToken(except!)))
    .execute()
}

const findSession = preparedStatement<User & { created_at: Date; seen_at: Date }>(`
  select users.id, username, first_name, last_name, email, language, appearance, shortcuts, pinned_pages,
    first_steps, is_superuser, user_type, company_id, sessions.created_at, sessions.seen_at,
    array(
      select permission from user_permissions
      where user_id = users.id and user_type in ('staff', 'company') order by permission
    ) as permissions
  from sessions join users on users.id = sessions.user_id
  where token_hash = $1 and state = 'active'`)

/**
 * The active person behind a cookie; undefined when the session is unknown, idle for too long or too old, or the
 * account is disabled.
 */
export async function findUserBySession(
  db: Db,
  token: string,
  now: Date,
  log: Log,
): Promise<User | undefined> {
  if (!/^[\w-]{20,100}$/.test(token)) return undefined
  const tokenHash = hashToken(token)
  const [row] = await findSession(db, tokenHash)
  if (!row) return undefined
  const { created_at, seen_at, ...user } = row
  const idle = now.getTime() - seen_at.getTime()
  if (idle > sessionLimits.idleMs || now.getTime() - created_at.getTime() > sessionLimits.absoluteMs) {
    await closeSession(db, token)
    return undefined
  }
  if (idle > seenEveryMs) await noteSeen(db, tokenHash, now, log)
  return user
}

const noting = new Set<string>()

/**
 * No call waits long for this note: a busy database gets it later. Later failures are logged; the session's next call
 * tries again.
 */
async function noteSeen(db: Db, tokenHash: string, now: Date, log: Log): Promise<void> {
  if (noting.has(tokenHash)) return
  noting.add(tokenHash)
  let isLate = false
  const noted = db
    .updateTable('sessions')
    .set({ seen_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()
    .finally(() => noting.delete(tokenHash))
  const told = noted.catch((error: unknown) => {
    if (!isLate && !isDatabaseAway(error)) throw error
    log.warn({ err: error }, 'session not noted as seen')
  })
  await Promise.race([told, sleep(noteWithinMs).then(() => (isLate = true))])
}

/** An active person with their current rights; undefined when the account is not active. */
export async function findActiveUser(db: Db, id: number): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select id, username, first_name, last_name, email, language, appearance, shortcuts, pinned_pages, first_steps,
      is_superuser, user_type,
      company_id, array(
        select permission from user_permissions
        where user_id = users.id and user_type in ('staff', 'company') order by permission
      ) as permissions
    from users where id = ${id}::bigint and state = 'active'`.execute(db)
  return rows[0]
}

/** Deletes expired sessions; a nightly cleanup. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) =>
      row.or([
        row('seen_at', '<', new Date(now.getTime() - sessionLimits.idleMs)),
        row('created_at', '<', new Date(now.getTime() - sessionLimits.absoluteMs)),
      ]),
    )
    .execute()
}

/** A person's name in lists of staff: `Katrin Vollmer (kvollmer)`. */
export function fullNameWithUsername(user: {
  first_name: string
  last_name: string
  username: string
}): string {
  const name = `${user.first_name} ${user.last_name}`.trim()
  return name ? `${name} (${user.username})` : user.username
}

/** A person whom an outer join may not have found. */
type JoinedUser = { username: string | null; first_name: string | null; last_name: string | null }

/** The same for a row from an outer join; null without a match. */
export function nameOfJoined({ username, first_name, last_name }: JoinedUser): string | null {
  return username === null
    ? null
    : fullNameWithUsername({ username, first_name: first_name!, last_name: last_name! })
}
