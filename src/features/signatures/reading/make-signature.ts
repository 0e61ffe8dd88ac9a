import sharp from 'sharp'
import { signatureSize } from '../rules.ts'

/** A stored signature: a PNG with a transparent background. */
export type MadeSignature = { bytes: Uint8Array; width: number; height: number }
export type SignatureRefusal = 'unreadable' | 'empty'

const mostPixels = 50_000_000

// Only three decoders may open uploaded files; nothing is cached between files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Re-encodes the picture of a signature: upright, cropped, no larger than printed, and without metadata. Light paper in
 * a photograph becomes transparent.
 */
export async function makeSignature(
  bytes: Uint8Array,
): Promise<MadeSignature | { refused: SignatureRefusal }> {
  try {
    const upright = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .resize({ width: 3000, height: 3000, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = upright.info
    seeThrough(upright.data)
    const raw = { raw: { width, height, channels: 4 as const } }
    const box = inked(upright.data, width, height)
    if (!box) return { refused: 'empty' }
    const made = await sharp(upright.data, raw)
      .extract(box)
      .resize({ ...signatureSize, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: made.data, width: made.info.width, height: made.info.height }
  } catch {
    return { refused: 'unreadable' }
  }
}

/** Lightness up to which a pixel is ink, and from which it is paper; edges lie between. */
const [ink, paper] = [120, 215]

/** Makes light pixels transparent. */
function seeThrough(dots: Buffer): void {
  for (let at = 0; at < dots.length; at += 4) {
    const light = 0.299 * dots[at]! + 0.587 * dots[at + 1]! + 0.114 * dots[at + 2]!
    const left = Math.max(0, Math.min(1, (paper - light) / (paper - ink)))
    dots[at + 3] = Math.round(dots[at + 3]! * left)
  }
}

/** Bounds of the visible ink; undefined if there is none. */
function inked(dots: Buffer, width: number, height: number) {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (dots[(y * width + x) * 4 + 3]! > 24) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = y
      }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}
