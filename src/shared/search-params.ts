/** Query strings are plain text on both sides: `?page=2&status=in_progress,complete`. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The query string with its question mark; empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): '' | `?${string}` {
  const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(
    filled.map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
  // Commas are allowed in a query string and keep it readable.
  return text ? `?${text.replaceAll('%2C', ',')}` : ''
}
