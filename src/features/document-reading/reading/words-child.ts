import { answerQuestions } from '#server/sandbox/child.ts'
import { readWords } from './read-words.ts'

answerQuestions(readWords)
