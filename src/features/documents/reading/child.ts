import { lookAtOne } from '#server/own-process-child.ts'
import { inspect } from './inspect.ts'

// Runs in a process of its own with bounded memory and without the server's environment: looks at one file and waits for its end.
lookAtOne(inspect)
