import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseRefused } from '../../base/database-refused.ts'
import { embeddedVersion } from './binaries.ts'
import { syncFolder } from './cluster.ts'

/** Folder of the built-in database below DATA_DIR; accessible to its owner only. */
export function embeddedFolder(dataDir: string): string {
  const folder = join(dataDir, 'postgresql')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return folder
}

/**
 * Locks the folder for this process, or returns undefined when another one holds it. The operating system releases the
 * lock when the process ends in any way.
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

/** Refuses a database this version cannot use; one of an early version is named when it is the only one there. */
export function refuseOld(dataDir: string, folder: string): void {
  const early = join(dataDir, 'embedded')
  if (!existsSync(join(folder, 'data')) && existsSync(join(early, 'pgdata')))
    throw new DatabaseRefused(
      `${early} holds the database of an early version (PGlite), which this one cannot read: move that folder away to begin anew.`,
    )
  const version = versionOf(join(folder, 'data'))
  if (version !== undefined && version !== embeddedVersion)
    throw new DatabaseRefused(
      `The database in ${folder} was made by PostgreSQL ${version}, and this version brings PostgreSQL ${embeddedVersion}: set DATABASE_URL, or move that folder away to begin anew.`,
    )
}

function versionOf(data: string): number | undefined {
  const path = join(data, 'PG_VERSION')
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : undefined
}

/**
 * Returns the database's folder, created with `make` when missing. It is created under another name and renamed when
 * complete, so a half-made one is never opened; the remains of an interrupted first start are removed.
 */
export async function completeFolder(folder: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(folder, 'data')
  if (existsSync(path)) return path
  const making = join(folder, 'data.making')
  rmSync(making, { recursive: true, force: true })
  try {
    await make(making)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw error
  }
  renameSync(making, path)
  syncFolder(folder)
  return path
}

/** Owner of the folder: the serving process and its socket folder. */
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
    return undefined // the lock holder is not ready yet
  }
}
