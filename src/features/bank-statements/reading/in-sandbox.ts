import { asReadError } from '#features/imports/reading/in-sandbox.ts'
import { ReadError } from '#features/imports/reading/errors.ts'
import { SandboxError, type SandboxLimits, usualWaitMs } from '#server/sandbox/process.ts'
import { processorMsForFile } from '#server/sandbox/processor-time.ts'
import { sandbox } from '#server/sandbox/sandbox.ts'
import type { SavedColumns } from './bank-csv.ts'
import type { FilePart } from './file.ts'
import { StatementError, type StatementErrorCode } from './statement.ts'

export type StatementQuestion = { path: string; saved: SavedColumns }
export type StatementBatch =
  | { parts: FilePart[] }
  | {
      refused: {
        code: StatementErrorCode
        line: number | undefined
        parameters: Record<string, string | number>
      }
    }

/** Bounds of one reading; to the processor time comes as much as the size of the file allows for. */
export const statementLimits: SandboxLimits = {
  memoryMb: 128,
  residentMb: 512,
  processorMs: 10_000,
  waitMs: usualWaitMs,
}

const reading = sandbox<StatementQuestion, StatementBatch>(
  new URL('./child.ts', import.meta.url),
  statementLimits,
)

/**
 * Reads a file of statements in a sandbox, in batches of 500 parts; at most one batch is read ahead. Throws
 * `StatementError`: what the reader refuses, `memory_limit` and `time_limit` (processor time, never the clock); and 503
 * `server_busy`. Leaving the loop ends the process.
 */
export async function* readInSandbox(
  path: string,
  saved: SavedColumns = new Map(),
  limits: SandboxLimits = statementLimits,
): AsyncGenerator<FilePart> {
  const processorMs = await processorMsForFile(path, limits.processorMs)
  try {
    for await (const batch of reading.stream({ path, saved }, { limits, processorMs })) {
      if ('refused' in batch)
        throw new StatementError(batch.refused.code, batch.refused.line, batch.refused.parameters)
      for (const part of batch.parts) yield part
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    const failure = asReadError(error)
    throw failure instanceof ReadError ? new StatementError(failure.code) : failure
  }
}
