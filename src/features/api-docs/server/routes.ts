import { openApiDocument } from '#server/api-description/openapi.ts'
import { implement, type Implemented, PageReply } from '#server/routes/implement.ts'
import type { Locale } from '#shared/messages.ts'
import type { Route } from '#shared/route.ts'
import { apiDocs } from '../contract.ts'
import { type ApiDescription, apiDocsPage } from './page.ts'

/** The page of all routes of the product, including its own. */
export function apiDocsRoutes(contracts: Record<string, Record<string, Route>>): Implemented[] {
  const pages = new Map<Locale, string>()
  // The declarations do not change while the server runs, so neither does the page.
  const pageIn = (locale: Locale): string => {
    const known = pages.get(locale)
    if (known !== undefined) return known
    const routes = Object.values(contracts).flatMap((contract) => Object.values(contract))
    const page = apiDocsPage(openApiDocument(routes) as ApiDescription, locale)
    pages.set(locale, page)
    return page
  }
  return implement(apiDocs, {
    page: async ({ locale }) => new PageReply(pageIn(locale)),
  })
}
