import { openApiDocument } from '#server/openapi.ts'
import { implement, PageReply } from '#server/routes.ts'
import type { Locale } from '#shared/messages.ts'
import type { Route } from '#shared/route.ts'
import { contracts } from '#features/contracts.ts'
import { apiDocs } from '../contract.ts'
import { apiDocsPage, type Documented } from './page.ts'

const pages = new Map<Locale, string>()

// The declarations do not change while the server runs, so neither does the page.
function pageIn(locale: Locale): string {
  const known = pages.get(locale)
  if (known !== undefined) return known
  const routes = Object.values(contracts).flatMap((contract): Route[] => Object.values(contract))
  const page = apiDocsPage(openApiDocument(routes) as Documented, locale)
  pages.set(locale, page)
  return page
}

export const apiDocsRoutes = implement(apiDocs, {
  page: async ({ locale }) => new PageReply(pageIn(locale)),
})
