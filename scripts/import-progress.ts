import type { Db } from '#server/db/db.ts'

const every = 500

/** Shows an import's progress on one line of a terminal, or on several lines of a log, until ended. */
export function watchProgress(db: Db, id: number): { end: () => Promise<void> } {
  const tty = process.stdout.isTTY
  let shown = ''
  let looking: Promise<void> = Promise.resolve()
  let busy = false
  const look = async () => {
    const row = await db
      .selectFrom('imports')
      .select(['step', 'rows_done', 'rows_total'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row?.step) return
    const rows = row.rows_total === null ? row.rows_done : `${row.rows_done} of ${row.rows_total}`
    const line = tty ? `${row.step} … ${rows} rows` : row.step
    if (line === shown) return
    shown = line
    process.stdout.write(tty ? `\r\u001b[K${line}` : `${line} …\n`)
  }
  const timer = setInterval(() => {
    // A busy database answers late: one query at a time.
    if (busy) return
    busy = true
    looking = look().finally(() => (busy = false))
    looking.catch(() => {}) // the work itself will report database errors
  }, every)
  return {
    async end() {
      clearInterval(timer)
      await looking.catch(() => {})
      if (tty && shown) process.stdout.write('\r\u001b[K')
    },
  }
}
