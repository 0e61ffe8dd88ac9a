import { answerQuestions } from '#server/sandbox/child.ts'
import { readWords } from './read-words.ts'

// Runs in a sandboxed process: reads the words of one file.
answerQuestions(readWords)
