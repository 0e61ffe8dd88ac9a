import { answerQuestions } from '#server/sandbox/child.ts'
import { makePhoto } from './make.ts'

// Runs in a sandboxed process: makes one photo.
answerQuestions(makePhoto)
