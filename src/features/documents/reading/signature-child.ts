import { lookAtOne } from '#server/own-process-child.ts'
import { makeSignature } from './signature.ts'

// Runs in a process of its own with bounded memory and without the server's environment: makes one signature and waits for its end.
lookAtOne(makeSignature)
