import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { Route } from '#shared/route.ts'
import { HttpError, invalid } from '#server/errors.ts'
import type { Upload } from '#server/routes.ts'
import { isCleanText } from '#server/validation.ts'

type Parts = AsyncIterator<Multipart>

/**
 * Opens a multipart upload: the fields, which come before the file, and the file itself as a stream, which fails at its
 * end when it was too large or not the last part. Throws 400 and 415 for everything that is no upload of one file with
 * the declared fields.
 */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes, fields: declared }: NonNullable<Route['upload']>,
): Promise<Upload> {
  if (!request.isMultipart() || !/boundary=./i.test(request.headers['content-type'] ?? ''))
    throw new HttpError(415, 'unsupported_media_type')
  const parts: Parts = request.parts({ limits: { fileSize: maxBytes } })[Symbol.asyncIterator]()
  const fields = Object.create(null) as Record<string, string>
  for (;;) {
    const part = await nextPart(parts)
    if (part?.type === 'field') takeField(fields, part, Object.keys(declared?.shape ?? {}))
    else if (part?.fieldname !== 'file') throw invalid({ file: 'validation.one_file' })
    else {
      const filename = part.filename ?? ''
      if (!isCleanText(filename)) throw invalid({ file: 'validation.control_characters' })
      return { stream: Readable.from(onlyFile(part, parts)), filename, mimetype: part.mimetype, fields }
    }
  }
}

function takeField(fields: Record<string, string>, part: MultipartValue, declared: string[]): void {
  const { fieldname: name, value } = part
  if (!declared.includes(name)) throw invalid({ [name]: 'validation.unknown_key' })
  if (name in fields) throw invalid({ [name]: 'validation.field_twice' })
  if (part.valueTruncated) throw invalid({ [name]: 'validation.invalid' })
  fields[name] = String(value)
}

/** Reads away what is left of an upload that was refused, so that its connection can be used again. */
export function discardRest(request: FastifyRequest): void {
  request.raw.unpipe()
  request.raw.resume()
}

async function* onlyFile({ file }: MultipartFile, parts: Parts): AsyncGenerator<Uint8Array> {
  try {
    yield* file as AsyncIterable<Uint8Array>
  } catch (error) {
    throw asRefusal(error)
  }
  if (file.truncated) throw new HttpError(413, 'too_large')
  // The file is on its way to where it is kept by now: what it needs to be understood has to come first.
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

// The plugin's own errors (limits, a connection that closed) carry a status; the parser's say that this is no multipart.
function asRefusal(error: unknown): unknown {
  return (error as { statusCode?: number }).statusCode ? error : invalid({ file: 'validation.upload_broken' })
}
