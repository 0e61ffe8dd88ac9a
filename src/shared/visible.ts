/** What turns the direction of text or of all that follows it: embeddings, overrides, isolates (Unicode UAX 9). */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

/** True for a text that turns the direction in which it is read. */
export const turnsDirection = (text: string): boolean => text.search(turning) >= 0

/**
 * A text with what turns its direction shown as what it is, ⟨U+202E⟩, so that nobody reads another name than the one that
 * stands there. For showing alone: what is edited, compared or sent stays as it is.
 */
export function visible(text: string): string {
  return text.replace(
    turning,
    (character) => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}
