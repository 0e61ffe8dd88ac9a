import { SandboxError, type SandboxLimits } from '../sandbox/process.ts'
import { processorMsForFile } from '../sandbox/processor-time.ts'
import type { StreamOptions } from '../sandbox/sandbox.ts'
import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import { ReadError } from '#shared/reading/errors.ts'

/** The refusal of a file that exceeded the limits of its sandbox; other errors of its code stay what they are. */
export function asReadError(error: SandboxError): Error {
  if (error.reason === 'processor_time') return new ReadError('time_limit')
  return error.reason === 'failed' ? error : new ReadError('memory_limit')
}

type Reading<Question> = {
  stream: (
    question: Question,
    options: StreamOptions,
  ) => AsyncIterable<{ excerpt?: ExcerptRow[]; [other: string]: unknown }>
}

/**
 * Asks a reader in a sandbox for the rows around the line at which a file was refused; empty when they cannot be read
 * within its limits.
 */
export async function excerptInSandbox<Question extends { path: string }>(
  reading: Reading<Question>,
  question: Question,
  limits: SandboxLimits,
): Promise<ExcerptRow[]> {
  const processorMs = await processorMsForFile(question.path, limits.processorMs)
  try {
    for await (const { excerpt } of reading.stream(question, { limits, processorMs }))
      if (excerpt) return excerpt
    return []
  } catch (error) {
    if (error instanceof SandboxError) return []
    throw error
  }
}
