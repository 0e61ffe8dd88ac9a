import { type HandedOver, handedOverId } from '#shared/lists/first-page.ts'

/** What the server put into the document; undefined for those who are not signed in, or when it had no time for it. */
export function handedOver(): HandedOver | undefined {
  const text = document.getElementById(handedOverId)?.textContent
  return text ? (JSON.parse(text) as HandedOver) : undefined
}
