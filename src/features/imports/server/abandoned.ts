import { audit, auditOf } from '#server/audit/audit.ts'
import { type DailyJob, defineDailyJob } from '#server/work/jobs.ts'
import { longTransaction } from './progress.ts'
import { clearStaging } from './records.ts'

/**
 * Days an untouched file waits for its import. Its rows are unused personal data; a month is enough to ask the sender
 * about refused rows, or to come back from holidays.
 */
export const keptDays = 30

/** Removes imports that booked nothing and were not touched for `keptDays`, with their files and staged rows. */
export const removeAbandoned: DailyJob = defineDailyJob({
  name: 'imports.remove_abandoned',
  at: '02:45',
  run: async ({ db, services, now }) => {
    const before = new Date(now.getTime() - keptDays * 86_400_000)
    // Running work sets `updated_at` with each progress report, so a row this old has lost its worker.
    const abandoned = await db
      .selectFrom('imports')
      .select('id')
      .where('state', 'not in', ['done', 'undoing', 'undone'])
      .where('updated_at', '<', before)
      .orderBy('id')
      .execute()
    for (const { id } of abandoned) {
      await longTransaction(db, async (tx) => {
        const removed = await tx
          .deleteFrom('imports')
          .where('id', '=', id)
          // Somebody may have resumed it since the list was read.
          .where('state', 'not in', ['done', 'undoing', 'undone'])
          .where('updated_at', '<', before)
          .returning(['filename', 'state', 'counts', 'file_key'])
          .executeTakeFirst()
        if (!removed) return
        const { file_key, ...known } = removed
        await clearStaging(tx, id)
        await audit(
          tx,
          { actor: { id: null, name: removeAbandoned.name }, now },
          {
            action: 'delete',
            ...auditOf('import', { id, title: known.filename }),
            before: known,
          },
        )
        // Last, so that neither outlives the other: if the commit fails after this, the next night removes the row.
        if (file_key) await services.files.remove(file_key)
      })
    }
  },
})
