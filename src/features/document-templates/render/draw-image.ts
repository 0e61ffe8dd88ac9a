import { degrees, type PDFDocument, type PDFPage } from '#server/formats/pdf-lib.js'
import type { Box } from '../places.ts'
import { onPage, type RotatedBox, upright } from './rotation.ts'

/** A picture as large as its place allows, with its aspect ratio. */
export async function drawImage(
  document: PDFDocument,
  page: PDFPage,
  place: RotatedBox,
  bytes: Uint8Array,
): Promise<void> {
  const box = upright(place)
  const small = await asLargeAsPrinted(bytes, box)
  const image = await (isPng(small) ? document.embedPng(small) : document.embedJpg(small))
  const { width, height } = image.scaleToFit(box.width, box.height)
  const corner = onPage(place, (box.width - width) / 2, (box.height - height) / 2)
  page.drawImage(image, { ...corner, width, height, rotate: degrees(place.turn) })
}

const isPng = (bytes: Uint8Array) => bytes[0] === 0x89

/** Resolution of a printer in dots per point; a higher one only makes the file larger. */
const dotsPerPoint = 300 / 72

/** Scales a picture down to the resolution at which its place is printed; a smaller one is returned unchanged. */
async function asLargeAsPrinted(bytes: Uint8Array, { width, height }: Box): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  const within = { width: Math.ceil(width * dotsPerPoint), height: Math.ceil(height * dotsPerPoint) }
  const now = await sharp(bytes).metadata()
  if (now.width <= within.width && now.height <= within.height) return bytes
  const smaller = sharp(bytes).resize({ ...within, fit: 'inside' })
  return (isPng(bytes) ? smaller.png({ compressionLevel: 9 }) : smaller.jpeg({ quality: 84 })).toBuffer()
}
