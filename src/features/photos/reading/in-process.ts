import { inOwnProcess, type ReadLimits } from '#server/own-process.ts'
import type { PhotoRefusal } from '../rules.ts'
import type { Made } from './make.ts'

export const makeLimits: ReadLimits = { memoryMb: 128, residentMb: 640, readMs: 10_000, startMs: 30_000 }

/** Makes a photo in a process of its own: a file that takes too much memory or time is refused as unreadable. */
export async function makePhotoApart(
  bytes: Uint8Array,
  limits: ReadLimits = makeLimits,
): Promise<Made | { refused: PhotoRefusal }> {
  const script = new URL('./child.ts', import.meta.url)
  return (
    (await inOwnProcess<Made | { refused: PhotoRefusal }>(script, bytes, limits)) ?? { refused: 'unreadable' }
  )
}
