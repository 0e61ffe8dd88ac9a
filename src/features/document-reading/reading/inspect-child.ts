import { answerQuestions } from '#server/sandbox/child.ts'
import { inspect } from './inspect.ts'

// Runs in a sandboxed process: inspects one file.
answerQuestions(inspect)
