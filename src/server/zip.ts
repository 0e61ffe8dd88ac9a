import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive; its text is pulled piece by piece while the archive is written. */
export type ZipEntry = { name: string; text: AsyncIterable<string> | Iterable<string> }

const sizesFollow = 8 // general-purpose bit 3: checksum and sizes stand behind the data
const utf8Names = 0x800
const deflated = 8
const epoch = 33 // 1 January 1980: an archive of the same content is the same bytes
const limit = 0xffffffff

/**
 * Writes a ZIP archive piece by piece with flat memory. Entries may be produced lazily: the next one is asked for only
 * when the one before is complete. Throws above 4 GiB per entry or in all (no ZIP64: spreadsheets do not need it).
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, text } of entries) {
    const nameBytes = Buffer.from(name)
    const start = offset
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(20, 4)
    writeFlags(header, 6)
    header.writeUInt16LE(nameBytes.length, 26)
    yield Buffer.concat([header, nameBytes])
    offset += 30 + nameBytes.length

    const facts = { crc: 0, size: 0, packed: 0 }
    for await (const piece of deflate(text, facts)) {
      facts.packed += piece.length
      yield piece
    }
    if (facts.size > limit || start + facts.packed > limit)
      throw new Error(`${name} is too large for a ZIP archive`)

    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x08074b50, 0)
    writeFacts(descriptor, facts, 4)
    yield descriptor
    offset += facts.packed + 16

    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    writeFlags(entry, 8)
    writeFacts(entry, facts, 16)
    entry.writeUInt16LE(nameBytes.length, 28)
    entry.writeUInt32LE(start, 42)
    directory.push(entry, nameBytes)
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([listing, end])
}

type Facts = { crc: number; size: number; packed: number }

function writeFlags(header: Buffer, at: number): void {
  header.writeUInt16LE(sizesFollow | utf8Names, at)
  header.writeUInt16LE(deflated, at + 2)
  header.writeUInt16LE(epoch, at + 6)
}

function writeFacts(header: Buffer, { crc, packed, size }: Facts, at: number): void {
  header.writeUInt32LE(crc, at)
  header.writeUInt32LE(packed, at + 4)
  header.writeUInt32LE(size, at + 8)
}

/** Packs text as it comes and notes checksum and size of what went in. Leaving early ends the source as well. */
async function* deflate(text: ZipEntry['text'], facts: Facts): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const piece of text) {
      const bytes = Buffer.from(piece)
      facts.crc = crc32(bytes, facts.crc)
      facts.size += bytes.length
      yield bytes
    }
  }
  const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  // A failing source destroys the packer with its error, which the loop below then throws.
  pipeline(Readable.from(counted(), { objectMode: false }), packer, () => {})
  yield* packer as AsyncIterable<Buffer>
}
