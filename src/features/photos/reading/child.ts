import { lookAtOne } from '#server/own-process-child.ts'
import { makePhoto } from './make.ts'

// Runs in a process of its own with bounded memory and without the server's environment: makes one photo and waits for its end.
lookAtOne(makePhoto)
