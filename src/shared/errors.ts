/** Field messages of a 400, in the caller's language; `non_field_errors` for messages without a field. */
export type FieldErrors = Record<string, string[]>

/** An obstacle to a change, named so that the person can resolve it. */
export type Blocking = {
  slug: string
  title: string
  code: string
  /** The row to be changed, when the obstacle is another row. */
  of?: { slug: string; title: string }
}

/** Body of every error except 400; `code` never changes, `detail` is in the caller's language. */
export type ErrorBody = {
  detail: string
  code: string
  /** Why a file was refused, when `detail` only says that it was. */
  reason?: string
  permission?: string
  request_id?: string
  blocking?: Blocking[]
  /** On `edit_conflict`: the current row; on `selection_changed`: the current selection. */
  current?: unknown
}
