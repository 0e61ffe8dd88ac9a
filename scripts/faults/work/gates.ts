import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kind, Mark } from './kind.ts'

/** Before a worker starts: the job is still in the queue. */
export const waiting = 'waiting for a worker'

/**
 * Holds work that reaches a mark: the mark's trigger waits for an advisory lock held here. Installs the triggers of all
 * marks; they pass everything without a closed gate.
 */
export async function openGates(databaseUrl: string, kinds: readonly Kind[]) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  let before: Promise<unknown> = Promise.resolve()
  /** One statement at a time: the locks belong to this single session. */
  const ask = (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
    const answer = before.then(() => client.query(text, values))
    before = answer.catch(() => {})
    return answer
  }
  await ask(`
    create table fault_gates (mark text not null, piece text not null, key bigint not null, primary key (mark, piece))`)
  const nameOf = (kind: Kind, mark: string) => `${kind.name}: ${mark}`
  let placed = 0
  const place = async (name: string, { table, event, when, piece, after = '' }: Mark) => {
    const trigger = `fault_gate_${++placed}`
    await ask(`
      create function ${trigger}() returns trigger language plpgsql as $$
      declare gate bigint; usual text := current_setting('lock_timeout'); begin
        select key into gate from fault_gates where mark = '${name}' and piece = (${piece});
        if gate is not null then
          -- Held for as long as it takes, unlike what waits for other locks.
          perform set_config('lock_timeout', '0', true);
          perform pg_advisory_xact_lock_shared(gate);
          perform set_config('lock_timeout', usual, true);
          ${after}
        end if;
        if tg_op = 'DELETE' then return old; end if;
        return new;
      end $$`)
    await ask(
      `create trigger ${trigger} before ${event} on ${table} for each row when (${when}) execute function ${trigger}()`,
    )
  }
  for (const kind of kinds) {
    for (const [mark, where] of Object.entries(kind.marks)) await place(nameOf(kind, mark), where)
    await place(nameOf(kind, waiting), {
      table: 'pgboss.job',
      event: 'update',
      when: `new.state = 'active' and old.state <> 'active' and new.data ->> 'job' = '${kind.job}'`,
      piece: kind.pieceOfJob(`(new.data -> 'payload' ->> 'id')::bigint`),
      // Its worker starts now; the time at the gate would otherwise count as silence.
      after: 'new.heartbeat_on := clock_timestamp(); new.started_on := clock_timestamp();',
    })
  }
  // So that no other lock of a test has the same keys.
  let lastKey = 7_340_000_000
  const waits = `from pg_locks where locktype = 'advisory' and not granted and objsubid = 1
    and ((classid::bigint << 32) | objid::bigint) = any($1::bigint[])`
  return {
    /** Closes the gate of a mark for a piece; returns its key. */
    async close(kind: Kind, mark: string, piece: string): Promise<number> {
      const key = ++lastKey
      await ask('select pg_advisory_lock($1)', [key])
      await ask('insert into fault_gates values ($1, $2, $3)', [nameOf(kind, mark), piece, key])
      return key
    },
    /** The gates not reached yet, once all are reached or time is up. */
    async notReached(keys: readonly number[], withinMs: number): Promise<number[]> {
      for (const until = Date.now() + withinMs; ;) {
        const { rows } = await ask(
          `select distinct (classid::bigint << 32) | objid::bigint as key ${waits}`,
          [keys],
        )
        const reached = new Set(rows.map(({ key }) => Number(key)))
        const left = keys.filter((key) => !reached.has(key))
        if (left.length === 0 || Date.now() >= until) return left
        await sleep(200)
      }
    },
    /** Cancels the waiting statements, as if the kill had come before them; a single one would commit by itself. */
    async cut(keys: readonly number[]): Promise<void> {
      await ask(`select pg_terminate_backend(pid) ${waits}`, [keys])
    },
    /** Opens a gate permanently. */
    async open(key: number): Promise<void> {
      await ask('delete from fault_gates where key = $1', [key])
      await ask('select pg_advisory_unlock($1)', [key])
    },
    /** Lets the currently waiting ones through, and nobody after them. */
    async shutAgain(key: number): Promise<void> {
      await ask('select pg_advisory_unlock($1)', [key])
      // The lock queues behind released transactions until they end, so this only tries.
      for (let tries = 0; tries < 20; tries++) {
        const { rows } = await ask('select pg_try_advisory_lock($1) as taken', [key])
        if (rows[0].taken) return
        await sleep(50)
      }
    },
    end: () => client.end(),
  }
}
