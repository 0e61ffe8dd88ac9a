import { inOwnProcess, type ReadLimits, usualWaitMs } from '#server/own-process.ts'
import type { Findings } from '../findings.ts'
import type { Inspected } from './inspect.ts'

export const readLimits: ReadLimits = {
  memoryMb: 128,
  residentMb: 512,
  processorMs: 5000,
  waitMs: usualWaitMs,
}

/** Looks at a PDF in a process of its own: a file that takes too much memory or time is refused as unreadable. */
export async function inspectPdf(bytes: Uint8Array, limits: ReadLimits = readLimits): Promise<Inspected> {
  const script = new URL('./child.ts', import.meta.url)
  return (await inOwnProcess<Inspected>(script, bytes, limits)) ?? { refused: 'unreadable' }
}

/** Finds in a PDF what a notice says of itself, in a process of its own; undefined where its text cannot be read. */
export function findInPdf(bytes: Uint8Array, limits: ReadLimits = readLimits): Promise<Findings | undefined> {
  return inOwnProcess<Findings>(new URL('./find-child.ts', import.meta.url), bytes, limits)
}
