import { answerQuestions } from '#server/sandbox/child.ts'
import { readValues } from './read-values.ts'

// Runs in a sandboxed process: finds the values of one file.
answerQuestions(readValues)
