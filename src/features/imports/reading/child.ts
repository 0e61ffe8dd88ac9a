import { streamBatches } from '#server/sandbox/child.ts'
import { inBatches } from '#server/sandbox/batches.ts'
import { ReadError } from './errors.ts'
// Loaded before a file arrives, so that the standby process has it compiled: most files are CSV.
import './csv.ts'
import { excerptOf, openRows } from './file.ts'
import type { ReadBatch, ReadQuestion } from './in-sandbox.ts'
import type { SourceRow } from './row.ts'

// Runs in a sandboxed process: reads one file in batches.
streamBatches<ReadQuestion, ReadBatch>(async function* ({ path, options, excerpt }) {
  try {
    if (excerpt) return yield { excerpt: await excerptOf(path, excerpt) }
    const { facts, rows } = await openRows(path, options)
    for await (const batch of inBatches(rows, sizeOf)) yield { rows: batch, facts: facts() }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    yield { refused: { code: error.code, line: error.line } }
  }
})

const sizeOf = ({ cells }: SourceRow) =>
  cells.reduce<number>((sum, cell) => sum + 8 + (typeof cell === 'string' ? cell.length : 0), 0)
