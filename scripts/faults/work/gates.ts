import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kind, Mark } from './kind.ts'

/** Before a worker begins: its job is still in the queue. */
export const waiting = 'waiting for a worker'

/**
 * Holds whoever comes to a mark of a piece of work: a trigger of each mark waits for an advisory lock that this has. Places the
 * triggers of all marks; they let everything through that no closed gate is for.
 */
export async function openGates(databaseUrl: string, kinds: readonly Kind[]) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  let before: Promise<unknown> = Promise.resolve()
  /** One statement after the other: the locks are of this one session. */
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
      // Its worker begins now; with the time before the gate it would count as silent.
      after: 'new.heartbeat_on := clock_timestamp(); new.started_on := clock_timestamp();',
    })
  }
  // So that no other lock of a test has the same keys.
  let lastKey = 7_340_000_000
  const waits = `from pg_locks where locktype = 'advisory' and not granted and objsubid = 1
    and ((classid::bigint << 32) | objid::bigint) = any($1::bigint[])`
  return {
    /** Closes the gate of a mark for a piece; answers its key. */
    async close(kind: Kind, mark: string, piece: string): Promise<number> {
      const key = ++lastKey
      await ask('select pg_advisory_lock($1)', [key])
      await ask('insert into fault_gates values ($1, $2, $3)', [nameOf(kind, mark), piece, key])
      return key
    },
    /** Those of these gates that nobody waits at yet, once all are reached or the time is over. */
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
    /** Ends the statements that wait, as if the kill had come before them; a single one would commit by itself. */
    async cut(keys: readonly number[]): Promise<void> {
      await ask(`select pg_terminate_backend(pid) ${waits}`, [keys])
    },
    /** Opens a gate for good. */
    async open(key: number): Promise<void> {
      await ask('delete from fault_gates where key = $1', [key])
      await ask('select pg_advisory_unlock($1)', [key])
    },
    /** Lets those through that wait now, and nobody after them. */
    async shutAgain(key: number): Promise<void> {
      await ask('select pg_advisory_unlock($1)', [key])
      // Waits behind those that were let through until their transactions end, so it only tries.
      for (let tries = 0; tries < 20; tries++) {
        const { rows } = await ask('select pg_try_advisory_lock($1) as taken', [key])
        if (rows[0].taken) return
        await sleep(50)
      }
    },
    end: () => client.end(),
  }
}
