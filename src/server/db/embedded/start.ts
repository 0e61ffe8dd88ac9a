import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../base/processes.ts'
import { DatabaseRefused } from '../../base/database-refused.ts'
import { embeddedBinaries } from './binaries.ts'
import { type Cluster, createCluster, endOrphan, NotStarted, type Server, startServer } from './cluster.ts'
import {
  completeFolder,
  embeddedFolder,
  forgetOwner,
  lockFolder,
  readOwner,
  refuseOld,
  writeOwner,
} from './folder.ts'
import { changeOwner, serverUser, type ServerUser } from './server-user.ts'

export type Log = (line: object) => void

export type Embedded = {
  socketFolder: string
  /** Process id of the server; undefined while there is none and when another process of ours started it. */
  pid: () => number | undefined
  stop: () => Promise<void>
}

/** Longest path of a unix socket, in bytes. */
const longestSocket = process.platform === 'linux' ? 107 : 103
const lockWithin = 15_000

/**
 * Starts the built-in PostgreSQL on its folder in `dataDir`, created when missing, and restarts it whenever it ends by
 * itself. When another process holds the folder, `share` uses its socket; otherwise it throws DatabaseRefused.
 */
export async function startEmbedded(dataDir: string, log: Log, share = false): Promise<Embedded> {
  try {
    return await startIn(dataDir, log, share)
  } catch (error) {
    if (isNoSpace(error)) throw fullDisk(dataDir, error)
    throw error instanceof NotStarted ? refused(error, dataDir) : error
  }
}

async function startIn(dataDir: string, log: Log, share: boolean): Promise<Embedded> {
  const folder = realpathSync(embeddedFolder(dataDir))
  const giveUpAt = performance.now() + lockWithin
  for (;;) {
    const unlock = lockFolder(folder)
    if (unlock) return serve(dataDir, folder, { unlock, log })
    const owner = readOwner(folder)
    if (owner && isAlive(owner.pid)) {
      if (!share) throw inUse(dataDir, owner.pid)
      return { socketFolder: owner.socketFolder, pid: () => undefined, stop: async () => {} }
    }
    // The owner is still starting, or about to end.
    if (performance.now() > giveUpAt) throw inUse(dataDir)
    await sleep(100)
  }
}

async function serve(
  dataDir: string,
  folder: string,
  { unlock, log }: { unlock: () => void; log: Log },
): Promise<Embedded> {
  let removeSocket = () => {}
  let first: Server | undefined
  try {
    forgetOwner(folder)
    refuseOld(dataDir, folder)
    const user = serverUser()
    const binaries = embeddedBinaries(join(folder, 'binaries'), user)
    const data = await completeFolder(folder, (path) => createCluster({ binaries, user, data: path }))
    changeOwner(user, data)
    chmodSync(data, 0o700) // a copy may have left it open
    const cluster = { binaries, user, data }
    const socket = socketFolderFor(data, user)
    removeSocket = socket.remove
    first = await startOn(cluster, socket.folder, log)
    writeOwner(folder, { pid: process.pid, socketFolder: socket.folder })
    const kept = superviseServer(first, () => startOn(cluster, socket.folder, log), log)
    return {
      socketFolder: socket.folder,
      pid: kept.pid,
      async stop() {
        await kept.stop()
        forgetOwner(folder)
        removeSocket()
        unlock()
      },
    }
  } catch (error) {
    await first?.stop()
    removeSocket()
    unlock()
    throw error
  }
}

/** Restarts the server whenever it ends by itself, until it is stopped. */
function superviseServer(
  first: Server,
  start: () => Promise<Server>,
  log: Log,
): { pid: () => number | undefined; stop: () => Promise<void> } {
  let running: Server | undefined = first
  const stopping = new AbortController()

  async function watch(): Promise<void> {
    for (;;) {
      const end = await running!.ended
      running = undefined
      if (stopping.signal.aborted) return
      log({ level: 'error', msg: 'the built-in database ended, starting it again', ...end })
      for (let wait = 100; running === undefined; wait = Math.min(wait * 2, 10_000)) {
        running = await start().catch((error: unknown) => {
          log({ level: 'error', msg: `the built-in database did not start again: ${String(error)}` })
          return undefined
        })
        if (stopping.signal.aborted) return
        if (!running) await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
      }
    }
  }

  const watching = watch()
  return {
    pid: () => running?.pid,
    async stop() {
      stopping.abort()
      await running?.stop()
      await watching
      // It was just being restarted.
      await running?.stop()
    },
  }
}

/** Beside the data, or in a private temporary folder where that path is too long for a socket. */
function socketFolderFor(data: string, user?: ServerUser): { folder: string; remove: () => void } {
  const isShort = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocket
  if (isShort(data)) return { folder: data, remove: () => {} }
  const folder = temporaryFolder()
  if (user) chownSync(folder, user.uid, user.gid)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (isShort(folder)) return { folder, remove }
  remove()
  throw new DatabaseRefused(
    `The paths of DATA_DIR and TMPDIR are too long for a unix socket (${longestSocket} bytes): set a shorter DATA_DIR, or DATABASE_URL.`,
  )
}

function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'almoner-')) // 0700
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new DatabaseRefused(
      `The socket of the built-in database cannot be created in ${tmpdir()} (${code}): set TMPDIR, a shorter DATA_DIR, or DATABASE_URL.`,
      { cause },
    )
  }
}

async function startOn(cluster: Cluster, socketFolder: string, log: Log): Promise<Server> {
  await endOrphan(cluster.data)
  return startServer(cluster, {
    socketFolder,
    settings: settings(),
    onLine: (line) => forwardLogLine(line, cluster, log),
  })
}

/** An eighth of the memory this process may use, 64 to 512 MB; the operating system caches the rest of the files. */
function sharedBuffers(): string {
  const megabyte = 1024 * 1024
  const available = Math.min(process.constrainedMemory() || Infinity, totalmem())
  return `${Math.round(Math.min(512, Math.max(64, available / 8 / megabyte)))}MB`
}

const settings = (): Record<string, string | number> => ({
  max_connections: 60,
  shared_buffers: sharedBuffers(),
  // Containers have 64 MB of shared memory, and rarely huge pages.
  dynamic_shared_memory_type: 'mmap',
  huge_pages: 'off',
  wal_level: 'replica',
  max_wal_size: '1GB',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  // Errors of statements reach their caller; the log would expose names and addresses among the values.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
})

/** Forwards relevant lines of the server's log to the operator. */
function forwardLogLine(line: string, { data }: Cluster, log: Log): void {
  if (line.includes('was not properly shut down')) {
    const msg = `The database in ${data} was not stopped properly: it completes what was committed, which may take a while`
    log({ level: 'warn', msg })
  } else if (
    /PANIC|No space left|terminated by signal|could not (write|fsync|extend|open|read)|invalid page/.test(
      line,
    )
  )
    log({ level: 'error', msg: `built-in database: ${line}` })
}

function inUse(dataDir: string, pid?: number): DatabaseRefused {
  const who = pid ? `process ${pid}` : 'another process'
  return new DatabaseRefused(
    `The built-in database in ${dataDir} is in use by ${who}: stop it first, or set DATA_DIR or DATABASE_URL.`,
  )
}

function refused({ reason, cause }: NotStarted, dataDir: string): DatabaseRefused {
  if (/no space left/i.test(reason) || hasNoSpace(dataDir)) return fullDisk(dataDir, cause)
  const line = `The built-in database in ${dataDir} did not start: ${reason.replace(/\.$/, '')}.`
  return new DatabaseRefused(line, { cause })
}

/** True for a write of ours that found no space: to a file, or to the lock through SQLite. */
function isNoSpace(error: unknown): boolean {
  const sqliteFull = 13
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ENOSPC' || errcode === sqliteFull
}

function fullDisk(dataDir: string, cause: unknown): DatabaseRefused {
  const line = `The built-in database in ${dataDir} did not start: there is no space left on its disk.`
  return new DatabaseRefused(line, { cause })
}

function hasNoSpace(path: string): boolean {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize < 32 * 1024 * 1024
}
