import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { embeddedFolder, readOwner } from './embedded-folder.ts'
import { isAlive } from '#server/db/processes.ts'
import { pingRegularly } from './embedded-watch.ts'
import { DatabaseRefused } from './refused.ts'

export type FromChild =
  | { ready: true }
  | { locked: true }
  | { pong: true }
  | { failed: string }
  | { notice: string }
  | { long: boolean }
export type ToChild = 'close' | 'ping'

export type Log = (line: object) => void

/** `shared` is true when the database belongs to another process of ours; `pid` is the child's, for tests. */
export type Embedded = {
  socketFolder: string
  shared: boolean
  pid: () => number | undefined
  /** True while a long transaction that was announced is under way (long-ahead.ts); not known where it is another's process. */
  isOccupied: () => boolean
  stop: () => Promise<void>
}

const CHILD = fileURLToPath(new URL('./embedded-child.ts', import.meta.url))
/** Longest path of a unix socket that every system takes. */
const LONGEST_SOCKET = 100
const CLOSE_WITHIN = 15_000

/**
 * Starts the process that serves the embedded database of `dataDir` and starts it again whenever it ends by
 * itself. When another process has the folder: with `share` its socket is used, otherwise DatabaseRefused.
 */
export async function startEmbedded(dataDir: string, log: Log, share = false): Promise<Embedded> {
  const folder = embeddedFolder(dataDir)
  const socketFolder = socketFolderFor(folder)
  let child: ChildProcess | undefined
  let stopping = false
  let isLong = false

  async function start(): Promise<'ready' | 'locked'> {
    const started = fork(CHILD, [folder, socketFolder], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    const outcome = await firstWord(started, log)
    if (outcome === 'locked') return 'locked'
    const stopPinging = pingRegularly(started, log)
    started.on('message', (message: FromChild) => {
      if ('long' in message) isLong = message.long
    })
    started.once('exit', (code, signal) => {
      isLong = false
      stopPinging()
      if (stopping) return
      log({ level: 'error', msg: 'the embedded database ended, starting it again', code, signal })
      void startAgain()
    })
    return 'ready'
  }

  async function startAgain(): Promise<void> {
    for (let wait = 100; !stopping; wait = Math.min(wait * 2, 10_000)) {
      try {
        if ((await start()) === 'ready') return
        log({ level: 'error', msg: 'the embedded database is in use by another process' })
      } catch (error) {
        log({ level: 'error', msg: 'the embedded database did not start', err: error })
      }
      await sleep(wait)
    }
  }

  const giveUpAt = performance.now() + CLOSE_WITHIN
  while ((await start()) === 'locked') {
    const owner = readOwner(folder)
    if (owner && isAlive(owner.pid)) {
      removeSocketFolder(folder, socketFolder)
      if (!share) throw inUse(dataDir, owner.pid)
      return {
        socketFolder: owner.socketFolder,
        shared: true,
        pid: () => undefined,
        isOccupied: () => false,
        stop: async () => {},
      }
    }
    // the owner is gone and its database is just being closed, or the owner is only starting
    if (performance.now() > giveUpAt) throw inUse(dataDir)
    await sleep(200)
  }

  return {
    socketFolder,
    shared: false,
    pid: () => child?.pid,
    isOccupied: () => isLong,
    async stop() {
      stopping = true
      if (child) await close(child)
      removeSocketFolder(folder, socketFolder)
    },
  }
}

function inUse(dataDir: string, pid?: number): DatabaseRefused {
  const who = pid ? `process ${pid}` : 'another process'
  return new DatabaseRefused(
    `The embedded database in ${dataDir} is in use by ${who}: stop it first, or set DATA_DIR or DATABASE_URL.`,
  )
}

/** Waits until the new child serves, finds the folder locked, or fails (DatabaseRefused with its reason). */
function firstWord(child: ChildProcess, log: Log): Promise<'ready' | 'locked'> {
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) =>
      reject(new DatabaseRefused(`The embedded database did not start: ${reason}`))
    child.on('message', (message: FromChild) => {
      if ('ready' in message) resolve('ready')
      else if ('locked' in message) resolve('locked')
      else if ('failed' in message) refuse(message.failed)
      else if ('notice' in message) log({ level: 'warn', msg: message.notice })
    })
    child.once('error', (error) => refuse(error.message))
    child.once('exit', (code, signal) => refuse(`its process ended (${signal ?? `code ${code}`})`))
  })
}

async function close(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  if (child.connected) child.send('close' satisfies ToChild)
  const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_WITHIN)
  await ended
  clearTimeout(timer)
}

/** Beside the data, or in a private temporary folder where that path is too long for a socket. */
function socketFolderFor(folder: string): string {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= LONGEST_SOCKET) return folder
  return mkdtempSync(join(tmpdir(), 'almoner-')) // 0700
}

function removeSocketFolder(folder: string, socketFolder: string): void {
  if (socketFolder !== folder) rmSync(socketFolder, { recursive: true, force: true })
}
