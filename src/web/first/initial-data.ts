import { type InitialData, initialDataId } from '#shared/lists/first-page.ts'

/**
 * Answers that the server embedded in the document; undefined for signed-out visitors, or when it had no time for them.
 */
export function initialData(): InitialData | undefined {
  const text = document.getElementById(initialDataId)?.textContent
  return text ? (JSON.parse(text) as InitialData) : undefined
}
