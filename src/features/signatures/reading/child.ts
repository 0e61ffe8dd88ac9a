import { answerQuestions } from '#server/sandbox/child.ts'
import { makeSignature } from './make-signature.ts'

answerQuestions(makeSignature)
