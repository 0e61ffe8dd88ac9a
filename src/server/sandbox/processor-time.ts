import { readFile, stat } from 'node:fs/promises'

/** Linux counts a process's time in ticks, a hundred a second on every machine it tells programs of. */
const tickMs = 10

/**
 * Milliseconds of processor time that all threads of a process have used so far, in steps of ten; undefined where the system
 * does not say. Unlike time on the clock it does not pass while the machine, or whoever waits for the answer, is busy.
 */
export async function processorMsOf(pid: number | undefined): Promise<number | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name, in brackets, may hold anything; user and system time are the 14th and 15th word with it.
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

/** Processor time for reading one file, in milliseconds: the usual time and as much as its size allows for. */
export async function processorMsForFile(path: string, usualMs: number): Promise<number> {
  return usualMs + ((await stat(path)).size / 1_000_000) * msPerMegabyte
}
