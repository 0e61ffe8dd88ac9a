import { invalid } from '#server/errors.ts'

/** The version an edit was made on: the body's `version`, or the `If-Match` header; 400 when neither is there. */
export function versionOf(call: {
  body: { version?: number | undefined }
  headers: Record<string, string | string[] | undefined>
}): number {
  const header = call.headers['if-match']
  const version =
    call.body.version ?? (typeof header === 'string' ? Number(header.replaceAll('"', '')) : Number.NaN)
  if (!Number.isInteger(version)) throw invalid({ version: 'validation.required' })
  return version
}
