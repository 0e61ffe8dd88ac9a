import { invalid } from '../base/errors.ts'

type Call = {
  body: { version?: number | undefined }
  headers: Record<string, string | string[] | undefined>
}

/** The version an edit is based on: the body's `version` or the `If-Match` header; 400 without either. */
export function versionOf(call: Call): number {
  const header = call.headers['if-match']
  if (call.body.version !== undefined) return call.body.version
  if (typeof header !== 'string') throw invalid({ version: 'validation.required' })
  const version = /^(?:W\/)?"?(\d{1,10})"?$/.exec(header)?.[1]
  if (version === undefined) throw invalid({ 'If-Match': 'validation.invalid' })
  return Number(version)
}

/** The same for a save that may leave it out: undefined without either. */
export const sentVersion = (call: Call): number | undefined =>
  call.body.version === undefined && call.headers['if-match'] === undefined ? undefined : versionOf(call)
