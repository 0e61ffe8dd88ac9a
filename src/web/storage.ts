// Keys that the first paint reads too, before any other code of the page runs (`first/paint.ts`).
export const appearanceKey = 'almoner.appearance'
export const languageKey = 'almoner.language'
export const densityKey = 'almoner.density'
/** Whether a person folded the navigation: `folded` or `open`. */
export const railKey = (person: number): string => `almoner.rail.${person}`

/** Reads local storage; undefined when the key is missing or storage is refused. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Writes local storage, removes on undefined. Without storage, values last until the page is closed. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage full or refused: the page works on, and the choice lasts until it is closed.
  }
}
