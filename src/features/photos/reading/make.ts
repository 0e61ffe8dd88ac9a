import sharp from 'sharp'
import { keptSide, maxPhotoPixels, type PhotoRefusal, thumbSide } from '../rules.ts'

/** A re-encoded photo and its thumbnail (WebP). */
export type ConvertedPhoto = {
  mediaType: 'image/jpeg' | 'image/png'
  width: number
  height: number
  kept: Uint8Array
  thumb: Uint8Array
}

/** Limits; only tests lower them. */
export type MakeLimits = { pixels: number }

// The library reads many formats (SVG, PDF, film …); only three decoders may open uploaded files. Nothing is cached between
// files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Re-encodes a photo: upright, in sRGB, no larger than displayed, and without metadata (place, camera, comments, bytes after
 * its end). Run it in a sandbox (`in-sandbox.ts`).
 */
export async function makePhoto(
  bytes: Uint8Array,
  { pixels }: MakeLimits = { pixels: maxPhotoPixels },
): Promise<ConvertedPhoto | { refused: PhotoRefusal }> {
  try {
    const { width, height, format, hasAlpha } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > pixels) return { refused: 'too_many_pixels' }
    const upright = sharp(bytes, { limitInputPixels: pixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    const seeThrough = hasAlpha && !(await sharp(await upright.clone().png().toBuffer()).stats()).isOpaque
    // Drawings (PNG, WebP) keep full colour resolution for their sharp edges; in camera pictures the loss is invisible.
    const chromaSubsampling = format === 'jpeg' ? '4:2:0' : '4:4:4'
    const kept = await (
      seeThrough
        ? upright.png({ compressionLevel: 9 })
        : upright.removeAlpha().jpeg({ quality: 84, chromaSubsampling })
    ).toBuffer({ resolveWithObject: true })
    const thumb = await sharp(kept.data)
      .resize({ width: thumbSide, height: thumbSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer()
    return {
      mediaType: seeThrough ? 'image/png' : 'image/jpeg',
      width: kept.info.width,
      height: kept.info.height,
      kept: kept.data,
      thumb,
    }
  } catch {
    return { refused: 'unreadable' }
  }
}
