import { Worker } from 'node:worker_threads'
import { ReadError, type ReadErrorCode } from './errors.ts'
import type { FileFacts, ReadOptions } from './file.ts'
import type { SourceRow } from './row.ts'

export type WorkerMessage =
  | { rows: SourceRow[]; facts: FileFacts; done?: true }
  | { refused: { code: ReadErrorCode; line: number | undefined } }

/** Bounds of one reading: the thread's JavaScript memory, and how long one batch of rows may take it. */
export type WorkerLimits = { memoryMb: number; batchMs: number }
export const workerLimits: WorkerLimits = { memoryMb: 192, batchMs: 30_000 }

/** Rows as they were batched on the way out of the worker, with what is known about the file by then. */
export type Batch = { rows: SourceRow[]; facts: FileFacts }

/**
 * Reads a foreign file in a worker thread and gives its rows in batches of up to 500; the worker reads on only when the
 * next batch is asked for. Throws `ReadError`: what the reader refuses, `memory_limit`, `time_limit` (a batch that
 * takes too long; the time its consumer takes does not count). Leaving the loop, or aborting, ends the worker.
 */
export async function* readInWorker(
  path: string,
  options: ReadOptions = {},
  { limits = workerLimits, signal }: { limits?: WorkerLimits; signal?: AbortSignal } = {},
): AsyncGenerator<Batch> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { path, options },
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 8 },
    stdin: false,
  })
  try {
    for (;;) {
      signal?.throwIfAborted()
      const answer = nextMessage(worker, limits.batchMs, signal)
      worker.postMessage('next')
      const message = await answer
      if ('refused' in message) throw new ReadError(message.refused.code, message.refused.line)
      if (message.rows.length > 0) yield { rows: message.rows, facts: message.facts }
      if (message.done) return
    }
  } finally {
    await worker.terminate()
  }
}

function nextMessage(worker: Worker, batchMs: number, signal?: AbortSignal): Promise<WorkerMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new ReadError('time_limit'))), batchMs)
    const onMessage = (message: WorkerMessage) => settle(() => resolve(message))
    const onError = (error: Error & { code?: string }) =>
      settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ReadError('memory_limit') : error))
    const onExit = () => settle(() => reject(new ReadError('memory_limit')))
    const onAbort = () => settle(() => reject(signal!.reason as Error))
    const settle = (act: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      signal?.removeEventListener('abort', onAbort)
      act()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    signal?.addEventListener('abort', onAbort)
  })
}
