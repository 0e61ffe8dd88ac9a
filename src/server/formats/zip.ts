import type { Hash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive; its text or bytes are pulled during writing, and `hash` receives the bytes. */
export type ZipEntry = {
  name: string
  text: AsyncIterable<readonly (string | Uint8Array)[]> | Iterable<readonly (string | Uint8Array)[]>
  hash?: Hash
}

const sizesFollow = 8 // general-purpose bit 3: checksum and sizes follow the data
const utf8Names = 0x800
const deflated = 8
const epoch = 33 // 1 January 1980: equal content gives an identical archive
const limit = 0xffffffff

/**
 * Writes a ZIP archive in pieces, in constant memory. Entries may be lazy: the next one is requested only when the one
 * before is complete. Throws above 4 GiB per entry or in total (no ZIP64: spreadsheets do not need it).
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const entry of entries) {
    const { name } = entry
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
    for await (const piece of deflate(entry, facts)) {
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

    const listed = Buffer.alloc(46)
    listed.writeUInt32LE(0x02014b50, 0)
    listed.writeUInt16LE(20, 4)
    listed.writeUInt16LE(20, 6)
    writeFlags(listed, 8)
    writeFacts(listed, facts, 16)
    listed.writeUInt16LE(nameBytes.length, 28)
    listed.writeUInt32LE(start, 42)
    directory.push(listed, nameBytes)
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

const roomBytes = 128 * 1024
/** A UTF-16 unit takes at most three bytes. */
const bytesPerUnit = 3

/**
 * Compresses incoming text and records checksum and size of the input. All text passes through one reused buffer: bytes
 * that wait for the garbage collector are the main memory cost of an export. Leaving early ends the source as well.
 */
async function* deflate({ text, hash }: ZipEntry, facts: Facts): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  const packed: Buffer[] = []
  packer.on('data', (piece: Buffer) => void packed.push(piece))
  const pack = (bytes: Uint8Array) => {
    facts.crc = crc32(bytes, facts.crc)
    facts.size += bytes.length
    hash?.update(bytes)
    return new Promise<void>((resolve, reject) =>
      packer.write(bytes, (error) => (error ? reject(error) : resolve())),
    )
  }
  const room = Buffer.allocUnsafe(roomBytes)
  let used = 0
  try {
    for await (const piece of text) {
      for (const part of piece) {
        const most = part.length * bytesPerUnit
        if (used + most > roomBytes) {
          await pack(room.subarray(0, used))
          used = 0
        }
        if (typeof part !== 'string') {
          await pack(room.subarray(0, used))
          used = 0
          await pack(part)
        } else if (most > roomBytes) await pack(Buffer.from(part))
        else used += room.write(part, used)
      }
      yield* packed.splice(0)
    }
    await pack(room.subarray(0, used))
    packer.end()
    await finished(packer)
    yield* packed
  } finally {
    packer.destroy()
  }
}
