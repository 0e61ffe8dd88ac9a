import type { Findings } from '../findings.ts'
import { findValues } from './find-values.ts'
import type { ReadPage } from './lines.ts'
import { firstPages } from './first-pages.ts'

/** Maximum number of characters read; notices have fewer. */
const mostSigns = 100_000

/**
 * Reads the text of a PDF's first pages with its places, and finds the values in it. Use it only in the sandbox
 * (`in-sandbox.ts`).
 */
export async function readValues(bytes: Uint8Array): Promise<Findings> {
  const pages: ReadPage[] = []
  let signs = 0
  for await (const page of firstPages(bytes)) {
    if (signs >= mostSigns) break
    const { width, height, transform } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const runs = items.flatMap((item) => {
      // Vertical text is not part of a line.
      if (!('str' in item) || item.str === '' || signs > mostSigns) return []
      signs += item.str.length
      const place = placeOn(transform, item)
      return place.height > 0
        ? [
            {
              text: item.str,
              x: place.x / width,
              y: place.y / height,
              width: place.width / width,
              height: place.height / height,
            },
          ]
        : []
    })
    pages.push({ width, height, runs })
  }
  return findValues(pages)
}

type Item = { transform: number[]; width: number; height: number }

/** Position of a text run on the displayed page, from the top left; without height unless it is horizontal. */
function placeOn(page: number[], { transform, width, height }: Item) {
  const [a, b, c, d, e, f] = page as [number, number, number, number, number, number]
  const [, , , , x, y] = transform as [number, number, number, number, number, number]
  const left = a * x + c * y + e
  const base = b * x + d * y + f
  const [ta, tb] = transform as [number, number]
  const isLevel = Math.abs(b * ta + d * tb) < 0.1 * Math.abs(a * ta + c * tb)
  // Letters extend below their baseline by about a fifth.
  return { x: left, y: base - height, width, height: isLevel ? height * 1.2 : 0 }
}
