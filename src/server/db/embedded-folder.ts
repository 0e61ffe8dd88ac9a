import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Where the embedded database keeps its things below DATA_DIR; nobody but the owner may look inside. */
export function embeddedFolder(dataDir: string): string {
  const folder = join(dataDir, 'embedded')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return folder
}

/**
 * Takes the folder for this process alone, or returns undefined when another one has it. The operating system
 * gives the lock back when the process ends, however it ends; PGlite has none of its own.
 */
export function lockFolder(folder: string): (() => void) | undefined {
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    const busy = 5 // SQLITE_BUSY
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined
    throw error
  }
  return () => lock.close()
}

/**
 * Returns the database's folder, made with `make` when there is none. It is made under another name and renamed
 * when complete, so a half-made one is never opened: what an interrupted first start left is removed, and a
 * folder without a control file is moved aside (reported through `notice`).
 */
export async function completeFolder(
  folder: string,
  make: (path: string) => Promise<void>,
  notice: (message: string) => void,
): Promise<string> {
  const path = join(folder, 'pgdata')
  const making = join(folder, 'pgdata.making')
  if (isComplete(path)) return path
  if (existsSync(path)) {
    const aside = freeName(`${path}.incomplete`)
    renameSync(path, aside)
    notice(`the embedded database in ${path} was never completed: moved to ${aside} and made anew`)
  }
  rmSync(making, { recursive: true, force: true })
  await make(making)
  renameSync(making, path)
  return path
}

/** Who has the folder: the serving process and the folder of its socket. */
export type Owner = { pid: number; socketFolder: string }

export function writeOwner(folder: string, owner: Owner): void {
  const path = join(folder, 'owner.json')
  writeFileSync(`${path}.new`, JSON.stringify(owner), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

export function forgetOwner(folder: string): void {
  rmSync(join(folder, 'owner.json'), { force: true })
}

export function readOwner(folder: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as Owner
  } catch {
    return undefined // the one who has the lock is not ready yet
  }
}

function isComplete(path: string): boolean {
  return existsSync(join(path, 'PG_VERSION')) && existsSync(join(path, 'global', 'pg_control'))
}

function freeName(path: string): string {
  for (let number = 1; ; number++) {
    if (!existsSync(`${path}.${number}`)) return `${path}.${number}`
  }
}
