import { answerQuestions } from '#server/sandbox/child.ts'
import { readValues } from './read-values.ts'

answerQuestions(readValues)
