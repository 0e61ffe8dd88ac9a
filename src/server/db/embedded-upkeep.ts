import type { Engine } from './engine.ts'
import type { WireServer } from './wire.ts'

/** Bytes of write-ahead log after which a checkpoint is due: what a crash at worst has to replay. */
const LOG_BYTES = 64 * 1024 * 1024

/** How often a long transaction is asked how much it has written. */
const EVERY_IN_LONG = 1000

/**
 * Does what PostgreSQL's background processes do and PGlite has none for: checkpoints, so that the write-ahead
 * log stays short, and VACUUM ANALYZE, so that plans know the tables. Runs when nobody is waiting; checkpoints come between the
 * statements of a long transaction as well, whose log would else be kept to its end. Returns its stop.
 */
export function keepInShape(
  pglite: Engine,
  wire: Pick<WireServer, 'alone' | 'between'>,
  notice: (message: string) => void,
  every = 15_000,
): () => void {
  let checkpointAt = '0/0'
  const timers = [
    setInterval(() => void wire.alone(work).catch(fail), every),
    setInterval(() => void wire.between(checkpointWhenDue).catch(fail), Math.min(every, EVERY_IN_LONG)),
  ]
  for (const timer of timers) timer.unref()

  function stop(): void {
    for (const timer of timers) clearInterval(timer)
  }

  function fail(error: unknown): void {
    stop()
    notice(`upkeep of the embedded database stopped: ${String(error)}`)
  }

  async function work(): Promise<void> {
    const [table] = (await pglite.query<{ name: string }>(changedMost)).rows
    // one table at a time, so that nobody waits for long
    if (table) await pglite.exec(`VACUUM (ANALYZE) ${table.name}`)
    await checkpointWhenDue()
  }

  async function checkpointWhenDue(): Promise<void> {
    const log = await pglite.query<{ bytes: number; at: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn)::float8 as bytes, pg_current_wal_lsn()::text as at`,
      [checkpointAt],
    )
    const { bytes, at } = log.rows[0]!
    if (bytes > LOG_BYTES) {
      await pglite.exec('CHECKPOINT')
      checkpointAt = at
    }
  }

  return stop
}

// PostgreSQL's own thresholds: 50 rows and a tenth (analyze) or a fifth (vacuum) of the table.
const changedMost = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) or s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
  order by s.n_mod_since_analyze desc limit 1`
