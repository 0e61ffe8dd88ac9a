import { answerQuestions } from '#server/sandbox/child.ts'
import { makePhoto } from './make.ts'

answerQuestions(makePhoto)
