/**
 * The process that holds the embedded database. The engine has a thread of its own: a statement may take its whole attention, and
 * others read meanwhile (wire.ts). Started by embedded.ts, which it never outlives.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FromChild, ToChild } from './embedded.ts'
import { openForReading, removeCopy } from './embedded-copy.ts'
import { completeFolder, forgetOwner, lockFolder, writeOwner } from './embedded-folder.ts'
import { keepInShape } from './embedded-upkeep.ts'
import { openEngine, type EngineThread } from './engine.ts'
import { serveWire, type WireServer } from './wire.ts'

const folder = process.argv[2]!
const socketFolder = process.argv[3]!

// Ctrl-C reaches the whole process group; the parent first finishes its requests and then says "close".
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

let opened: { pglite: EngineThread; wire: WireServer; stopUpkeep: () => void } | undefined
let closing = false

process.on('disconnect', () => void close())
process.on('message', (message: ToChild) => {
  if (message === 'close') void close()
  else if (opened) void opened.pglite.ping().then(() => tell({ pong: true }), giveUp)
})

try {
  await open()
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
  process.disconnect?.()
}

/** Makes a database in a process of its own, which takes the memory it needed with it. */
async function createFolder(path: string): Promise<void> {
  const creating = fork(fileURLToPath(new URL('embedded-create.ts', import.meta.url)), [path], {
    execArgv: process.execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const end = () => void creating.kill('SIGKILL')
  process.once('exit', end)
  const [code] = (await once(creating, 'exit')) as [number | null]
  process.off('exit', end)
  if (code !== 0) throw new Error(`the embedded database could not be made in ${path}`)
}

async function open(): Promise<void> {
  const unlock = lockFolder(folder)
  if (unlock === undefined) {
    tell({ locked: true })
    process.disconnect?.()
    return
  }
  process.on('exit', unlock) // also keeps the lock from being garbage collected
  forgetOwner(folder)
  const dataDir = await completeFolder(folder, createFolder, (message) => tell({ notice: message }))
  await removeCopy(dataDir) // what a killed process left
  const pglite = await openEngine(dataDir, giveUp)
  const socket = join(socketFolder, '.s.PGSQL.5432')
  rmSync(socket, { force: true }) // left from a crash; ours now that the lock is
  const wire = await serveWire(pglite, socket, {
    onBroken: giveUp,
    openForReading: () => openForReading(dataDir),
    onLong: (isUnderWay) => tell({ long: isUnderWay }),
    onNotReading: (error) => tell({ notice: `lists wait for a long transaction: ${String(error)}` }),
  })
  const stopUpkeep = keepInShape(pglite, wire, (message) => tell({ notice: message }))
  opened = { pglite, wire, stopUpkeep }
  writeOwner(folder, { pid: process.ppid, socketFolder })
  if (closing) await close()
  else tell({ ready: true })
}

async function close(): Promise<void> {
  closing = true
  if (opened === undefined) return // open() looks at `closing` when it is done
  const { pglite, wire, stopUpkeep } = opened
  opened = undefined
  stopUpkeep()
  await wire.stop()
  await pglite.exec('CHECKPOINT')
  await pglite.close()
  process.exit(0)
}

/** Leaves without closing: the next start replays the write-ahead log, as after any crash. */
function giveUp(error: Error): void {
  tell({ notice: error.message })
  process.exit(1)
}

function tell(message: FromChild): void {
  if (process.connected) process.send!(message)
}
