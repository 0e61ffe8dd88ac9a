import { answerQuestions } from '#server/sandbox/child.ts'
import { inspect } from './inspect.ts'

// Runs in a sandboxed process: looks at one file.
answerQuestions(inspect)
