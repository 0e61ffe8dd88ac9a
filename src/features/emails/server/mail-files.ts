import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineDailyJob } from '#server/work/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'

/** Validity of the longest-lived account link (invitations, product.md §5). */
const keptMs = 7 * 86_400_000

const folderOf = (dataDir: string) => join(dataDir, 'outbox')

/**
 * Without a mail server a mail with a secret link reaches nobody, and no page shows it. This writes it to a file that only the
 * product's own account may read; the operator forwards it in another way.
 */
export function writeMailFile(
  dataDir: string,
  { id, to, subject, text }: { id: number; to: string; subject: string; text: string },
): void {
  const folder = folderOf(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, `${id}.txt`), `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 })
}

/** Erases expired links: those of mails that have ended, and files of installations without a mail server. */
export const deleteOldSecrets = defineDailyJob({
  name: 'emails.forget_secrets',
  at: '02:45',
  run: async ({ services, db, now }) => {
    const before = new Date(now.getTime() - keptMs)
    const ids = db.selectFrom('emails').select('id').where('created_at', '<', before)
    await inTransaction(db, async (tx) => {
      await tx
        .updateTable('emails')
        .set({ secrecy: 'gone' })
        .where('secrecy', '=', 'held')
        .where('id', 'in', ids)
        .where('state', 'in', ['sent', 'failed', 'skipped'])
        .execute()
      await tx
        .deleteFrom('email_secrets')
        .where('email_id', 'in', tx.selectFrom('emails').select('id').where('secrecy', '=', 'gone'))
        .execute()
    })
    const folder = folderOf(services.config.dataDir)
    for (const name of filesIn(folder))
      if (statSync(join(folder, name)).mtimeMs < before.getTime()) rmSync(join(folder, name), { force: true })
  },
})

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
