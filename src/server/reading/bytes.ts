import type { FileHandle } from 'node:fs/promises'

/** All bytes of a file; several readers may run concurrently and stop early. */
export async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ;) {
    const buffer = Buffer.allocUnsafe(64 * 1024)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
