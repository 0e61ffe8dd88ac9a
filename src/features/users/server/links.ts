import type { Db } from '#server/db/db.ts'
import { HttpError } from '#server/base/errors.ts'
import { hashToken, randomToken } from '#server/base/tokens.ts'

type Purpose = 'invitation' | 'password_reset'

/**
 * Creates a single-use link to an account, valid until `expiresAt`, and ends earlier links for the same purpose. Returns its
 * token.
 */
export async function makeLink(
  db: Db,
  link: { userId: number; purpose: Purpose; createdBy: number | null; now: Date; expiresAt: Date },
): Promise<string> {
  await endLinks(db, link.userId, link.purpose, link.now)
  const token = randomToken()
  await db
    .insertInto('account_links')
    .values({
      token_hash: hashToken(token),
      user_id: link.userId,
      purpose: link.purpose,
      created_by: link.createdBy,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute()
  return token
}

export async function endLinks(db: Db, userId: number, purpose: Purpose, now: Date): Promise<void> {
  await db
    .updateTable('account_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** The account behind a link; throws 410 for an unknown, used or expired link. */
export async function openLink(db: Db, token: string, purpose: Purpose, now: Date) {
  const row = await db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select([
      'users.id',
      'users.email',
      'users.username',
      'users.first_name',
      'users.last_name',
      'users.language',
      'users.state',
    ])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.state', '=', purpose === 'invitation' ? 'invited' : 'active')
    .executeTakeFirst()
  if (!row) throw new HttpError(410, 'gone')
  return row
}

/**
 * Uses up a link; the second of two concurrent calls gets 410. It locks the account before the link, in the same order as code
 * that ends all links of an account.
 */
export async function useLink(tx: Db, token: string, now: Date): Promise<void> {
  const token_hash = hashToken(token)
  const link = tx.selectFrom('account_links').select('user_id').where('token_hash', '=', token_hash)
  await tx.selectFrom('users').select('id').where('id', '=', link).forNoKeyUpdate().execute()
  const used = await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) throw new HttpError(410, 'gone')
}
