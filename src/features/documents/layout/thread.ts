import { parentPort } from 'node:worker_threads'
import { draw, type Drawing } from './draw.ts'
import { UnknownLetters } from './sheet.ts'

/** What the thread answers: the file, letters it cannot draw, or what went wrong. */
export type Drawn =
  | { id: number; bytes: Uint8Array; pages: number }
  | { id: number; unknown: string }
  | { id: number; failed: string }

// Draws one document after the other; whoever asks waits for its own answer.
parentPort!.on('message', ({ id, drawing }: { id: number; drawing: Drawing }) => {
  draw(drawing).then(
    ({ bytes, pages }) => parentPort!.postMessage({ id, bytes, pages } satisfies Drawn),
    (error: unknown) =>
      parentPort!.postMessage(
        (error instanceof UnknownLetters
          ? { id, unknown: error.message }
          : {
              id,
              failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
            }) satisfies Drawn,
      ),
  )
})
