/** Characters that change the text direction: embeddings, overrides, isolates (Unicode UAX 9). */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

/** True for a text with direction-changing characters. */
export const changesDirection = (text: string): boolean => text.search(turning) >= 0

/**
 * A text with its direction-changing characters made visible, ⟨U+202E⟩, so that nobody reads another name than the real
 * one. For display only: edited, compared or sent values stay unchanged.
 */
export function visible(text: string): string {
  return text.replace(
    turning,
    (character) => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}
