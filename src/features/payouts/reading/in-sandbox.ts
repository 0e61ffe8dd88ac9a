import { type SandboxLimits, usualWaitMs } from '#server/sandbox/process.ts'
import { sandbox } from '#server/sandbox/sandbox.ts'
import type { BankAnswer } from './pain002.ts'

export type AnswerQuestion = { bytes: Uint8Array }
/** An answer as it was read, or why it was not: a code, the line it stands in, and what its text says of it. */
export type AnswerRead =
  | { answer: BankAnswer }
  | { refused: { code: string; line: number | undefined; parameters: Record<string, string | number> } }

/** Bounds of one reading; an answer of 10 MB takes about a second. */
const limits: SandboxLimits = { memoryMb: 192, residentMb: 512, processorMs: 20_000, waitMs: usualWaitMs }

const reading = sandbox<AnswerQuestion, AnswerRead>(new URL('./child.ts', import.meta.url), limits)

/** Reads a bank's answer in a sandbox. Throws 503 `server_busy`. */
export async function readAnswerInSandbox(bytes: Uint8Array): Promise<AnswerRead> {
  const read = await reading.once({ bytes })
  return read ?? { refused: { code: 'memory_limit', line: undefined, parameters: {} } }
}
