import { type HandedOver, handedOverId } from '#shared/lists/first-page.ts'

/**
 * Answers that the server embedded in the document; undefined for signed-out visitors, or when it had no time for them.
 */
export function handedOver(): HandedOver | undefined {
  const text = document.getElementById(handedOverId)?.textContent
  return text ? (JSON.parse(text) as HandedOver) : undefined
}
