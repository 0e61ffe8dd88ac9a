/**
 * Every page address of the product, with `:name` for a parameter. The page takes its paths from here, and the server
 * answers 404 to all others.
 */
export const pagePaths = [
  '/login/',
  '/invite/:token/',
  '/password-reset/',
  '/password-reset/:token/',
  '/site-admin/',
  '/site-admin/projects/',
  '/site-admin/projects/archive/',
  '/site-admin/projects/create/',
  '/site-admin/projects/review/',
  '/site-admin/projects/runs/',
  '/site-admin/project/:slug/update/',
  '/site-admin/organizations/',
  '/site-admin/organizations/archive/',
  '/site-admin/tasks/',
  '/site-admin/tasks/all/',
  '/site-admin/tasks/week/',
  '/site-admin/tasks/templates/',
  '/site-admin/approvals/',
  '/site-admin/organizations/create/',
  '/site-admin/organization/:slug/update/',
  '/site-admin/organizations-old/',
  '/site-admin/organizations/archive-old/',
  '/site-admin/settings/',
  '/site-admin/settings/companies/',
  '/site-admin/settings/bank-accounts/',
  '/site-admin/settings/own-accounts/',
  '/site-admin/settings/payment-providers/',
  '/site-admin/settings/internal-statuses/',
  '/site-admin/settings/additional-fields/',
  '/site-admin/settings/features/',
  '/site-admin/statistics/',
  '/site-admin/company/:slug/',
  '/site-admin/settings/limits/',
  '/site-admin/settings/approvals/',
  '/site-admin/payouts/',
  '/site-admin/gifts/',
  '/site-admin/private-donations/',
  '/site-admin/intake-deliveries/',
  '/site-admin/recovery-claims/',
  '/site-admin/bank-statements/',
  '/site-admin/bank-statement/:id/',
  '/site-admin/import/',
  '/site-admin/import/:id/',
  '/site-admin/documents/administration/',
  '/site-admin/documents/log/',
  '/site-admin/document-templates/',
  '/site-admin/document-template/:slug/',
  '/site-admin/document-template/:slug/test-print/',
  '/site-admin/documents/forecast/',
  '/site-admin/documents/runs/:id/',
  '/site-admin/documents/:slug/view/',
  '/site-admin/emails/',
  '/site-admin/emails/templates/',
  '/site-admin/email-template/:key/update/',
  '/site-admin/users/',
  '/site-admin/user/:id/update/',
  '/site-admin/permissions/',
  '/site-admin/settings/jobs/',
  '/site-admin/exports/',
  '/site-admin/logs/',
  '/site-admin/logs/journal/',
  '/site-admin/logs/journal/:id/',
  '/site-admin/logs/accounts/',
  '/site-admin/logs/accounts/:id/',
  '/site-admin/logs/months/',
  '/site-admin/logs/ledger-checks/',
  '/site-admin/logs/internal-fundings/',
  '/site-admin/logs/defunds/',
  '/site-admin/logs/audit/',
  '/site-admin/logs/searches/',
  '/site-admin/profile/',
] as const

export type PagePath = (typeof pagePaths)[number]

/** Back-office addresses without parameters: a person may pin any of them. */
export type PlainPage = Exclude<PagePath, `${string}:${string}` | '/login/' | '/password-reset/'>

/** Maximum number of pinned pages; they fit into the navigation without scrolling. */
export const maxPinnedPages = 8

type Filled<P extends string> = P extends `${infer Start}:${string}/${infer Rest}`
  ? `${Start}${string}/${Rest}`
  : P

/**
 * Page addresses with filled parameters, with or without a query string and a fragment; or another query string for the
 * current page.
 */
export type PageAddress =
  | Filled<PagePath>
  | `${Filled<PagePath> | ''}?${string}`
  | `${Filled<PagePath>}#${string}`
