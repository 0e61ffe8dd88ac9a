import { streamBatches } from '#server/sandbox/child.ts'
import { inBatches } from '#server/sandbox/batches.ts'
import { ReadError } from '#shared/reading/errors.ts'
// Preloaded, and so in the compile cache: most files are CSV, and the spare process can read one without delay.
import '#server/reading/csv.ts'
import { excerptOf, openRows } from './file.ts'
import type { ReadBatch, ReadQuestion } from './in-sandbox.ts'
import type { SourceRow } from '#shared/reading/row.ts'

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
