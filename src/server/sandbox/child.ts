import { flushCompileCache } from 'node:module'
import type { FromSandbox } from './process.ts'
import type { FromStream, ToStream } from './sandbox.ts'

/** The counterpart of `once` and `pool` in the sandboxed process: answers questions until the server disconnects. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on('message', (question: Question) => void answer(question).then(send, fail))
  begin()
}

/**
 * The counterpart of `stream` in the sandboxed process: reads one question's batches, each only when the server asks
 * for it. An error ends the stream.
 */
export function streamBatches<Question, Batch>(open: (question: Question) => AsyncIterable<Batch>): void {
  let asked = 0
  let wake: (() => void) | undefined
  const isAsked = async () => {
    while (asked === 0) await new Promise<void>((resolve) => (wake = resolve))
    asked--
  }
  const run = async (question: Question) => {
    await isAsked()
    for await (const batch of open(question)) {
      send({ batch } satisfies FromStream<Batch>)
      await isAsked()
    }
    send('done' satisfies FromStream<Batch>)
  }
  process.on('message', (message: ToStream<Question>) => {
    if (message !== 'next') {
      asked = 0
      return void run(message.open).catch(fail)
    }
    asked++
    wake?.()
  })
  begin()
}

function begin(): void {
  process.once('disconnect', () => process.exit(0))
  // Before any file arrives, because this process may be killed: later processes find the code compiled.
  flushCompileCache()
  process.send!('ready' satisfies FromSandbox)
}

function send(answer: unknown): void {
  process.send!({ answer } satisfies FromSandbox)
}

function fail(error: unknown): void {
  const { message, code } = error as NodeJS.ErrnoException
  process.send!({
    failed: { message: String(message), ...(typeof code === 'string' && { code }) },
  } satisfies FromSandbox)
}
