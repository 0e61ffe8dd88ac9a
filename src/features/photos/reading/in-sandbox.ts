import { type SandboxLimits, usualWaitMs } from '#server/sandbox/process.ts'
import { sandbox } from '#server/sandbox/sandbox.ts'
import type { PhotoRefusal } from '../rules.ts'
import type { ConvertedPhoto } from './make.ts'

export const makeLimits: SandboxLimits = {
  memoryMb: 128,
  residentMb: 640,
  processorMs: 10_000,
  waitMs: usualWaitMs,
}

const making = sandbox<Uint8Array, ConvertedPhoto | { refused: PhotoRefusal }>(
  new URL('./child.ts', import.meta.url),
  makeLimits,
)

/** Re-encodes a photo in a sandbox; a file that needs too much memory or processor time is refused as unreadable. */
export async function makePhotoInSandbox(
  bytes: Uint8Array,
  limits: SandboxLimits = makeLimits,
): Promise<ConvertedPhoto | { refused: PhotoRefusal }> {
  return (await making.once(bytes, limits)) ?? { refused: 'unreadable' }
}
