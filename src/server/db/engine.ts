import { Worker } from 'node:worker_threads'

/** What is asked of a running PGlite, one thing at a time; PGlite itself is one. */
export type Engine = {
  /** Executes messages of the protocol; each piece of the answer is only good until `onRawData` returns. */
  execProtocolRawStream: (
    message: Uint8Array,
    options: { onRawData: (data: Uint8Array) => void },
  ) => Promise<void>
  query: <T>(query: string, params?: unknown[]) => Promise<{ rows: T[] }>
  exec: (query: string) => Promise<unknown>
  close: () => Promise<void>
}

/** An engine in a thread of its own: while it is busy, whoever talks to it is not. */
export type EngineThread = Engine & {
  /** Resolves when the engine has done what it was asked before. */
  ping: () => Promise<void>
  /** Ends the thread where it is and gives its memory back. */
  kill: () => Promise<void>
}

export type ToEngine = { id: number } & (
  | { ask: 'cycle'; message: Uint8Array }
  | { ask: 'query'; query: string; params: unknown[] | undefined }
  | { ask: 'exec'; query: string }
  | { ask: 'ping' | 'close' }
)
export type FromEngine =
  | { id: number; data: Uint8Array }
  | { id: number; result: unknown }
  | { id: number; failed: unknown }
  | { opened: true }

type Asked = {
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
  onData?: ((data: Uint8Array) => void) | undefined
}

/** Opens the database of a folder in a thread; `onEnd` is told when the thread ends without having been asked to. */
export async function openEngine(
  dataDir: string,
  onEnd: (error: Error) => void = () => {},
): Promise<EngineThread> {
  const thread = new Worker(new URL('./engine-thread.ts', import.meta.url), { workerData: { dataDir } })
  const asked = new Map<number, Asked>()
  let last = 0
  let ended: Error | undefined
  let ending = false
  const opened = Promise.withResolvers<void>()

  thread.on('message', (message: FromEngine) => {
    if ('opened' in message) return opened.resolve()
    const { onData, resolve, reject } = asked.get(message.id)!
    if ('data' in message) return onData?.(message.data)
    asked.delete(message.id)
    if ('failed' in message) reject(message.failed)
    else resolve(message.result)
  })
  thread.on('error', end)
  thread.on('exit', (code) => end(new Error(`the engine's thread ended (${code})`)))

  function end(error: Error): void {
    if (ended) return
    ended = error
    opened.reject(error)
    for (const { reject } of asked.values()) reject(error)
    asked.clear()
    if (!ending) onEnd(error)
  }

  type Question = ToEngine extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never
  function ask(question: Question, onData?: Asked['onData']): Promise<unknown> {
    if (ended) return Promise.reject(ended)
    return new Promise((resolve, reject) => {
      const id = ++last
      asked.set(id, { resolve, reject, onData })
      thread.postMessage({ id, ...question } as ToEngine)
    })
  }

  await opened.promise
  return {
    async execProtocolRawStream(message, { onRawData }) {
      await ask({ ask: 'cycle', message }, onRawData)
    },
    query: (query, params) => ask({ ask: 'query', query, params }) as never,
    exec: (query) => ask({ ask: 'exec', query }),
    async ping() {
      await ask({ ask: 'ping' })
    },
    async close() {
      ending = true
      await ask({ ask: 'close' })
      await thread.terminate()
    },
    async kill() {
      ending = true
      await thread.terminate()
    },
  }
}
