import { sql } from 'kysely'
import type { Chore } from '#server/work/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { close } from './decide.ts'
import { notifyProposer } from './mails.ts'
import type { StoredApproval } from './queries.ts'

const atOnce = 100

/** Closes expired proposals and notifies their proposers. */
export const expireApprovals: Chore = {
  name: 'expire approvals',
  everyMs: 60_000,
  run: async (services) => {
    const now = services.clock()
    const closed = await inTransaction(services.database.db, async (tx) => {
      // Skips a proposal that is being decided now.
      const { rows } = await sql<StoredApproval>`
        select * from approvals where state = 'waiting' and expires_at <= ${now}
        order by expires_at limit ${atOnce} for no key update skip locked`.execute(tx)
      const auditContext = { actor: { id: null, name: 'Almoner' }, now }
      for (const row of rows) {
        const ended = { state: 'expired', reason: '' } as const
        await close({ db: tx, now, auditContext }, row, ended)
        await notifyProposer({ db: tx, now, services }, row, ended)
      }
      return rows.length
    })
    return closed === atOnce
  },
}
