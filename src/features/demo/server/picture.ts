import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [number, number, number]

/** Properties of an invented landscape: sky colours, hill colours from the farthest on, and the sun's position. */
export type Landscape = {
  sky: readonly [Colour, Colour]
  hills: readonly Colour[]
  sun: readonly [number, number]
}

const width = 720
const height = 480
const sunRadius = 38
const sunColour: Colour = [255, 244, 214]

/** A landscape as PNG; the same colours give the same bytes. */
export function landscapePng({ sky, hills, sun }: Landscape): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (1 + width * 3) + 1 + x * 3)
  return pngOf(rows)

  function colourAt(x: number, y: number): Colour {
    const nearest = hills.findLastIndex((_, at) => y > edgeOf(at, hills.length, x))
    if (nearest !== -1) return hills[nearest]!
    if (Math.hypot(x - sun[0] * width, y - sun[1] * height) < sunRadius) return sunColour
    const share = y / height
    return [0, 1, 2].map((part) =>
      Math.round(sky[0][part]! * (1 - share) + sky[1][part]! * share),
    ) as unknown as Colour
  }
}

// Edge of a hill: nearer hills are lower and have longer waves.
const edgeOf = (at: number, count: number, x: number) =>
  height * (0.45 + (0.45 * at) / count) +
  28 * Math.sin((x / width) * (5 - at) + at * 1.7) +
  10 * Math.sin((x / width) * 13 + at)

function pngOf(rows: Uint8Array): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(named, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}
