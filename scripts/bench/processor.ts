import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from '#server/db/db.ts'

/** Milliseconds per clock tick of the kernel's accounting. */
const tickMs = 10

/**
 * Reports the CPU time in milliseconds that a process and the whole PostgreSQL have used: the cost of a call,
 * independent of other load. Linux only; elsewhere always 0.
 */
export async function processorClock(database: Database): Promise<(pid: number) => number> {
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = statOf(rows[0]!.pid)?.parent
  return (pid) => {
    const backends = processes().filter((it) => it.parent === postmaster)
    // Workers of a parallel plan are short-lived: their usage is added to the parent's when they end.
    const ended = (postmaster && statOf(postmaster)?.endedMs) || 0
    return (statOf(pid)?.ownMs ?? 0) + ended + backends.reduce((sum, it) => sum + it.ownMs, 0)
  }
}

type Stat = { parent: number; ownMs: number; endedMs: number }

function processes(): Stat[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))
  } catch {
    return [] // no Linux
  }
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name in brackets, which may hold any text: state, parent … and from the twelfth field on the times.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return {
      parent: fields[1]!,
      ownMs: (fields[11]! + fields[12]!) * tickMs,
      endedMs: (fields[13]! + fields[14]!) * tickMs,
    }
  } catch {
    return undefined // ended meanwhile, or no Linux
  }
}
