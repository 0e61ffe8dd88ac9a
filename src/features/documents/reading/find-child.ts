import { lookAtOne } from '#server/own-process-child.ts'
import { readValues } from './read-text.ts'

// As child.ts: one file. What cannot be read ends the process without an answer.
lookAtOne(readValues)
