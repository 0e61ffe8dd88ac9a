import { answerQuestions } from '#server/sandbox/child.ts'
import { makeSignature } from './make-signature.ts'

// Runs in a sandboxed process: makes one signature.
answerQuestions(makeSignature)
