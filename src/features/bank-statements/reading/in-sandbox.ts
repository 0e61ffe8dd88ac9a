import { asReadError, excerptInSandbox } from '#server/reading/in-sandbox.ts'
import { ReadError } from '#shared/reading/errors.ts'
import { SandboxError, type SandboxLimits, usualWaitMs } from '#server/sandbox/process.ts'
import { processorMsForFile } from '#server/sandbox/processor-time.ts'
import { sandbox } from '#server/sandbox/sandbox.ts'
import type { CsvPreview } from './bank-csv.ts'
import type { SavedLayouts } from './csv-columns.ts'
import type { ExcerptAt } from '#server/reading/excerpt.ts'
import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import { type FilePart, nothingSaved } from './file.ts'
import { StatementError, type StatementErrorCode } from './statement.ts'

export type StatementQuestion = {
  path: string
  saved: SavedLayouts
  isPreview?: true
  excerpt?: ExcerptAt
}
export type StatementBatch =
  | { parts: FilePart[] }
  | { preview: CsvPreview }
  | { excerpt: ExcerptRow[] }
  | {
      refused: {
        code: StatementErrorCode
        line: number | undefined
        parameters: Record<string, string | number>
      }
    }

/** Limits of one reading; the processor time grows with the file's size. */
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
 * Reads a statement file in a sandbox, in batches of 500 parts, with at most one batch read ahead. Throws
 * `StatementError`: the reader's errors, `memory_limit` and `time_limit` (processor time, never the clock); and 503
 * `server_busy`. Leaving the loop ends the process.
 */
export async function* readInSandbox(
  path: string,
  saved: SavedLayouts = nothingSaved,
  limits: SandboxLimits = statementLimits,
): AsyncGenerator<FilePart> {
  const processorMs = await processorMsForFile(path, limits.processorMs)
  try {
    for await (const batch of reading.stream({ path, saved }, { limits, processorMs })) {
      if ('refused' in batch)
        throw new StatementError(batch.refused.code, batch.refused.line, batch.refused.parameters)
      if ('parts' in batch) for (const part of batch.parts) yield part
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    const failure = asReadError(error)
    throw failure instanceof ReadError ? new StatementError(failure.code) : failure
  }
}

/** The first rows of a CSV, read in a sandbox; throws like `readInSandbox`, and `no_csv` for other formats. */
export async function previewInSandbox(path: string, saved: SavedLayouts): Promise<CsvPreview> {
  const { processorMs } = statementLimits
  try {
    const question = { path, saved, isPreview: true } as const
    for await (const batch of reading.stream(question, { limits: statementLimits, processorMs })) {
      if ('refused' in batch)
        throw new StatementError(batch.refused.code, batch.refused.line, batch.refused.parameters)
      if ('preview' in batch) return batch.preview
    }
    throw new StatementError('no_statements')
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    const failure = asReadError(error)
    throw failure instanceof ReadError ? new StatementError(failure.code) : failure
  }
}

/** The rows around the line that a file is refused at; none where they cannot be read within the sandbox's bounds. */
export const excerptOfFile = (path: string, saved: SavedLayouts, excerpt: ExcerptAt): Promise<ExcerptRow[]> =>
  excerptInSandbox(reading, { path, saved, excerpt }, statementLimits)
