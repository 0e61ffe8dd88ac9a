/** The thread of one engine, started by engine.ts: does what it is asked in the order it was asked. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FromEngine, ToEngine } from './engine.ts'
import { openPglite } from './pglite.ts'

const pglite = await openPglite({ dataDir: (workerData as { dataDir: string }).dataDir })
let last: Promise<unknown> = Promise.resolve()
parentPort!.on('message', (message: ToEngine) => {
  last = last.then(() => answer(message))
})
tell({ opened: true })

async function answer(message: ToEngine): Promise<void> {
  const { id } = message
  try {
    tell({ id, result: await resultOf(message) })
  } catch (failed) {
    tell({ id, failed })
  }
}

async function resultOf(message: ToEngine): Promise<unknown> {
  switch (message.ask) {
    case 'cycle':
      // The engine reuses its memory, so that each piece is copied, and the copy handed over.
      return pglite.runExclusive(() =>
        pglite.execProtocolRawStream(message.message, {
          onRawData: (data) => {
            const copy = Uint8Array.from(data)
            tell({ id: message.id, data: copy }, [copy.buffer])
          },
        }),
      )
    case 'query':
      return { rows: (await pglite.query(message.query, message.params)).rows }
    case 'exec':
      return void (await pglite.exec(message.query))
    case 'close':
      return pglite.close()
    case 'ping':
      return undefined
  }
}

function tell(message: FromEngine, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}
