import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { hashPassword } from '#server/auth/password.ts'
import { randomToken } from '#server/base/tokens.ts'
import { closeSessionsOf, fullNameWithUsername } from '#server/auth/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { endLinks } from './links.ts'

/** Actor in the audit trail for a person with access to the machine itself. */
const operator = { id: null, name: 'npm run new-password' }

/**
 * Sets a generated password and ends the account's sessions and reset links, so that the operator regains access. It
 * enables a disabled account, because there may be no other. Returns the password; undefined for an unknown name.
 */
export async function setNewPassword(
  db: Db,
  { name, now, requestId }: { name: string; now: Date; requestId: string },
): Promise<{ username: string; password: string } | undefined> {
  const password = randomToken().slice(0, 16)
  const password_hash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'username', 'first_name', 'last_name', 'state'])
      .where((row) => row.or([row('username', '=', name), row('email', '=', name)]))
      .orderBy('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return undefined
    await tx
      .updateTable('users')
      .set({ password_hash, state: 'active', updated_at: now })
      .where('id', '=', user.id)
      .execute()
    await closeSessionsOf(tx, user.id)
    await endLinks(tx, user.id, 'password_reset', now)
    await audit(
      tx,
      { actor: operator, now, requestId },
      {
        action: 'new_password',
        ...auditOf('user', { id: user.id, title: fullNameWithUsername(user) }),
        before: { state: user.state },
        after: { state: 'active' },
      },
    )
    return { username: user.username, password }
  })
}
