import { answerQuestions } from '#server/sandbox/child.ts'
import { decodeText } from '#features/imports/reading/encoding.ts'
import { ReadError } from '#features/imports/reading/errors.ts'
import { StatementError } from '#features/bank-statements/reading/statement.ts'
import { AnswerError } from './errors.ts'
import type { AnswerQuestion, AnswerRead } from './in-sandbox.ts'
import { readAnswer } from './pain002.ts'

// Runs in a sandboxed process: reads one answer of a bank.
answerQuestions<AnswerQuestion, AnswerRead>(async ({ bytes }) => {
  try {
    const { text } = await decodeText(inPieces(bytes))
    return { answer: await readAnswer(text) }
  } catch (error) {
    const isRefusal =
      error instanceof AnswerError || error instanceof StatementError || error instanceof ReadError
    if (!isRefusal) throw error
    const parameters = error instanceof ReadError ? {} : error.parameters
    return { refused: { code: error.code, line: error.line, parameters } }
  }
})

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
