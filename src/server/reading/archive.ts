import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { ReadError } from '#shared/reading/errors.ts'

/** Limits for unpacking an archive: total bytes, parts, and compression ratio (large parts only). */
export type ArchiveLimits = { bytes: number; parts: number; ratio: number }
export const archiveLimits: ArchiveLimits = { bytes: 1_000_000_000, parts: 5_000, ratio: 250 }

export type ArchiveFile = {
  stat: () => Promise<{ size: number }>
  read: (buffer: Buffer, offset: number, length: number, position: number) => Promise<{ bytesRead: number }>
}

export function inMemory(bytes: Uint8Array): ArchiveFile {
  return {
    stat: async () => ({ size: bytes.length }),
    read: async (buffer, offset, length, position) => {
      const piece = bytes.subarray(position, position + length)
      buffer.set(piece, offset)
      return { bytesRead: piece.length }
    },
  }
}

/** One file in a ZIP archive, as declared in its directory. */
export type ArchivePart = {
  name: string
  method: number
  packed: number
  size: number
  crc: number
  /** Offset of its bytes in the archive. */
  offset: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const ratioMatters = 10_000_000

/** The parts listed in a ZIP directory; throws when a declaration is broken, encrypted or above the limits. */
export async function listArchive(file: ArchiveFile, limits = archiveLimits): Promise<ArchivePart[]> {
  const { size } = await file.stat()
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  let end = tail.length - 22
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end--
  if (end < 0) throw new ReadError('bad_archive')
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  // ZIP64 starts at 4 GiB or 65,535 parts, which no supported spreadsheet reaches.
  if (count === 0xffff || length === 0xffffffff || start === 0xffffffff || count > limits.parts) {
    throw new ReadError('archive_too_large')
  }
  if (start + length > size || length > 10_000_000) throw new ReadError('bad_archive')
  const directory = await readAt(file, start, length)
  const parts: ArchivePart[] = []
  let total = 0
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature) {
      throw new ReadError('bad_archive')
    }
    if (directory.readUInt16LE(at + 8) & 1) throw new ReadError('archive_encrypted')
    const nameLength = directory.readUInt16LE(at + 28)
    const part: ArchivePart = {
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    }
    total += part.size
    if (total > limits.bytes || (part.size > ratioMatters && part.size > part.packed * limits.ratio)) {
      throw new ReadError('archive_too_large')
    }
    const header = await readAt(file, part.offset, 30)
    if (header.readUInt32LE(0) !== localSignature) throw new ReadError('bad_archive')
    part.offset += 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    if (part.offset + part.packed > size) throw new ReadError('bad_archive')
    parts.push(part)
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return parts
}

export async function* packedBytes(file: ArchiveFile, part: ArchivePart, step = 64 * 1024) {
  for (let at = 0; at < part.packed; at += step) {
    yield await readAt(file, part.offset + at, Math.min(step, part.packed - at))
  }
}

/** Files of an archive, without folders and system files such as `__MACOSX/`. */
export const filesIn = (parts: readonly ArchivePart[]): ArchivePart[] =>
  parts.filter(({ name }) => !name.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(name))

/** The unpacked bytes of a verified part, as a stream. */
export async function* unpackedBytes(file: ArchiveFile, part: ArchivePart): AsyncGenerator<Uint8Array> {
  if (part.method === 0) return yield* packedBytes(file, part)
  const packed = Readable.from(packedBytes(file, part))
  const inflated = createInflateRaw()
  packed.on('error', (error) => inflated.destroy(error))
  // The reader gets the error; without a listener, an abandoned stream would end the process.
  inflated.on('error', () => {})
  packed.pipe(inflated)
  try {
    yield* inflated.iterator({ destroyOnReturn: false })
  } finally {
    packed.destroy()
    inflated.destroy()
  }
}

/**
 * Unpacks a part without storing it, and stops once it exceeds its declared size. The declared sizes, which were
 * checked against the limits, are then proved. `inspect` sees the unpacked bytes and may refuse them.
 */
export async function verifyPart(
  file: ArchiveFile,
  part: ArchivePart,
  inspect: (bytes: Buffer) => void = () => {},
): Promise<void> {
  if (part.method === 0) {
    if (part.packed !== part.size) throw new ReadError('bad_archive')
    for await (const chunk of packedBytes(file, part)) inspect(chunk)
    return
  }
  if (part.method !== 8) throw new ReadError('bad_archive')
  let size = 0
  try {
    await pipeline(packedBytes(file, part), createInflateRaw(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > part.size) throw new ReadError('bad_archive')
        inspect(chunk)
      }
    })
  } catch (error) {
    throw error instanceof ReadError ? error : new ReadError('bad_archive')
  }
  if (size !== part.size) throw new ReadError('bad_archive')
}

async function readAt(file: ArchiveFile, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead < length) throw new ReadError('bad_archive')
  return buffer
}
