import { hasText } from '#server/base/texts.ts'

/** Text key of a file's refusal: the feature's own wording under `prefix`, otherwise the one that all readers share. */
export function fileErrorKey(prefix: string, code: string): string {
  const own = `${prefix}.${code}`
  return hasText(own) ? own : `files.errors.${code}`
}
