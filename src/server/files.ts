import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomToken } from '#server/secrets.ts'

/** What is known about a file that was stored. */
export type StoredFile = { key: string; size: number; sha256: string }

/** Where uploads and documents lie; keys are made here and never come from outside. */
export type Files = {
  /** Stores a stream whole or not at all: a file under its key has reached the disk. */
  put: (stream: AsyncIterable<Uint8Array>) => Promise<StoredFile>
  /** A local path to read the file from. */
  path: (key: string) => string
  read: (key: string) => ReadStream
  remove: (key: string) => Promise<void>
}

const keyPattern = /^[\w-]{20,100}$/

/** Files in a folder of the data directory, made when the first one is stored. */
export function folderFiles(dataDir: string): Files {
  const folder = join(dataDir, 'files')
  const path = (key: string) => {
    if (!keyPattern.test(key)) throw new Error('not a file key')
    return join(folder, key)
  }
  return {
    async put(stream) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const key = randomToken()
      const unfinished = `${path(key)}.part`
      try {
        const written = await write(unfinished, stream)
        await rename(unfinished, path(key))
        await syncFolder(folder)
        return { key, ...written }
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    path,
    read: (key) => createReadStream(path(key)),
    remove: (key) => rm(path(key), { force: true }),
  }
}

async function write(path: string, stream: AsyncIterable<Uint8Array>): Promise<Omit<StoredFile, 'key'>> {
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
