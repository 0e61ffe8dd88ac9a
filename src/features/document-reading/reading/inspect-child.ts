import { answerQuestions } from '#server/sandbox/child.ts'
import { inspect } from './inspect.ts'

answerQuestions(inspect)
