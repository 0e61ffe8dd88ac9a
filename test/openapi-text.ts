import { contracts } from '#app/contracts.ts'
import { openApiDocument } from '#server/api-description/openapi.ts'
import type { Route } from '#shared/route.ts'

/** The text of docs/openapi.json, from the contracts as they are. */
export function openApiText(): string {
  const routes = Object.values(contracts).flatMap((contract): Route[] => Object.values(contract))
  return `${JSON.stringify(openApiDocument(routes), null, 1)}\n`
}
