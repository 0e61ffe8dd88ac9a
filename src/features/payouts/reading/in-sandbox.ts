import { type SandboxLimits, usualWaitMs } from '#server/sandbox/process.ts'
import { sandbox } from '#server/sandbox/sandbox.ts'
import type { BankAnswer } from './pain002.ts'

export type AnswerQuestion = { bytes: Uint8Array }
/** An answer with the file that it was read from. `filename` is the name inside a ZIP, empty for a single file. */
export type AnswerFile = { answer: BankAnswer; bytes: Uint8Array; filename: string }
/** The answers that were read, or the refusal: code, line, values for its text, and file. */
export type AnswersRead =
  | { answers: AnswerFile[] }
  | {
      refused: {
        code: string
        line: number | undefined
        parameters: Record<string, string | number>
        /** The refused file inside a ZIP. */
        in_file?: string
      }
    }

/** Limits for reading one upload; an answer of 10 MB takes about one second. */
const limits: SandboxLimits = { memoryMb: 192, residentMb: 512, processorMs: 20_000, waitMs: usualWaitMs }

const reading = sandbox<AnswerQuestion, AnswersRead>(new URL('./child.ts', import.meta.url), limits)

/** Reads a bank answer, or a ZIP of several, in a sandbox. Throws 503 `server_busy`. */
export async function readAnswersInSandbox(bytes: Uint8Array): Promise<AnswersRead> {
  const read = await reading.once({ bytes })
  return read ?? { refused: { code: 'memory_limit', line: undefined, parameters: {} } }
}
