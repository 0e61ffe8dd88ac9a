import { createServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import type { Engine } from './engine.ts'
import { longAhead } from './long-ahead.ts'
import { errorIn, frontEndReader, isQuestion, type Cycle } from './wire-messages.ts'

export type WireServer = {
  stop: () => Promise<void>
  /** Runs `work` on the engine while no client can, or returns false at once because one is at work or waiting. */
  alone: (work: () => Promise<unknown>) => Promise<boolean>
  /**
   * Runs `work` on the engine between two statements of the long transaction that was announced, within it; false where there is
   * none, or where it ends or failed before there was a moment.
   */
  between: (work: () => Promise<unknown>) => Promise<boolean>
}

/** What is committed, opened once more for reading. */
export type Reading = { engine: Engine; close: () => Promise<void> }

/** A cycle that waits; `own` once it turned out that it needs the session itself. */
type Waiting = Cycle & { own?: true }
type Client = { socket: Socket; waiting: Waiting[]; gone: boolean; midCycle: boolean; reading: boolean }

type Options = {
  /** The engine answered something that is no end of a cycle, or threw: it must not be used any longer. */
  onBroken: (error: Error) => void
  /** Milliseconds a client may sit in an open transaction while others wait for it. */
  idleInTransaction?: number
  /**
   * Opens what is committed once more, where others read while a long transaction that was announced has the session.
   * Nothing is written until it is open. Without it, and where it fails, they wait.
   */
  openForReading?: () => Promise<Reading>
  onNotReading?: (error: unknown) => void
  /** A long transaction that was announced begins, or is over: until then nobody else can write. */
  onLong?: (isUnderWay: boolean) => void
}

const rollback = Buffer.from('Q\0\0\0\x0dROLLBACK\0', 'latin1')
const sync = Buffer.from('S\0\0\0\x04', 'latin1')
/** What a reading engine cannot do: write, and find the unlogged tables, which a copy of the files has not. */
const notWhereOneReads = new Set(['25006', '42P01'])

/**
 * Serves one PGlite to many PostgreSQL clients on a unix socket.
 *
 * PGlite is a single session. A client therefore gets it for whole protocol cycles (all messages up to Sync) and
 * keeps it while its transaction is open; the others wait in the order they came. `pglite-socket` 0.2.17 queues
 * single messages instead: two clients whose parameters exceed one read of the socket (64 KB) then execute each
 * other's statements.
 *
 * A client that announces a long transaction gets the session once `openForReading` is done; until then the others read in
 * the session itself, and from then on in what was opened. So they see what PostgreSQL shows beside an open transaction: what was
 * committed before. Whatever turns out to write waits for the session. Upkeep of our own gets a moment between two statements of
 * such a transaction (`between`).
 */
export async function serveWire(pglite: Engine, path: string, options: Options): Promise<WireServer> {
  const greeting = await greet(pglite)
  const clients = new Set<Client>()
  const line: Client[] = []
  let owner: Client | undefined
  let running = false
  let stopped = false
  let onTurnEnd: (() => void)[] = []
  let idleTimer: NodeJS.Timeout | undefined
  /** Who announced a long transaction, and whether what is opened for it is still being opened. */
  let announced: { by: Client; opening: boolean } | undefined
  let reading: Reading | undefined
  let answering: Promise<void> | undefined
  const closing = new Set<Promise<void>>()
  /** How the owner's last cycle left its transaction, and what waits for a moment between two of them. */
  let status = 'I'
  let meanwhile: { work: () => Promise<unknown>; done: PromiseWithResolvers<boolean> } | undefined

  const server = createServer((socket) => {
    const client: Client = { socket, waiting: [], gone: false, midCycle: false, reading: false }
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

  function next(): [Client, Waiting] | undefined {
    if (announced?.opening) return takeQuestion()
    if (owner?.gone) {
      return [owner, { bytes: owner.midCycle ? Buffer.concat([sync, rollback]) : rollback, ends: true }]
    }
    const at = owner ? line.indexOf(owner) : line.findIndex((client) => !client.reading)
    return at < 0 ? undefined : (take(at) ?? next()) // a client that left has nothing waiting any more
  }

  function take(at: number): [Client, Waiting] | undefined {
    const [client] = line.splice(at, 1) as [Client]
    const cycle = client.waiting.shift()
    return cycle && [client, cycle]
  }

  /** The first in the line that may be answered beside the owner. */
  function takeQuestion(): [Client, Waiting] | undefined {
    const at = line.findIndex((client) => {
      const cycle = client.waiting[0]
      if (!cycle || cycle.own || client === owner || client.reading) return false
      return isQuestion(cycle) && !isAnnouncement(cycle)
    })
    return at < 0 ? undefined : take(at)
  }

  function pump(): void {
    readAside()
    if (running || stopped || workMeanwhile()) return
    const turn = next()
    if (turn === undefined) {
      watchIdleOwner()
      return
    }
    if (options.openForReading && owner === undefined && isAnnouncement(turn[1])) {
      void open(turn, options.openForReading)
      return
    }
    work(announced?.opening ? readFrom(pglite, ...turn) : run(...turn))
  }

  /** True when what waited for a moment within the long transaction has it now. */
  function workMeanwhile(): boolean {
    if (!meanwhile || announced?.opening) return false
    const { work: asked, done } = meanwhile
    meanwhile = undefined
    const isWithin = announced && owner === announced.by && !owner.gone && !owner.midCycle && status === 'T'
    if (isWithin) work(asked().then(() => done.resolve(true), done.reject))
    else done.resolve(false)
    return running
  }

  function work(done: Promise<void>): void {
    running = true
    clearTimeout(idleTimer)
    void done.then(
      () => {
        running = false
        turnEnds()
        setImmediate(pump) // lets sockets be read between two statements
      },
      (error: unknown) => {
        stopped = true
        turnEnds()
        options.onBroken(error instanceof Error ? error : new Error(inspect(error)))
      },
    )
  }

  const turnEnded = () => new Promise<void>((resolve) => void onTurnEnd.push(resolve))

  function turnEnds(): void {
    const waiting = onTurnEnd
    onTurnEnd = []
    for (const resolve of waiting) resolve()
  }

  async function run(client: Client, cycle: Cycle): Promise<void> {
    let tail = Buffer.alloc(0)
    client.socket.cork()
    await pglite.execProtocolRawStream(cycle.bytes, {
      onRawData(data) {
        const copy = Buffer.from(data) // the engine reuses its memory
        tail = copy.length >= 6 ? copy.subarray(-6) : Buffer.concat([tail, copy]).subarray(-6)
        if (!client.gone) client.socket.write(copy)
      },
    })
    client.socket.uncork()
    client.midCycle = !cycle.ends
    status = cycle.ends ? readyStatus(tail) : 'T'
    const begins = announced?.by === client && isAnnouncement(cycle)
    owner = status === 'I' && !begins ? undefined : client
    if (owner === undefined && announced) endReading()
  }

  /** Opens what is committed for reading and then answers who announced a long transaction. */
  async function open([client, cycle]: [Client, Cycle], openForReading: () => Promise<Reading>) {
    owner = client
    announced = { by: client, opening: true }
    options.onLong?.(true)
    // Files that are copied while somebody reads change no more than after this: by what reading itself notes in them.
    work(onlyRead(pglite, true))
    try {
      while (running && !stopped) await turnEnded()
      reading = await openForReading()
    } catch (error) {
      options.onNotReading?.(error)
    }
    while (running && !stopped) await turnEnded()
    if (stopped) return
    announced.opening = false
    work(onlyRead(pglite, false).then(() => run(client, cycle)))
  }

  /** Answers one question after the other where it disturbs no one. */
  function readAside(): void {
    if (!reading || answering || stopped) return
    const question = takeQuestion()
    if (!question) return
    answering = readFrom(reading.engine, ...question)
      .catch((error: unknown) => {
        putBack(...question)
        dropReading()
        options.onNotReading?.(error)
      })
      .finally(() => {
        answering = undefined
        pump()
      })
  }

  /** Answers a question on an engine that only reads; one that would write goes back into the line. */
  async function readFrom(engine: Engine, client: Client, cycle: Waiting): Promise<void> {
    const parts: Buffer[] = []
    client.reading = true
    try {
      await engine.execProtocolRawStream(cycle.bytes, {
        onRawData: (data) => void parts.push(Buffer.from(data)),
      })
    } finally {
      client.reading = false
    }
    const answer = Buffer.concat(parts)
    if (readyStatus(answer.subarray(-6)) !== 'I') throw new Error('a question began a transaction')
    if (notWhereOneReads.has(errorIn(answer) ?? '')) putBack(client, { ...cycle, own: true })
    else if (!client.gone) client.socket.write(answer)
  }

  function putBack(client: Client, cycle: Waiting): void {
    if (client.gone) return
    client.waiting.unshift(cycle)
    line.unshift(client)
  }

  function endReading(): void {
    announced = undefined
    options.onLong?.(false)
    meanwhile?.done.resolve(false)
    meanwhile = undefined
    dropReading()
  }

  function dropReading(): void {
    if (!reading) return
    const { close } = reading
    reading = undefined
    const closed = (answering ?? Promise.resolve())
      .then(close)
      .catch((error: unknown) => options.onNotReading?.(error))
      .finally(() => closing.delete(closed))
    closing.add(closed)
  }

  function watchIdleOwner(): void {
    clearTimeout(idleTimer)
    if (owner === undefined || announced?.opening || line.length === 0) return
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
        turnEnds()
        setImmediate(pump)
      }
      return true
    },
    async between(asked) {
      if (!announced || meanwhile || stopped) return false
      meanwhile = { work: asked, done: Promise.withResolvers<boolean>() }
      const { promise } = meanwhile.done
      pump()
      return promise
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const client of clients) client.socket.destroy()
      await closed
      while ((running || owner) && !stopped) {
        const ended = turnEnded()
        pump()
        await ended
      }
      stopped = true
      clearTimeout(idleTimer)
      meanwhile?.done.resolve(false)
      dropReading()
      await Promise.all(closing)
    },
  }
}

function isAnnouncement({ bytes }: Cycle): boolean {
  return bytes.length < 500 && bytes.includes(longAhead)
}

async function onlyRead(pglite: Engine, on: boolean): Promise<void> {
  if (on) await pglite.exec('CHECKPOINT')
  await pglite.exec(`SET default_transaction_read_only = ${on ? 'on' : 'off'}`)
}

/** What PostgreSQL says to a new client; asked once, because a connection must not wait for an open transaction. */
async function greet(pglite: Engine): Promise<Buffer> {
  const body = Buffer.from(
    '\0\x03\0\0user\0postgres\0database\0postgres\0client_encoding\0UTF8\0\0',
    'latin1',
  )
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  const answer: Buffer[] = []
  await pglite.execProtocolRawStream(Buffer.concat([length, body]), {
    onRawData: (data) => void answer.push(Buffer.from(data)),
  })
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
