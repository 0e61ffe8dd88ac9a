import { ApiError } from '../api.ts'

/** Field messages of a 400, joined by commas (spec §5); empty for any other failure. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : undefined
  if (!fields) return {}
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [
      field,
      Array.isArray(messages) ? messages.join(', ') : String(messages),
    ]),
  )
}

/** The current row when a save was refused because of somebody else's change (409 `edit_conflict`). */
export function conflictingRow<Row>(error: unknown): Row | undefined {
  if (!(error instanceof ApiError) || error.status !== 409 || error.body.code !== 'edit_conflict')
    return undefined
  return error.body.current as Row | undefined
}
