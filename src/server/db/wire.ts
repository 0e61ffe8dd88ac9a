import { createServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import type { PGlite } from '@electric-sql/pglite'
import { frontEndReader, type Cycle } from './wire-messages.ts'

export type WireServer = {
  stop: () => Promise<void>
  /** Runs `work` on the engine while no client can, or returns false at once because one is at work or waiting. */
  alone: (work: () => Promise<unknown>) => Promise<boolean>
}

type Client = { socket: Socket; waiting: Cycle[]; gone: boolean; midCycle: boolean }

type Options = {
  /** The engine answered something that is no end of a cycle, or threw: it must not be used any longer. */
  onBroken: (error: Error) => void
  /** Milliseconds a client may sit in an open transaction while others wait for it. */
  idleInTransaction?: number
}

const rollback = Buffer.from('Q\0\0\0\x0dROLLBACK\0', 'latin1')
const sync = Buffer.from('S\0\0\0\x04', 'latin1')

/**
 * Serves one PGlite to many PostgreSQL clients on a unix socket.
 *
 * PGlite is a single session. A client therefore gets it for whole protocol cycles (all messages up to Sync) and
 * keeps it while its transaction is open; the others wait in the order they came. `pglite-socket` 0.2.17 queues
 * single messages instead: two clients whose parameters exceed one read of the socket (64 KB) then execute each
 * other's statements.
 */
export async function serveWire(pglite: PGlite, path: string, options: Options): Promise<WireServer> {
  const greeting = await greet(pglite)
  const clients = new Set<Client>()
  const line: Client[] = []
  let owner: Client | undefined
  let running = false
  let stopped = false
  let settle: (() => void) | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const server = createServer((socket) => {
    const client: Client = { socket, waiting: [], gone: false, midCycle: false }
    clients.add(client)
    const read = frontEndReader({
      startup: () => socket.write(greeting),
      refuseEncryption: () => socket.write('N'),
      cycle(cycle) {
        client.waiting.push(cycle)
        line.push(client)
        pump()
      },
      end: () => socket.end(),
    })
    socket.on('data', (chunk) => {
      try {
        read(chunk)
      } catch {
        socket.destroy() // no PostgreSQL client speaks like that; its connection is all it loses
      }
    })
    socket.on('error', () => socket.destroy()) // 'close' follows and gives the session back
    socket.on('close', () => {
      client.gone = true
      client.waiting = []
      clients.delete(client)
      pump()
    })
  })

  function next(): [Client, Cycle] | undefined {
    if (owner?.gone) {
      return [owner, { bytes: owner.midCycle ? Buffer.concat([sync, rollback]) : rollback, ends: true }]
    }
    const at = owner ? line.indexOf(owner) : 0
    const client = line[at]
    if (client === undefined) return undefined
    line.splice(at, 1)
    const cycle = client.waiting.shift()
    return cycle ? [client, cycle] : next() // a client that left has nothing waiting any more
  }

  function pump(): void {
    if (running || stopped) return
    const turn = next()
    if (turn === undefined) {
      watchIdleOwner()
      return
    }
    running = true
    clearTimeout(idleTimer)
    void run(...turn).then(
      () => {
        running = false
        settle?.()
        setImmediate(pump) // lets sockets be read between two statements
      },
      (error: unknown) => {
        stopped = true
        settle?.()
        options.onBroken(error instanceof Error ? error : new Error(inspect(error)))
      },
    )
  }

  async function run(client: Client, cycle: Cycle): Promise<void> {
    let tail = Buffer.alloc(0)
    client.socket.cork()
    await pglite.runExclusive(() =>
      pglite.execProtocolRawStream(cycle.bytes, {
        onRawData(data) {
          const copy = Buffer.from(data) // the engine reuses its memory
          tail = copy.length >= 6 ? copy.subarray(-6) : Buffer.concat([tail, copy]).subarray(-6)
          if (!client.gone) client.socket.write(copy)
        },
      }),
    )
    client.socket.uncork()
    client.midCycle = !cycle.ends
    const status = cycle.ends ? readyStatus(tail) : 'T'
    owner = status === 'I' ? undefined : client
  }

  function watchIdleOwner(): void {
    clearTimeout(idleTimer)
    if (owner === undefined || line.length === 0) return
    const idle = owner
    idleTimer = setTimeout(() => {
      idle.socket.end(fatal('25P03', 'terminating connection due to idle-in-transaction timeout'))
      idle.socket.destroySoon()
    }, options.idleInTransaction ?? 60_000)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })

  return {
    async alone(work) {
      if (running || stopped || owner || line.length > 0) return false
      running = true
      try {
        await work()
      } finally {
        running = false
        settle?.()
        setImmediate(pump)
      }
      return true
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const client of clients) client.socket.destroy()
      await closed
      while ((running || owner) && !stopped) {
        await new Promise<void>((resolve) => {
          settle = resolve
          pump()
        })
      }
      stopped = true
      clearTimeout(idleTimer)
    },
  }
}

/** What PostgreSQL says to a new client; asked once, because a connection must not wait for an open transaction. */
async function greet(pglite: PGlite): Promise<Buffer> {
  const body = Buffer.from(
    '\0\x03\0\0user\0postgres\0database\0postgres\0client_encoding\0UTF8\0\0',
    'latin1',
  )
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  const answer: Buffer[] = []
  await pglite.runExclusive(() =>
    pglite.execProtocolRawStream(Buffer.concat([length, body]), {
      onRawData: (data) => void answer.push(Buffer.from(data)),
    }),
  )
  const greeting = Buffer.concat(answer)
  readyStatus(greeting.subarray(-6))
  return greeting
}

/** The transaction status in ReadyForQuery ('I', 'T' or 'E'), which must be the end of every answer. */
function readyStatus(tail: Buffer): string {
  if (tail.length < 6 || tail.toString('latin1', 0, 5) !== 'Z\0\0\0\x05') {
    throw new Error('the embedded database did not finish its answer')
  }
  return tail.toString('latin1', 5, 6)
}

function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
