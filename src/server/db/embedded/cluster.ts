import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../base/processes.ts'
import { type Binaries, embeddedVersion } from './binaries.ts'
import type { ServerUser } from './server-user.ts'

export type Cluster = { binaries: Binaries; user: ServerUser | undefined; data: string }

/** The server did not start; `reason` is its own message. */
export class NotStarted extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`PostgreSQL did not start: ${reason}`)
    this.reason = reason
  }
}

/** A running server; `ended` resolves when it ends for any reason. */
export type Server = {
  pid: number
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Stops it: open transactions are rolled back and files completed; killed after `within` milliseconds. */
  stop: (within?: number) => Promise<void>
}

// *nobody* may not enter the parent folders of a clone in /root. A process starts inside its folder before it drops its
// rights, and this path always names that folder.
const inside = (data: string) => (process.platform === 'linux' ? '/proc/self/cwd' : data)

const plainEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** Creates an empty cluster in `data`, fully synced to disk on return; throws NotStarted. */
export async function createCluster(
  { binaries, user, data }: Cluster,
  { version = embeddedVersion, sync = true }: { version?: number; sync?: boolean } = {},
): Promise<void> {
  mkdirSync(data, { mode: 0o700 })
  if (user) chownSync(data, user.uid, user.gid)
  // pg_trgm uses LC_CTYPE to tell letters from other characters; the built-in locale does everything else.
  const letters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const locale =
    version >= 17
      ? ['--locale=C', `--lc-ctype=${letters}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : [`--locale=${letters}`]
  const child = spawn(
    binaries.initdb,
    // oxfmt-ignore
    ['-D', inside(data), '-U', 'postgres', '-E', 'UTF8', '-A', 'trust', ...locale, ...(sync ? [] : ['--no-sync'])],
    { ...user, cwd: data, env: plainEnvironment, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const said: string[] = []
  createInterface(child.stderr).on('line', (line) => said.push(line))
  const [code] = (await once(child, 'close').catch((error: Error) => {
    throw new NotStarted(error.message)
  })) as [number | null]
  if (code !== 0)
    throw new NotStarted(said.find((line) => /error|FATAL/.test(line)) ?? said[0] ?? `initdb: ${code}`)
  if (sync) syncFolder(join(data, '..'))
}

/** Syncs a folder's entries to disk after one was added or renamed. */
export function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/**
 * Waits for the end of the process that started the server, even by `kill -9` (file descriptor 3 closes), then stops
 * the server, which took over this shell's process id. It detaches by forking twice, because PostgreSQL must only know
 * its own children.
 */
const guarded = `
  ( (
    trap '' INT TERM HUP
    read -r said <&3
    [ "$said" = ended ] && exit
    read -r pid 2>/dev/null <postmaster.pid && [ "$pid" = $$ ] && kill -INT $$
    if [ -n "$remove" ]; then
      while kill -0 $$ 2>/dev/null; do sleep 0.1; done
      cd / && rm -rf "$remove"
    fi
  ) >/dev/null 2>&1 & )
  exec 3<&-
  exec "$@"`

type StartOptions = {
  socketFolder: string
  settings: Record<string, string | number>
  onLine?: (line: string) => void
  /** Folder to remove after this process has ended without stopping the server. */
  removeAfter?: string
}

/**
 * Starts the server and waits for its first answer, however long recovery takes; throws NotStarted when it ends before.
 */
export async function startServer(
  { binaries, user, data }: Cluster,
  { socketFolder, settings, onLine, removeAfter = '' }: StartOptions,
): Promise<Server> {
  const given = {
    listen_addresses: '',
    unix_socket_directories: socketFolder === data ? '.' : socketFolder,
    unix_socket_permissions: '0700',
    ...settings,
  }
  const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(
    '/bin/sh',
    ['-c', guarded, 'sh', binaries.postgres, '-D', inside(data), ...args],
    // In its own process group: Ctrl-C reaches the product only, which finishes its requests first.
    {
      ...user,
      cwd: data,
      env: { ...plainEnvironment, ...(removeAfter && { remove: removeAfter }) },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  const last: string[] = []
  createInterface(child.stderr!).on('line', (line) => {
    if (last.push(line) > 20) last.shift()
    onLine?.(line)
  })
  const guard = child.stdio[3]!
  guard.on('error', () => {}) // the guard may have ended first
  const ended = new Promise<Awaited<Server['ended']>>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }))
    // All its processes must have closed the log before another server may use the folder.
    child.once('exit', (code, signal) => {
      const end = () => resolve({ code, signal })
      if (child.stderr!.closed) end()
      else child.stderr!.once('close', end)
    })
  })
  // The guard has no more work.
  void ended.then(() => (guard as Writable).end('ended\n'))
  let failed: Error | undefined
  child.once('error', (error) => (failed = error))
  await untilReady(child, data, ended)
  if (failed || hasEnded(child)) throw new NotStarted(failed?.message ?? reasonIn(last))
  return { pid: child.pid!, ended, stop: (within) => stop(child, ended, within) }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function untilReady(child: ChildProcess, data: string, ended: Promise<unknown>): Promise<void> {
  let isOver = false
  void ended.then(() => (isOver = true))
  while (!isOver) {
    const found = readPostmaster(data)
    if (found?.pid === child.pid && found?.status === 'ready') return
    await Promise.race([sleep(10), ended])
  }
}

/** The most informative line of a server that ended. */
function reasonIn(lines: string[]): string {
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'its process ended'
}

async function stop(child: ChildProcess, ended: Promise<unknown>, within = 8000): Promise<void> {
  child.kill('SIGINT')
  const isLate = await Promise.race([ended.then(() => false), sleep(within, true, { ref: false })])
  if (!isLate) return
  child.kill('SIGQUIT')
  const isStuck = await Promise.race([ended.then(() => false), sleep(2000, true, { ref: false })])
  if (isStuck) child.kill('SIGKILL')
  await ended
}

/** The server's status file in the folder; undefined after a clean stop or when it never ran. */
function readPostmaster(data: string): { pid: number; status: string | undefined } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, status: lines[7]?.trim() } : undefined
  } catch {
    return undefined
  }
}

/**
 * Stops a server that outlived the process that started it. Requires the folder's lock, so that nobody else uses it.
 */
export async function endOrphan(data: string, within = 20_000): Promise<void> {
  const found = readPostmaster(data)
  if (!found) return
  const began = performance.now()
  for (let asked = ''; isServerOf(found.pid, data);) {
    const signal = performance.now() - began > within / 2 ? 'SIGQUIT' : 'SIGINT'
    if (signal !== asked) sendTo(found.pid, signal)
    asked = signal
    if (performance.now() - began > within) throw new NotStarted(`process ${found.pid} does not end`)
    await sleep(20)
  }
  // The process id may be reused by now, or belong to no process: PostgreSQL would take either for a running server.
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock', 'postmaster.pid'])
    rmSync(join(data, name), { force: true })
}

function isServerOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(data)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data
  } catch {
    return false // another user's process, or it has ended
  }
}

/** A process that has ended in the meantime needs no signal. */
function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
