import { SandboxError, type SandboxLimits, usualWaitMs } from '#server/sandbox/process.ts'
import { processorMsForFile } from '#server/sandbox/processor-time.ts'
import { sandbox } from '#server/sandbox/sandbox.ts'
import { ReadError, type ReadErrorCode } from '#shared/reading/errors.ts'
import type { ExcerptAt } from '#server/reading/excerpt.ts'
import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import type { FileFacts, ReadOptions } from './file.ts'
import type { SourceRow } from '#shared/reading/row.ts'
import { asReadError, excerptInSandbox } from '#server/reading/in-sandbox.ts'

export type ReadQuestion = {
  path: string
  options: ReadOptions
  /** Set to read only the rows around a line. */ excerpt?: ExcerptAt
}
export type ReadBatch =
  | { rows: SourceRow[]; facts: FileFacts }
  | { excerpt: ExcerptRow[] }
  | { refused: { code: ReadErrorCode; line: number | undefined } }

/** Limits of one reading; the processor time grows with the file's size. */
export const readLimits: SandboxLimits = {
  memoryMb: 192,
  residentMb: 640,
  processorMs: 20_000,
  waitMs: usualWaitMs,
}

const reading = sandbox<ReadQuestion, ReadBatch>(new URL('./child.ts', import.meta.url), readLimits)

export type Batch = { rows: SourceRow[]; facts: FileFacts }

/**
 * Reads an untrusted file in a sandbox and yields its rows in batches of up to 500, with at most one batch read ahead.
 * Throws `ReadError`: the reader's errors, `memory_limit`, `time_limit` (processor time, never the clock), and 503
 * `server_busy`. Leaving the loop or aborting ends the process.
 */
export async function* readInSandbox(
  path: string,
  options: ReadOptions = {},
  { limits = readLimits, signal }: { limits?: SandboxLimits; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Batch> {
  signal?.throwIfAborted()
  const processorMs =
    limits === readLimits ? await processorMsForFile(path, limits.processorMs) : limits.processorMs
  try {
    for await (const batch of reading.stream({ path, options }, { limits, processorMs, signal })) {
      if ('refused' in batch) throw new ReadError(batch.refused.code, batch.refused.line)
      if ('rows' in batch) yield batch
    }
  } catch (error) {
    throw error instanceof SandboxError ? asReadError(error) : error
  }
}

export const excerptOfFile = (path: string, line: number): Promise<ExcerptRow[]> =>
  excerptInSandbox(reading, { path, options: {}, excerpt: { line } }, readLimits)
