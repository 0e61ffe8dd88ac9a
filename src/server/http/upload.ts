import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { Route, WholeUpload } from '#shared/route.ts'
import { HttpError, invalid } from '../base/errors.ts'
import type { Upload, WholeFile } from '../routes/implement.ts'
import { isCleanText } from '../routes/validation.ts'

type Parts = AsyncIterator<Multipart>

/**
 * Opens a multipart upload: the fields, which precede the file, and the file as a stream, which fails as soon as it is
 * too large, and at its end when it is not the last part. Throws 400 and 415 for anything but an upload of one file
 * with the declared fields.
 */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes, fields: declared }: Omit<NonNullable<Route['upload']>, 'whole'>,
): Promise<Upload> {
  const parts = openParts(request, maxBytes)
  refuseDeclaredTooLarge(request, maxBytes)
  const fields = Object.create(null) as Record<string, string>
  for (;;) {
    const part = await nextPart(parts)
    if (part?.type === 'field') readField(fields, part, Object.keys(declared?.shape ?? {}))
    else if (part?.fieldname !== 'file') throw invalid({ file: 'validation.one_file' })
    else {
      const filename = part.filename ?? ''
      if (!isCleanText(filename)) throw invalid({ file: 'validation.control_characters' })
      return { stream: Readable.from(onlyFile(part, parts)), filename, mimetype: part.mimetype, fields }
    }
  }
}

/** Allowance for boundaries, headings and fields. */
const aroundFile = 1_048_576

/**
 * Reads a whole upload, with fields before or after the file: at most `maxBytes` of it, and only until a refusal is
 * certain. Throws 413 for a file that is too large (at once, when the call declares it), 415 for wrong leading bytes,
 * 400 for anything but an upload of one file with the declared fields.
 */
export async function readWholeUpload(
  request: FastifyRequest,
  { maxBytes, fields: declared, whole }: NonNullable<Route['upload']> & { whole: WholeUpload },
): Promise<WholeFile> {
  const parts = openParts(request, maxBytes)
  refuseDeclaredTooLarge(request, maxBytes)
  const fields = Object.create(null) as Record<string, string>
  let file: Omit<WholeFile, 'fields'> | undefined
  for (;;) {
    const part = await nextPart(parts)
    if (!part) break
    if (part.type === 'field') readField(fields, part, Object.keys(declared?.shape ?? {}))
    else if (file || part.fieldname !== 'file') throw invalid({ file: 'validation.one_file' })
    else file = await readFileOf(part, whole)
  }
  if (!file) throw invalid({ file: 'validation.one_file' })
  return { ...file, fields }
}

async function readFileOf(
  { file, filename, mimetype }: MultipartFile,
  { begins, within, otherwise }: WholeUpload,
): Promise<Omit<WholeFile, 'fields'>> {
  if (!isCleanText(filename)) throw invalid({ file: 'validation.control_characters' })
  endAtLimit(file)
  const chunks: Buffer[] = []
  let size = 0
  let known = false
  const checkBeginning = () => {
    known = begins.test(Buffer.concat(chunks).toString('latin1', 0, within))
    if (known) return
    const reason = { key: otherwise.reason, parameters: { file: filename } }
    // A code whose text has no placeholders; the reason names the file.
    throw new HttpError(415, otherwise.code as 'not_a_pdf', { reason })
  }
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (!known && size >= within) checkBeginning()
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (file.truncated) throw new HttpError(413, 'too_large')
  if (!known) checkBeginning()
  return { bytes: Buffer.concat(chunks), filename, mimetype }
}

function openParts(request: FastifyRequest, maxBytes: number): Parts {
  if (!request.isMultipart() || !/boundary=./i.test(request.headers['content-type'] ?? ''))
    throw new HttpError(415, 'unsupported_media_type')
  return request.parts({ limits: { fileSize: maxBytes } })[Symbol.asyncIterator]()
}

/** Refuses by the declared length, before reading. */
function refuseDeclaredTooLarge(request: FastifyRequest, maxBytes: number): void {
  if (Number(request.headers['content-length']) > maxBytes + aroundFile) throw new HttpError(413, 'too_large')
}

/** The parser itself would read to the end of the part, however long that takes. */
function endAtLimit(file: MultipartFile['file']): void {
  file.once('limit', () => file.destroy(new HttpError(413, 'too_large')))
}

function readField(fields: Record<string, string>, part: MultipartValue, declared: string[]): void {
  const { fieldname: name, value } = part
  if (!declared.includes(name)) throw invalid({ [name]: 'validation.unknown_key' })
  if (name in fields) throw invalid({ [name]: 'validation.field_twice' })
  if (part.valueTruncated) throw invalid({ [name]: 'validation.invalid' })
  fields[name] = String(value)
}

/** Drains a refused upload, so that its connection can be reused. */
export function discardRest(request: FastifyRequest): void {
  request.raw.unpipe()
  request.raw.resume()
}

async function* onlyFile({ file }: MultipartFile, parts: Parts): AsyncGenerator<Uint8Array> {
  endAtLimit(file)
  try {
    yield* file as AsyncIterable<Uint8Array>
  } catch (error) {
    throw asRefusal(error)
  }
  if (file.truncated) throw new HttpError(413, 'too_large')
  // The file is already being stored at this point, so fields that explain it must precede it.
  const next = await nextPart(parts)
  if (next?.type === 'field') throw invalid({ [next.fieldname]: 'validation.field_after_file' })
  if (next) throw invalid({ file: 'validation.one_file' })
}

async function nextPart(parts: Parts): Promise<Multipart | undefined> {
  try {
    const { value, done } = await parts.next()
    return done ? undefined : value
  } catch (error) {
    throw asRefusal(error)
  }
}

// The plugin's own errors (limits, a closed connection) carry a status; the parser's mean that this is no multipart.
function asRefusal(error: unknown): unknown {
  if (error instanceof HttpError) return error
  return (error as { statusCode?: number }).statusCode ? error : invalid({ file: 'validation.upload_broken' })
}
