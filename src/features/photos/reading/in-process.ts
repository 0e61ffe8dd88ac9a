import { inOwnProcess, type ReadLimits, usualWaitMs } from '#server/own-process.ts'
import type { PhotoRefusal } from '../rules.ts'
import type { Made } from './make.ts'

export const makeLimits: ReadLimits = {
  memoryMb: 128,
  residentMb: 640,
  processorMs: 10_000,
  waitMs: usualWaitMs,
}

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
