import { type SandboxLimits, usualWaitMs } from '#server/sandbox/process.ts'
import { sandbox } from '#server/sandbox/sandbox.ts'
import type { Findings } from '../findings.ts'
import type { Inspected } from './inspect.ts'

export const readLimits: SandboxLimits = {
  memoryMb: 128,
  residentMb: 512,
  processorMs: 5000,
  waitMs: usualWaitMs,
}

const inspecting = sandbox<Uint8Array, Inspected>(new URL('./inspect-child.ts', import.meta.url), readLimits)
const finding = sandbox<Uint8Array, Findings>(new URL('./find-child.ts', import.meta.url), readLimits)
const wording = sandbox<Uint8Array, string>(new URL('./words-child.ts', import.meta.url), readLimits)

/** Inspects a PDF in a sandbox; a file that exceeds the memory or CPU limit is refused as unreadable. */
export async function inspectPdf(bytes: Uint8Array, limits: SandboxLimits = readLimits): Promise<Inspected> {
  return (await inspecting.once(bytes, limits)) ?? { refused: 'unreadable' }
}

/** Finds a notice's values in a PDF, in a sandbox; undefined if its text cannot be read. */
export function findInPdf(
  bytes: Uint8Array,
  limits: SandboxLimits = readLimits,
): Promise<Findings | undefined> {
  return finding.once(bytes, limits)
}

/** The text of a PDF, read in a sandbox; undefined if it cannot be read. */
export function wordsOfPdf(bytes: Uint8Array): Promise<string | undefined> {
  return wording.once(bytes)
}
