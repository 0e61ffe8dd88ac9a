import { inBatches } from '#server/sandbox/batches.ts'
import { streamBatches } from '#server/sandbox/child.ts'
import { excerptOf, type FilePart, previewStatementFile, readStatementFile } from './file.ts'
import type { StatementBatch, StatementQuestion } from './in-sandbox.ts'
import { StatementError } from './statement.ts'

streamBatches<StatementQuestion, StatementBatch>(async function* ({ path, saved, isPreview, excerpt }) {
  try {
    if (excerpt) return yield { excerpt: await excerptOf(path, saved, excerpt) }
    if (isPreview) return yield { preview: await previewStatementFile(path, saved) }
    for await (const parts of inBatches(readStatementFile(path, saved), sizeOf)) yield { parts }
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    const { code, line, parameters } = error
    yield { refused: { code, line, parameters } }
  }
})

const sizeOf = (part: FilePart): number => {
  if (part.kind === 'line') return 200 + part.text.length
  return part.kind === 'collective'
    ? part.payments.reduce((sum, { text }) => sum + 200 + text.length, 200)
    : 200
}
