import { parentPort, workerData } from 'node:worker_threads'
import { ReadError } from './errors.ts'
import { openRows, type ReadOptions } from './file.ts'
import type { SourceRow } from './row.ts'
import type { WorkerMessage } from './in-worker.ts'

// Runs in a thread of its own with bounded memory: reads the file and hands over batches, the next one when asked.
const batchRows = 500
const port = parentPort!
const { path, options } = workerData as { path: string; options: ReadOptions }

try {
  const { facts, rows } = await openRows(path, options)
  await asked()
  let batch: SourceRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchRows) continue
    send({ rows: batch, facts: facts() })
    batch = []
    await asked()
  }
  send({ rows: batch, facts: facts(), done: true })
} catch (error) {
  if (!(error instanceof ReadError)) throw error
  send({ refused: { code: error.code, line: error.line } })
}
port.close()

function send(message: WorkerMessage): void {
  port.postMessage(message)
}

function asked(): Promise<void> {
  return new Promise((resolve) => port.once('message', () => resolve()))
}
