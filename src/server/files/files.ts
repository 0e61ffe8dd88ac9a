import { createReadStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Contents, filesIn, folderContents } from './contents.ts'
import { randomToken } from '../base/tokens.ts'
import { syncFolder, type WrittenFile, writeFileWhole } from './write-file.ts'

export type StoredFile = WrittenFile & { key: string }

/** The store of uploads and documents; keys are created here and never come from outside. */
export type Files = {
  /**
   * Stores a stream completely or not at all: a file under its key has reached the disk. A caller that records the key
   * first takes it from `newFileKey`, so that a crash in between leaves no unknown file.
   */
  put: (stream: AsyncIterable<Uint8Array>, key?: string) => Promise<StoredFile>
  /** A local file with the content, for readers that need to seek; fetched first from a remote store. */
  localPath: (key: string) => Promise<string>
  read: (key: string) => Promise<Readable>
  /** Removes the local copy of a remote file; the file itself stays. */
  release: (key: string) => Promise<void>
  remove: (key: string) => Promise<void>
  /** The keys of all stored files with their times; partial files of a killed process are removed after a day. */
  list: () => AsyncIterable<{ key: string; changedAt: Date }>
  /** Contents stored under their hash: documents. */
  contents: Contents
}

const keyPattern = /^[\w-]{20,100}$/

export const newFileKey = (): string => randomToken()

/** True for the name of a file stored under a key of ours. */
export const isFileKey = (name: string) => /^[\w-]{43}$/.test(name)

/** Keys are created here; anything else is a programming error, never a path. */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error('not a file key')
  return key
}

/** Files in a folder of the data directory, created with the first file. */
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
      // Remains of a killed process.
      await rm(`${path(key)}.part`, { force: true })
    },
    async *list() {
      for await (const { name, changedAt } of filesIn(folder))
        if (isFileKey(name)) yield { key: name, changedAt }
    },
    contents: folderContents(join(dataDir, 'documents')),
  }
}
