import type { Holder, Permission } from '#shared/permissions.ts'
import { personalData, type PersonalPiece, sees } from '#shared/personal-data.ts'
import type { Blocking } from '#shared/errors.ts'
import type { Parameters } from '#shared/messages.ts'
import type { TextKeyUnder, Texts } from '#shared/text-keys.ts'

type ErrorKey = TextKeyUnder<'errors'>
/** Codes with a text under `errors.`; the code never changes, the text follows the caller's language. */
export type ErrorCode = ErrorKey extends `errors.${infer Code}` ? Code : never

/** Placeholders in the English text of a code; `permission` is filled from the refusal itself. */
type NamedIn<Code extends ErrorCode> = Exclude<
  keyof Parameters<Texts[`errors.${Code}`][0]>,
  'permission' | 'request_id'
>

/** Details of a refusal beside its code: a text with placeholders does not compile without their values. */
type RefusalDetails<Code extends ErrorCode, More> = [NamedIn<Code>] extends [never]
  ? [extra?: More & { parameters?: Record<string, string | number> }]
  : [extra: More & { parameters: Record<NamedIn<Code>, string | number> }]

/** A message for a field: its key and the numbers in it. */
export type FieldMessage = { key: string; parameters?: Record<string, string | number> }

/** An expected refusal, answered as JSON with its status. */
export class HttpError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly status: number
  readonly code: Code
  readonly extra: {
    permission?: Permission
    blocking?: Blocking[]
    current?: unknown
    retryAfter?: number
    /** The reason for refusing a file. */
    reason?: FieldMessage
    /** Values for the placeholders in the code's text. */
    parameters?: Record<string, string | number>
  }
  constructor(
    status: number,
    code: Code,
    ...[extra]: RefusalDetails<Code, Omit<HttpError['extra'], 'parameters'>>
  ) {
    super(code)
    this.status = status
    this.code = code
    this.extra = extra ?? {}
  }
}

/** Input that a field refuses (400): field → messages, either texts or keys to translate. */
export class InvalidInput extends Error {
  readonly fields: Record<string, FieldMessage[]>
  constructor(fields: Record<string, FieldMessage[]>) {
    super('invalid')
    this.fields = fields
  }
}

/** 404 for something that does not exist or that the person must not know of. */
export function notFound(): HttpError {
  return new HttpError(404, 'not_found')
}

/** 403 naming the missing permission. */
export function forbidden(permission: Permission): HttpError {
  return new HttpError(403, 'forbidden', { permission })
}

/** Refuses people who may not see a piece of personal data unmasked: 403 naming the right (docs/decisions/0068). */
export function mustSee(holder: Holder, piece: PersonalPiece): void {
  if (!sees(holder, piece)) throw forbidden(personalData[piece][0])
}

/** 409 with a code and, where useful, the obstacle or the current row. */
export function conflict<Code extends ErrorCode>(
  code: Code,
  ...said: RefusalDetails<Code, Pick<HttpError['extra'], 'blocking' | 'current'>>
): HttpError {
  return new HttpError(409, code, ...said) as HttpError
}

/** 400 with messages under the named fields. */
export function invalid(fields: Record<string, string | FieldMessage>): InvalidInput {
  return new InvalidInput(
    Object.fromEntries(
      Object.entries(fields).map(([field, message]) => [
        field,
        [typeof message === 'string' ? { key: message } : message],
      ]),
    ),
  )
}
