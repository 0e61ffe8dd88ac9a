import { text } from '#server/base/texts.ts'
import type { Label } from '#shared/labels.ts'

/** A label as displayed: text and tone; "-" without one. */
export const shown = (label: Label | undefined) =>
  label ? `${text('en_US', label.text)} ${label.tone}` : '-'
