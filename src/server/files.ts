import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { randomToken } from '#server/secrets.ts'

/** What is known about a file that was stored. */
export type StoredFile = { key: string; size: number; sha256: string }

/** Where uploads and documents lie; keys are made here and never come from outside. */
export type Files = {
  /** Stores a stream whole or not at all: a file under its key has reached the disk. */
  put: (stream: AsyncIterable<Uint8Array>) => Promise<StoredFile>
  /** A local file with the content, for readers that need to seek; fetched first where files lie elsewhere. */
  localPath: (key: string) => Promise<string>
  read: (key: string) => Promise<Readable>
  remove: (key: string) => Promise<void>
}

const keyPattern = /^[\w-]{20,100}$/

/** Keys are made here; anything else is a programming error, never a path. */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error('not a file key')
  return key
}

/** Files in a folder of the data directory, made when the first one is stored. */
export function folderFiles(dataDir: string): Files {
  const folder = join(dataDir, 'files')
  const path = (key: string) => join(folder, checkedKey(key))
  return {
    async put(stream) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const key = randomToken()
      const unfinished = `${path(key)}.part`
      try {
        const written = await writeFileWhole(unfinished, stream)
        await rename(unfinished, path(key))
        await syncFolder(folder)
        return { key, ...written }
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    localPath: async (key) => path(key),
    read: async (key) => createReadStream(path(key)),
    remove: (key) => rm(path(key), { force: true }),
  }
}

/** Streams into a new file and syncs it; answers its size and SHA-256. */
export async function writeFileWhole(
  path: string,
  stream: AsyncIterable<Uint8Array>,
): Promise<Omit<StoredFile, 'key'>> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of stream) {
      hash.update(chunk)
      size += chunk.length
      await file.writeFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/** Makes the rename itself survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
