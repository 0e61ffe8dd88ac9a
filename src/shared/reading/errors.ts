/** Reasons why a whole file cannot be read; texts are in the feature's messages under the same names. */
export const readErrorCodes = [
  'empty_file',
  'unsupported_kind',
  'not_text',
  'wrong_encoding',
  'mixed_encoding',
  'unterminated_quote',
  'cell_too_long',
  'row_too_long',
  'too_many_columns',
  'broken_xml',
  'truncated',
  'tag_too_long',
  'too_many_attributes',
  'too_deep',
  'text_too_long',
  'doctype',
  'too_many_fields',
  'bad_archive',
  'archive_encrypted',
  'archive_too_large',
  'bad_workbook',
  'no_such_sheet',
  'bad_json',
  'no_grants',
  'grant_too_large',
  'memory_limit',
  'time_limit',
] as const
export type ReadErrorCode = (typeof readErrorCodes)[number]

/** A file, or the rest of it, that cannot be read; `line` is the physical line (in JSON: the grant), counted from 1. */
export class ReadError extends Error {
  readonly code: ReadErrorCode
  readonly line: number | undefined
  constructor(code: ReadErrorCode, line?: number) {
    super(line === undefined ? code : `${code} at line ${line}`)
    this.name = 'ReadError'
    this.code = code
    this.line = line
  }
}
