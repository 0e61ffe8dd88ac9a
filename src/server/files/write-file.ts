import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

export type WrittenFile = { size: number; sha256: string }

/** Streams into a new file and syncs it; returns size and SHA-256. */
export async function writeFileWhole(path: string, stream: AsyncIterable<Uint8Array>): Promise<WrittenFile> {
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
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
