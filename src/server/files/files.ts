import { createReadStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Contents, filesIn, folderContents } from './contents.ts'
import { randomToken } from '../base/tokens.ts'
import { syncFolder, type WrittenFile, writeFileWhole } from './write-file.ts'

/** What is known about a file that was stored. */
export type StoredFile = WrittenFile & { key: string }

/** Where uploads and documents lie; keys are made here and never come from outside. */
export type Files = {
  /**
   * Stores a stream whole or not at all: a file under its key has reached the disk. Whoever notes the key first takes it
   * from `newFileKey`, so that a death in between leaves no file that nobody knows.
   */
  put: (stream: AsyncIterable<Uint8Array>, key?: string) => Promise<StoredFile>
  /** A local file with the content, for readers that need to seek; fetched first where files lie elsewhere. */
  localPath: (key: string) => Promise<string>
  read: (key: string) => Promise<Readable>
  /** Gives up the local copy of a file that lies elsewhere; the file itself stays. */
  release: (key: string) => Promise<void>
  remove: (key: string) => Promise<void>
  /** The keys of everything that is stored, and since when; what a death left half written is removed on the way, after a day. */
  list: () => AsyncIterable<{ key: string; changedAt: Date }>
  /** What is kept under the hash of its bytes: documents. */
  contents: Contents
}

const keyPattern = /^[\w-]{20,100}$/

/** The key of a file that is not stored yet. */
export const newFileKey = (): string => randomToken()

/** True for the name of a file that was stored under a key of ours. */
export const isFileKey = (name: string) => /^[\w-]{43}$/.test(name)

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
    async put(stream, key = newFileKey()) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
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
    release: async () => {},
    async remove(key) {
      await rm(path(key), { force: true })
      // What a death left of it.
      await rm(`${path(key)}.part`, { force: true })
    },
    async *list() {
      for await (const { name, changedAt } of filesIn(folder))
        if (isFileKey(name)) yield { key: name, changedAt }
    },
    contents: folderContents(join(dataDir, 'documents')),
  }
}
