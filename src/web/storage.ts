/** Reads local storage; undefined when nothing is there or the browser refuses storage. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Writes local storage, removes on undefined. A browser without storage only forgets sooner. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage full or refused: the page works on, the choice lasts until it is closed.
  }
}
