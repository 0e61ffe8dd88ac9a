import { answerQuestions } from '#server/sandbox/child.ts'
import { filesIn, inMemory, listArchive, unpackedBytes, verifyPart } from '#server/reading/archive.ts'
import { decodeText } from '#server/reading/encoding.ts'
import { ReadError } from '#shared/reading/errors.ts'
import { maxAnswerBytes } from '../rules.ts'
import { AnswerError } from './errors.ts'
import type { AnswerFile, AnswerQuestion, AnswersRead } from './in-sandbox.ts'
import { readAnswer } from './pain002.ts'

answerQuestions<AnswerQuestion, AnswersRead>(async ({ bytes }) => {
  try {
    const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
    return { answers: isArchive ? await answersIn(bytes) : [await answerIn(bytes, '')] }
  } catch (error) {
    return { refused: refusedBy(error) }
  }
})

/** Limits for a ZIP of answers: unpacked bytes, number of files, and compression ratio. */
const archiveLimits = { bytes: 3 * maxAnswerBytes, parts: 100, ratio: 250 }

async function answersIn(archive: Uint8Array): Promise<AnswerFile[]> {
  const file = inMemory(archive)
  const parts = filesIn(await listArchive(file, archiveLimits))
  if (parts.length === 0) throw new AnswerError('not_an_answer')
  const answers: AnswerFile[] = []
  for (const part of parts) {
    const name = part.name.slice(0, 200)
    try {
      await verifyPart(file, part)
      const bytes = Buffer.concat(await Array.fromAsync(unpackedBytes(file, part)))
      answers.push(await answerIn(bytes, name))
    } catch (error) {
      throw new InArchive(name, refusedBy(error))
    }
  }
  return answers
}

async function answerIn(bytes: Uint8Array, filename: string): Promise<AnswerFile> {
  const { text } = await decodeText(inPieces(bytes))
  return { answer: await readAnswer(text), bytes, filename }
}

class InArchive extends Error {
  readonly refused: Refused
  constructor(in_file: string, refused: Refused) {
    super(`${refused.code} in ${in_file}`)
    this.refused = { ...refused, in_file }
  }
}

type Refused = Extract<AnswersRead, { refused: unknown }>['refused']

/** Maps an error to the refusal of the file; rethrows other errors. */
function refusedBy(error: unknown): Refused {
  if (error instanceof InArchive) return error.refused
  if (error instanceof ReadError) return { code: error.code, line: error.line, parameters: {} }
  if (error instanceof AnswerError)
    return { code: error.code, line: error.line, parameters: error.parameters }
  throw error
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
