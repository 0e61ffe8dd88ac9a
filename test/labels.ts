import { text } from '#server/base/texts.ts'
import type { Label } from '#shared/labels.ts'

/** A label as people see it: word and tone; "-" where there is none. */
export const shown = (label: Label | undefined) =>
  label ? `${text('en_US', label.text)} ${label.tone}` : '-'
