/** Field messages of a 400, in the caller's language; `non_field_errors` for what belongs to no field. */
export type FieldErrors = Record<string, string[]>

/** Something that stands in the way of a change, named so that the person can go and mend it. */
export type Blocking = {
  slug: string
  title: string
  code: string
  /** The row that was to be changed, where what stands in the way is another one. */
  of?: { slug: string; title: string }
}

/** Body of every error except 400; `code` never changes, `detail` is in the caller's language. */
export type ErrorBody = {
  detail: string
  code: string
  /** Why a file was refused, where `detail` says only that it was. */
  reason?: string
  permission?: string
  request_id?: string
  blocking?: Blocking[]
  /** On `edit_conflict`: the row as it is now; on `selection_changed`: what the selection holds now. */
  current?: unknown
}
