import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody, FieldErrors } from '#shared/errors.ts'
import { defaultLocale, type Locale, localeFromHeader } from '#shared/messages.ts'
import { textOf } from '../base/texts.ts'
import { isCommitLost, isDatabaseAway, isDatabaseBusy } from '../db/connection-errors.ts'
import { HttpError, invalid, InvalidInput, notFound } from '../base/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the answer: the header first, else the signed-in person's. */
    answerLocale?: Locale
    /** The caller's account, for the log. */
    accountId?: number | null
  }
}

/** Turns every error into its answer; only unexpected ones are logged as errors and answered 500 with their number. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const locale = request.answerLocale ?? localeFromHeader(request.headers['accept-language']) ?? defaultLocale
  const expected = asExpected(error)
  if (expected instanceof InvalidInput) return reply.status(400).send(fieldErrors(expected, locale))
  if (expected) {
    if (expected.extra.retryAfter) reply.header('retry-after', String(expected.extra.retryAfter))
    return reply.status(expected.status).send(bodyOf(expected, locale))
  }
  const unavailable = whyUnavailable(error)
  if (unavailable) {
    request.log.warn({ req: request, reason: (error as Error).message }, unavailable)
    return reply
      .status(503)
      .header('retry-after', '5')
      .send(bodyOf(new HttpError(503, unavailable), locale))
  }
  request.log.error({ req: request, err: error }, 'unexpected error')
  const body: ErrorBody = {
    detail: textOf(locale, 'errors.unexpected', { request_id: request.id }),
    code: 'unexpected',
    request_id: request.id,
  }
  return reply.status(500).send(body)
}

function whyUnavailable(error: unknown) {
  if (isCommitLost(error)) return 'outcome_unknown'
  if (isDatabaseAway(error)) return 'database_away'
  return isDatabaseBusy(error) ? 'database_busy' : undefined
}

function fieldErrors(error: InvalidInput, locale: Locale): FieldErrors {
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, messages]) => [
      field,
      messages.map(({ key, parameters }) => textOf(locale, key, parameters)),
    ]),
  )
}

function bodyOf(error: HttpError, locale: Locale): ErrorBody {
  const { permission, blocking, current, parameters, reason } = error.extra
  return {
    detail: textOf(locale, `errors.${error.code}`, { ...parameters, ...(permission ? { permission } : {}) }),
    code: error.code,
    ...(reason ? { reason: textOf(locale, reason.key, reason.parameters) } : {}),
    ...(permission ? { permission } : {}),
    ...(error.status === 409 ? { blocking: blocking ?? [] } : {}),
    ...(current === undefined ? {} : { current }),
  }
}

/** Refusals of the HTTP library itself, in our words. */
function asExpected(error: unknown): HttpError | InvalidInput | undefined {
  if (error instanceof HttpError || error instanceof InvalidInput) return error
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return invalid({ non_field_errors: 'validation.json' })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new HttpError(415, 'unsupported_media_type')
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return new HttpError(413, 'too_large')
  if (statusCode === 429) return new HttpError(429, 'too_many_requests')
  if (statusCode === 404) return notFound()
  if (statusCode === 400) return invalid({ non_field_errors: 'errors.invalid' })
  if (typeof statusCode === 'number' && statusCode > 400 && statusCode < 500)
    return new HttpError(statusCode, 'invalid')
  return undefined
}

const refusedByParser: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers input that is not even HTTP, before there is a request: only the default language is known. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = refusedByParser[error.code ?? ''] ?? 400
  const detail = textOf(defaultLocale, 'errors.invalid')
  const body = JSON.stringify(status === 400 ? { non_field_errors: [detail] } : { detail, code: 'invalid' })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Drains the remaining input, or the answer would be lost with it; then the connection ends, whatever the other side
  // does.
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Time a client that sent no HTTP has to read the answer. */
const lingerMs = 1000
