import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../base/config.ts'

const reasons: Record<string, string> = {
  EEXIST: 'it or a part of its path is no folder',
  ENOTDIR: 'it or a part of its path is no folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it can only be read',
  ENOSPC: 'there is no space left',
  ENAMETOOLONG: 'its name is too long',
}

// Creates one level at a time: the recursive form never returns on file systems that cannot hold folders.
function makeFolder(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory()) return
  if (!there && dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/**
 * Creates the data directory, accessible to its owner only, and tests writing to it; throws ConfigError with the reason
 * on failure.
 */
export function prepareDataDir(path: string): void {
  try {
    makeFolder(path)
    const probe = join(path, `.probe-${process.pid}`)
    writeFileSync(probe, '', { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = reasons[code] ?? `it cannot be reached (${code})`
    throw new ConfigError(`DATA_DIR must be a folder that can be written, ${path} cannot: ${reason}`)
  }
}
