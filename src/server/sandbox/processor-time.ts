import { readFile, stat } from 'node:fs/promises'

/** Linux counts CPU time in ticks, reported to programs as a hundred per second on every machine. */
const tickMs = 10

/**
 * CPU time in milliseconds that all threads of a process have used, in steps of ten; undefined where the system does
 * not report it. Unlike wall-clock time, it is independent of the load.
 */
export async function processorMsOf(pid: number | undefined): Promise<number | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name, in brackets, may hold any text; user and system time are the 14th and 15th field, counted with it.
  const [user, system] =
    line
      ?.slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number) ?? []
  return user === undefined || system === undefined ? undefined : (user + system) * tickMs
}

/** A megabyte of text or XML takes about a tenth of a second; a ZIP or workbook unpacks to ten or twenty times its size. */
const msPerMegabyte = 5_000

/** CPU time limit for reading one file, in milliseconds: the usual time plus an allowance for its size. */
export async function processorMsForFile(path: string, usualMs: number): Promise<number> {
  return usualMs + ((await stat(path)).size / 1_000_000) * msPerMegabyte
}
