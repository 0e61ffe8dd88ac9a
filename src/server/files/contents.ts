import { createHash } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { conflict } from '../base/errors.ts'
import { randomToken } from '../base/tokens.ts'
import { syncFolder, writeFileWhole } from './write-file.ts'

export type StoredContent = { sha256: string; changedAt: Date }

/**
 * Contents stored under the SHA-256 of their bytes, out of a browser's reach: equal bytes are stored once, and reads
 * return exactly the stored bytes or fail.
 */
export type Contents = {
  /** Stores bytes completely or not at all and returns their hash; existing bytes are overwritten. */
  put: (bytes: Uint8Array) => Promise<string>
  /** The bytes of a hash; throws `DamagedContent` when they are missing or altered. */
  read: (sha256: string) => Promise<Buffer>
  has: (sha256: string) => Promise<boolean>
  remove: (sha256: string) => Promise<void>
  list: () => AsyncIterable<StoredContent>
}

/** A stored content that is missing or altered. */
export class DamagedContent extends Error {
  override name = 'DamagedContent'
  constructor(sha256: string, cause?: unknown) {
    super(`the stored content ${sha256} is gone or damaged`, { cause })
  }
}

/** The bytes of a content for an answer; 409 when they are missing or altered. */
export async function storedBytes(contents: Pick<Contents, 'read'>, sha256: string): Promise<Buffer> {
  try {
    return await contents.read(sha256)
  } catch (error) {
    throw error instanceof DamagedContent ? conflict('file_damaged') : error
  }
}

const hashPattern = /^[0-9a-f]{64}$/

/** Names are hashes; anything else is a programming error, never a path. */
export function checkedHash(sha256: string): string {
  if (!hashPattern.test(sha256)) throw new Error('not a hash')
  return sha256
}

/** The hash under which bytes are stored. */
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Returns the bytes when they match the hash; throws `DamagedContent` otherwise. */
export function checkedBytes(sha256: string, bytes: Buffer): Buffer {
  if (hashOf(bytes) !== sha256) throw new DamagedContent(sha256)
  return bytes
}

/** Contents in a folder, created on the first write. A file is written under a temporary name, synced and renamed. */
export function folderContents(folder: string): Contents {
  const path = (sha256: string) => join(folder, checkedHash(sha256))
  return {
    async put(bytes) {
      const sha256 = hashOf(bytes)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = `${path(sha256)}.${randomToken().slice(0, 12)}.part`
      try {
        await writeFileWhole(unfinished, once(bytes))
        await rename(unfinished, path(sha256))
        await syncFolder(folder)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      return sha256
    },
    async read(sha256) {
      const bytes = await readFile(path(sha256)).catch((error: unknown) => {
        throw isMissing(error) ? new DamagedContent(sha256, error) : error
      })
      return checkedBytes(sha256, bytes)
    },
    has: (sha256) =>
      stat(path(sha256)).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false
          throw error
        },
      ),
    remove: (sha256) => rm(path(sha256), { force: true }),
    list: () => listFolder(folder),
  }
}

async function* listFolder(folder: string): AsyncGenerator<StoredContent> {
  for await (const { name, changedAt } of filesIn(folder))
    if (hashPattern.test(name)) yield { sha256: name, changedAt }
}

/** The files in a folder; partial files of a killed process are removed after a day. */
export async function* filesIn(folder: string): AsyncGenerator<{ name: string; changedAt: Date }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found) continue
    if (!name.endsWith('.part')) yield { name, changedAt: found.mtime }
    else if (Date.now() - found.mtimeMs > unfinishedMs) await rm(path, { force: true })
  }
}

const unfinishedMs = 24 * 3_600_000

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
