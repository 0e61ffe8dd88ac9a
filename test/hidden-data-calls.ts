import { z } from 'zod'
import type { Route } from '#shared/route.ts'
import { donors, payers, type World } from './marked-world.ts'

/** One call of a route: path values, query string, body; and the status with which everybody is refused. */
export type Call = {
  path?: Record<string, string | number>
  query?: string
  body?: unknown
  refused?: number
}

/** The address of a call. */
export function addressOf(route: Route, { path = {}, query }: Call): string {
  const address = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(path[key])))
  return query ? `${address}?${query}` : address
}

/** Routes that reveal no marked row, and why. */
export const revealingNothing: Record<string, string> = {
  'GET /api/docs/': 'the documentation of the calls',
  'POST /api/v4/intake/:provider/': 'a program that signs; answers the id that it sent',
  'GET /api/v4/session/': 'who calls',
  'POST /api/v4/session/': 'who calls',
  'GET /organization/:slug/photos/:id/': 'a picture, for who has the key of the preview',
  'GET /organization/:slug/': 'what the organization shows the public, for who has the key of the preview',
  'GET /document-link/:token/': 'for who has the key that was mailed',
  'GET /document-link/:token/file/': 'for who has the key that was mailed',
  'GET /api/v4/users/invite/:token/': 'for who has the key that was mailed',
  'POST /api/v4/users/invite/:token/accept/': 'for who has the key that was mailed',
  'POST /api/v4/users/password-reset/': 'answers the same for every address',
  'POST /api/v4/users/password-reset/:token/': 'for who has the key that was mailed',
}

/** Answer fields of a contract that hold personal data or an amount. */
const revealingFields =
  /"(?:donors?|email|to_email|to|iban|bank_account_holder|holder|payers?|street|phone|name|recipient|signatory|note|cells|\w*_cents)":\{/

/** True when a route's answer may reveal a restricted row: by its fields, or because it is a file. */
export function mayRevealRow({ response }: Route): boolean {
  if (typeof response === 'string') return response !== 'empty'
  return revealingFields.test(JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' })))
}

/** Calls that change no record although they are not GET: previews and test prints. */
export const callsChangingNoRecord = new Set([
  'POST /api/v4/documents/generate/preview/',
  'POST /api/v4/documents/generate/',
  'POST /api/v4/email-templates/:key/preview/',
  'POST /api/v4/payouts/find-references/',
  'POST /api/v4/payouts/sepa-preview/',
  'POST /api/v4/reviews/queue/:slug/mail/',
  'POST /api/v4/projects/bulk/:action/preview/',
])

const proposals = (w: World) => [w.waiting.id, w.waitingDefund.id].map((id) => ({ id }))
const ofB = (w: World) => ({ slug: w.companyB.slug })

/** Calls of company A's users on company B's data; each must be refused. */
export const changesOfB: Record<string, (w: World) => Call[]> = {
  'POST /api/v4/approvals/:id/approve/': (w) => proposals(w).map((path) => ({ path })),
  'POST /api/v4/approvals/:id/reject/': (w) =>
    proposals(w).map((path) => ({ path, body: { reason: 'Nein' } })),
  'POST /api/v4/approvals/:id/withdraw/': (w) => proposals(w).map((path) => ({ path })),
  'POST /api/v4/projects/fund-internally/': (w) =>
    [
      { company_slug: w.companyB.slug },
      { company_slug: w.companyA.slug, budget_slug: w.budgetB.slug },
      { company_slug: w.companyB.slug, budget_slug: w.budgetB.slug },
    ].map((from) => ({ body: { project_slug: w.gifted.slug, amount_cents: 100, ...from } })),
  'PATCH /api/v4/companies/donating-companies/:slug/': (w) => [
    { path: ofB(w), body: { add_budget_cents: 1, version: 1 } },
  ],
  'POST /api/v4/companies/donating-companies/:slug/budgets/': (w) => [
    { path: ofB(w), body: { title: 'Neu', funding_type: 1 } },
  ],
  'PATCH /api/v4/companies/donating-companies/:slug/budgets/:budget/': (w) => [
    { path: { ...ofB(w), budget: w.budgetB.slug }, body: { add_cents: 1, version: 1 } },
  ],
  'POST /api/v4/recovery-claims/:slug/return/': (w) => [
    { path: { slug: w.claim.slug }, body: { amount_cents: 100, received_on: '2026-11-21' } },
  ],
  'POST /api/v4/recovery-claims/:slug/write-off/': (w) => [
    { path: { slug: w.claim.slug }, body: { reason: 'Insolvenz' } },
  ],
  'POST /api/v4/projects/defund-internally/': (w) => [
    {
      body: {
        project_slug: w.fundedByB.slug,
        confirm_title: w.fundedByB.title,
        reason: 'Irrtum',
        acknowledge_marked_payments: true,
      },
    },
  ],
}

/** The same for imports: those of the house, and of company B. */
const importsOfOthers = (w: World) => [w.imported, w.importedByB].map((id) => ({ id }))
const changesOfImports: Record<string, object> = {
  'PATCH /api/v4/imports/:id/': { year: 2020 },
  'POST /api/v4/imports/:id/names/': { names: [{ one: 'Chor', other: 'Chor Zwei', is_same: true }] },
  'POST /api/v4/imports/:id/check/': {},
  'POST /api/v4/imports/:id/run/': {},
  'POST /api/v4/imports/:id/cancel/': {},
  'POST /api/v4/imports/:id/undo/': { reason: 'Irrtum', confirm_filename: 'gaben-wxyzqk.csv' },
  'DELETE /api/v4/imports/:id/': {},
}
for (const [name, body] of Object.entries(changesOfImports))
  changesOfB[name] = (w) => importsOfOthers(w).map((path) => ({ path, body }))

/** Path values of a route in the marked world; undefined when a new route names something that is not marked. */
export function valuesOf({ path }: Route, w: World): Record<string, string | number> | undefined {
  const places: [RegExp, Record<string, string | number>][] = [
    [/^\/api\/v4\/approvals\/:id\//, { id: w.waiting.id }],
    [/^\/api\/v4\/additional-steps-fields\/:key\//, { key: 'age' }],
    [/^\/api\/v3\/projects\/:slug\/photos\//, { slug: w.gifted.slug, id: w.photo.id }],
    [/^\/api\/v4\/companies\/donating-companies\/:slug\//, { slug: w.companyB.slug, budget: w.budgetB.slug }],
    [/^\/api\/v4\/bank-accounts\/:slug\//, { slug: 'main' }],
    [/^\/api\/v4\/bank-statements\/files\/:id\//, { id: 1 }],
    [/^\/api\/v4\/bank-statements\/csv-layouts\/:id\//, { id: 1 }],
    [/^\/api\/v4\/bank-statements\/:id\//, { id: w.statement }],
    [/^\/api\/v4\/bank-transactions\/:id\//, { id: w.openLine }],
    [/^\/api\/v4\/documents\/:slug\//, { slug: w.receipt.slug, id: w.link.id }],
    [/^\/api\/v4\/document-runs\/:id\//, { id: w.run.id }],
    [/^\/api\/v4\/document-templates\/:slug\//, { slug: w.template.slug, number: 1 }],
    [/^\/api\/v4\/exports\/:id\//, { id: 1 }],
    [/^\/api\/v4\/table-settings\/:tableName\//, { tableName: 'projects' }],
    [/^\/api\/v4\/recovery-claims\/:slug\//, { slug: w.claim.slug }],
    [/^\/api\/v4\/imports\/:id\//, { id: w.imported }],
    [/^\/api\/v4\/import-recipes\/:slug\//, { slug: 'recipe' }],
    [/^\/api\/v4\/individual-bank-accounts\/:slug\//, { slug: w.individual.slug }],
    [/^\/api\/v4\/(projects|organizations)\/internal-status\/:slug\//, { slug: 'status' }],
    [/^\/api\/v4\/email-templates\/:key\//, { key: 'task_created' }],
    [/^\/api\/v4\/emails\/:id\//, { id: w.mails[0]! }],
    [/^\/api\/v4\/jobs\/:id\//, { id: '00000000-0000-0000-0000-000000000000' }],
    [/^\/api\/v4\/intake-deliveries\/:id\//, { id: w.stuck.id }],
    [/^\/api\/v4\/intake-providers\/:code\//, { code: 'paysafe' }],
    [/^\/api\/v4\/private-donations\/:slug\//, { slug: w.unreceipted.slug }],
    [/^\/api\/v4\/donors\/duplicates\/:id\//, { id: 1 }],
    [/^\/api\/v4\/payouts\/files\/:slug\//, { slug: w.files[0]! }],
    [/^\/api\/v4\/payouts\/:slug\//, { slug: w.payouts[0]!.slug }],
    [/^\/api\/v4\/logs\/accounts\/:id\//, { id: w.accountsOfB[0]! }],
    [/^\/api\/v4\/logs\/journal\/:id\//, { id: w.journal[0]! }],
    [/^\/api\/v4\/logs\/months\/:month\//, { month: '2026-10' }],
    [/^\/api\/v4\/organizations?\/:slug\//, { slug: w.organization.slug, event: 1 }],
    [/^\/api\/v4\/permissions\/users\/:name\//, { name: 'projects' }],
    [/^\/api\/v4\/projects\/filters\/:name\//, { name: 'funder' }],
    [/^\/api\/v4\/projects\/bulk\/:action\//, { action: 'decide' }],
    [/^\/api\/v4\/projects\/bulk\/:id\//, { id: w.bulk }],
    [/^\/api\/v4\/projects\/views\/:slug\//, { slug: 'view' }],
    [/^\/api\/v4\/project\/:slug\//, { slug: w.gifted.slug, event: 1 }],
    [/^\/api\/v4\/reviews\/queue\/:slug\//, { slug: w.gifted.slug }],
    [/^\/api\/v4\/reviews\/snippets\/:id\//, { id: 1 }],
    [/^\/api\/v4\/reminders\/templates\/:id\//, { id: 1 }],
    [/^\/api\/v4\/reminders\/(resolve\/)?:slug\//, { slug: w.task.slug }],
    [/^\/api\/v4\/users\/:id\//, { id: w.colleague.id }],
  ]
  const named = [...path.matchAll(/:(\w+)/g)].map(([, key]) => key!)
  if (named.length === 0) return {}
  const values = places.find(([pattern]) => pattern.test(path))?.[1]
  return values && named.every((key) => key in values) ? values : undefined
}

/** Calls that store nothing, per route: their answers are searched byte by byte. */
export function readingCalls(w: World): Record<string, Call[]> {
  const ofGifted = { slug: w.gifted.slug }
  const ofOrganization = { slug: w.organization.slug }
  const projects = [w.gifted, w.fundedOpen, w.fundedPaid, w.fundedByB, w.claimed].map(({ slug }) => slug)
  const eachProject = projects.map((slug) => ({ path: { slug } }))
  const eachOrganization = [w.organization, w.other].map(({ slug }) => ({ path: { slug } }))
  const eachDocument = [w.receipt, w.inRunDocument, w.uploaded, ...w.donorLetters].map(({ slug }) => ({
    path: { slug },
  }))
  const eachImport = [w.imported, w.importedByB].map((id) => ({ path: { id } }))
  const eachRun = [w.run, w.projectRun].map(({ id }) => ({ path: { id } }))
  const list = [{ query: 'page_size=100' }]
  const file = [{ query: 'format=csv' }, {}]
  const templateKey = { key: 'task_created' }
  const version = { slug: w.template.slug, number: 1 }
  const ofB = { slug: w.companyB.slug }
  return {
    'GET /api/v4/approvals/': [{ query: 'page_size=100&whose=all' }, { query: 'whose=to_decide' }],
    'GET /api/v4/approvals/:id/': [w.waiting, w.waitingDefund, w.waitingBank].map(({ id }) => ({
      path: { id },
    })),
    'GET /api/v3/projects/:slug/photos/': [{ path: ofGifted }],
    'GET /api/v3/projects/:slug/photos/:id/file/': [{ path: { ...ofGifted, id: w.photo.id } }],
    'GET /api/v3/projects/:slug/photos/:id/thumb/': [{ path: { ...ofGifted, id: w.photo.id } }],
    'GET /api/v4/companies/donating-companies/': list,
    'GET /api/v4/companies/donating-companies/:slug/': [{ path: ofB }],
    'GET /api/v4/companies/donating-companies/:slug/fundings/': [{ path: ofB }],
    'GET /api/v4/companies/donating-companies/:slug/statement/': ['pdf', 'xlsx'].map((format) => ({
      path: ofB,
      query: `format=${format}&date_from=2025-01-01&date_to=2026-11-21`,
    })),
    'GET /api/v4/companies/donating-companies/:slug/development/': [{ path: ofB }],
    'GET /api/v4/companies/donating-companies/:slug/development/export/': [{ path: ofB }],
    'GET /api/v4/bank-statements/': list,
    'GET /api/v4/bank-statements/files/:id/': [{ path: { id: 1 } }],
    'GET /api/v4/bank-statements/:id/': [{ path: { id: w.statement } }],
    'GET /api/v4/bank-statements/:id/file/': [{ path: { id: w.statement } }],
    'GET /api/v4/bank-statements/:id/transactions/': [{ path: { id: w.statement }, query: 'page_size=100' }],
    'GET /api/v4/bank-statements/:id/transactions/export/': [
      { path: { id: w.statement } },
      { path: { id: w.statement }, query: 'format=csv' },
    ],
    'GET /api/v4/bank-transactions/:id/': w.lines.map((id) => ({ path: { id } })),
    'GET /api/v4/bank-transactions/:id/ignored/': [{ path: { id: w.openLine } }],
    'GET /api/v4/proofs/forecast/': list,
    'GET /api/v4/proofs/forecast/months/': [{}],
    'GET /api/v4/proofs/forecast/months/export/': [{}],
    'GET /api/v4/documents/': list,
    'GET /api/v4/documents/export/': file,
    'POST /api/v4/documents/generate/preview/': [
      {
        body: {
          template_slug: 'standard-donation-receipt',
          targets: [w.unreceipted.slug, w.receipted.slug, w.pledged.slug],
        },
      },
      { body: { template_slug: 'standard-donation-receipt', targets: [w.unreceipted.number] } },
      { body: { template_slug: 'standard-funding-agreement', targets: [w.fundedPaid.slug] } },
    ],
    'GET /api/v4/documents/:slug/reprint/': [w.receipt, w.inRunDocument].map(({ slug }) => ({
      path: { slug },
    })),
    'GET /api/v4/document-runs/:id/': eachRun,
    'GET /api/v4/document-runs/:id/rows/': eachRun,
    'GET /api/v4/document-runs/:id/zip/': eachRun,
    'GET /api/v4/document-runs/:id/list/': eachRun,
    'GET /api/v4/documents/:slug/': eachDocument,
    'GET /api/v4/documents/:slug/links/': [{ path: { slug: w.receipt.slug } }],
    'GET /api/v4/organization/:slug/signature/': [{ path: ofOrganization }],
    'GET /api/v4/organization/:slug/register-checks/': [{ path: ofOrganization }],
    'GET /api/v4/organization/:slug/machine-receipts/': [{ path: ofOrganization }],
    'GET /api/v4/organization/:slug/machine-receipts/letter/': [{ path: ofOrganization }],
    'GET /api/v4/organization/:slug/machine-receipts/reconciliation/': [{ path: ofOrganization }],
    'GET /api/v4/organization/:slug/signature/file/': [{ path: ofOrganization }],
    'GET /api/v4/documents/:slug/effects/': eachDocument,
    'GET /api/v4/documents/:slug/findings/': eachDocument,
    'GET /api/v4/documents/:slug/download/': eachDocument,
    'GET /api/v4/documents/:slug/view/': eachDocument,
    'GET /api/v4/document-templates/:slug/': [{ path: { slug: w.template.slug } }],
    'GET /api/v4/document-templates/:slug/export/': [{ path: { slug: w.template.slug } }],
    'GET /api/v4/document-templates/:slug/versions/:number/fields/': [{ path: version }],
    'GET /api/v4/document-templates/:slug/versions/:number/checklist/': [{ path: version }],
    'GET /api/v4/document-templates/:slug/versions/:number/pdf/': [{ path: version }],
    'GET /api/v4/document-templates/:slug/sample/': [
      { path: { slug: w.template.slug }, query: `project=${w.gifted.slug}` },
    ],
    'GET /api/v4/document-templates/:slug/versions/:number/preview/': [
      { path: version },
      { path: version, query: `project=${w.gifted.slug}` },
    ],
    'GET /api/v4/document-logs/': list,
    'GET /api/v4/document-logs/export/': file,
    'GET /api/v4/exports/': list,
    'GET /api/v4/exports/:id/': [{ path: { id: 1 }, refused: 404 }],
    'GET /api/v4/exports/:id/file/': [{ path: { id: 1 }, refused: 404 }],
    'GET /api/v4/work/': [{}],
    'GET /api/v4/table-settings/:tableName/layout/': [{ path: { tableName: 'projects' } }],
    'GET /api/v4/table-settings/:tableName/': [{ path: { tableName: 'projects' } }],
    'GET /api/v4/projects/': list,
    'GET /api/v4/projects/filters/:name/': ['funder', 'reviewer', 'town', 'postcode'].map((name) => ({
      path: { name },
    })),
    'GET /api/v4/projects/fund-internally/preview/': [
      { query: `project_slugs=${projects.join()}&company=${w.companyB.slug}` },
      { query: `project_slugs=${projects.join()}&company=${w.companyA.slug}` },
    ],
    'GET /api/v4/projects/check-marked-payments/': [{ query: `project_slugs=${projects.join()}` }],
    'GET /api/v4/projects/defund-internally/preview/': projects.map((slug) => ({
      query: `project_slug=${slug}`,
    })),
    'GET /api/v4/gifts/': list,
    'GET /api/v4/gifts/export/': [...file],
    'GET /api/v4/recovery-claims/': [...list, { query: `company=${w.companyB.slug}` }],
    'GET /api/v4/recovery-claims/export/': file,
    'GET /api/v4/private-donations/': list,
    'GET /api/v4/private-donations/export/': file,
    'GET /api/v4/imports/': list,
    'GET /api/v4/imports/:id/': eachImport,
    'GET /api/v4/imports/:id/rows/': ['all', 'refused'].flatMap((of) =>
      eachImport.map((call) => ({ ...call, query: `of=${of}` })),
    ),
    'GET /api/v4/imports/:id/matches/': eachImport.map((call) => ({ ...call, query: 'find=Chor' })),
    'GET /api/v4/imports/:id/sums/': eachImport.map((call) => ({ ...call, query: 'currency=EUR' })),
    'GET /api/v4/imports/:id/earlier/': eachImport,
    'GET /api/v4/imports/:id/undo/': eachImport,
    'GET /api/v4/imports/:id/refused/': ['csv', 'xlsx'].flatMap((format) =>
      eachImport.map((call) => ({ ...call, query: `format=${format}` })),
    ),
    'GET /api/v4/email-templates/:key/': [{ path: templateKey }],
    'POST /api/v4/email-templates/:key/preview/': [{ path: templateKey, body: {} }],
    'GET /api/v4/emails/': list,
    'GET /api/v4/emails/export/': file,
    'GET /api/v4/emails/:id/': w.mails.map((id) => ({ path: { id } })),
    'GET /api/v4/intake-deliveries/': list,
    'GET /api/v4/intake-deliveries/:id/': w.deliveries.map((id) => ({ path: { id } })),
    'GET /api/v4/private-donations/:slug/': [w.receipted, w.unreceipted, w.pledged, w.twin].map(
      ({ slug }) => ({ path: { slug } }),
    ),
    'GET /api/v4/donors/duplicates/': [...list, { query: 'state=merged' }],
    'GET /api/v4/payouts/': list,
    'GET /api/v4/payouts/export/': file,
    'POST /api/v4/payouts/find-references/': [
      { body: { text: w.payouts.map(({ number }) => number).join(' ') } },
    ],
    'POST /api/v4/payouts/sepa-preview/': [{ body: { payout_slugs: w.payouts.map(({ slug }) => slug) } }],
    'GET /api/v4/payouts/files/:slug/': w.files.map((slug) => ({ path: { slug } })),
    'GET /api/v4/logs/audit/': [{ query: 'page_size=100&ordering=at' }],
    'GET /api/v4/logs/accounts/': list,
    'GET /api/v4/logs/accounts/:id/': w.accountsOfB.map((id) => ({ path: { id }, query: 'page_size=100' })),
    'GET /api/v4/logs/accounts/:id/export/': w.accountsOfB.map((id) => ({
      path: { id },
      query: 'format=csv',
    })),
    'GET /api/v4/logs/internal-fundings/': list,
    'GET /api/v4/logs/internal-fundings/export/': file,
    'GET /api/v4/logs/defunds/': list,
    'GET /api/v4/logs/defunds/export/': file,
    'GET /api/v4/logs/searches/': list,
    'GET /api/v4/logs/searches/export/': file,
    'GET /api/v4/logs/journal/': [...list, { query: `company=${w.companyB.slug}` }],
    'GET /api/v4/logs/journal/:id/': w.journal.map((id) => ({ path: { id } })),
    'GET /api/v4/logs/journal/sums/': [{}, { query: `company=${w.companyB.slug}` }],
    'GET /api/v4/logs/journal/export/': file,
    'GET /api/v4/organizations/': list,
    'GET /api/v4/organizations/export/': [
      ...file,
      { query: 'set=everything&format=csv' },
      { query: 'set=for_import&format=csv' },
    ],
    'GET /api/v4/organization/:slug/': eachOrganization,
    'GET /api/v4/organizations/:slug/': eachOrganization,
    'GET /api/v4/organization/:slug/info/': eachOrganization,
    'GET /api/v4/organization/:slug/history/': eachOrganization,
    'GET /api/v4/organization/:slug/account-holder/': eachOrganization,
    'GET /api/v4/organization/:slug/peek/': eachOrganization,
    'GET /api/v4/permissions/export/': file,
    'GET /api/v4/permissions/users/:name/': [{ path: { name: 'projects' } }],
    'GET /api/v4/projects/export/': [
      ...file,
      { query: 'set=everything&format=csv' },
      { query: 'set=for_import&format=csv' },
    ],
    'GET /api/v4/reviews/queue/': [{ query: 'needs_review=review' }],
    'GET /api/v4/reviews/queue/rows/': [
      { query: `kind=review&opened_at=2026-11-21T09:00:00.000Z&slugs=${w.gifted.slug}` },
    ],
    'GET /api/v4/reviews/queue/:slug/': [{ path: ofGifted }],
    'POST /api/v4/reviews/queue/:slug/mail/': [
      { path: ofGifted, body: { about: 'question', text: 'Wie viel?' } },
    ],
    'POST /api/v4/projects/bulk/:action/preview/': ['decide', 'task'].map((action) => ({
      path: { action },
      body: { selection: { slugs: [w.gifted.slug] }, ...w.bulkInputs[action] },
    })),
    'GET /api/v4/projects/bulk/:id/': [{ path: { id: w.bulk } }],
    'GET /api/v4/projects/bulk/:id/rows/': [{ path: { id: w.bulk } }],
    'GET /api/v4/projects/bulk/:id/download/': [{ path: { id: w.bulk } }],
    'GET /api/v4/project/:slug/': eachProject,
    'GET /api/v4/project/:slug/peek/': eachProject,
    'GET /api/v4/project/:slug/info/': eachProject,
    'GET /api/v4/project/:slug/money/': eachProject,
    'GET /api/v4/project/:slug/money/export/': eachProject,
    'GET /api/v4/project/:slug/timeline/': eachProject.map((one) => ({
      ...one,
      query: 'show=all&page_size=100',
    })),
    'GET /api/v4/project/:slug/history/': eachProject.map((one) => ({ ...one, query: 'page_size=100' })),
    'GET /api/v4/project/:slug/fundings/': eachProject,
    'GET /api/v4/search/': [
      donors.receipted.email,
      donors.pledging.email,
      'Zwickelmoser',
      'Zyklopia',
      'Planting',
      payers.open.name,
      'Rückruf',
      'AZ-2026-0001',
    ].map((q) => ({ query: `q=${encodeURIComponent(q)}` })),
    'GET /api/v4/search/recent/': [
      {
        query: `of=${[`project/${w.gifted.slug}`, `organization/${w.organization.slug}`, `user/${w.colleague.id}`, `task/${w.task.slug}`, `email/${w.mails[0]}`, `payout/${w.payouts[0]!.slug}`].join()}`,
      },
    ],
    'GET /api/v4/statistics/': ['company', 'month', 'organization', 'funding_type', 'category'].map((by) => ({
      query: `group_by=${by}&date_from=2025-01-01&date_to=2026-11-21`,
    })),
    'GET /api/v4/statistics/rows/': ['allocated', 'settled', 'paid', 'arrived', 'refunded'].map((figure) => ({
      query: `figure=${figure}&date_from=2025-01-01&date_to=2026-11-21&page_size=100`,
    })),
    'GET /api/v4/statistics/export/': [{ query: 'group_by=company&date_from=2025-01-01&date_to=2026-11-21' }],
    'GET /api/v4/statistics/decisions/': [{ query: 'date_from=2025-01-01&date_to=2026-11-21' }],
    'GET /api/v4/statistics/decisions/export/': [{ query: 'date_from=2025-01-01&date_to=2026-11-21' }],
    'GET /api/v4/statistics/datev/': [{ query: 'month=2026-11&consultant=1001&client=1' }],
    'GET /api/v4/reminders/': list,
    'GET /api/v4/reminders/groups/': list,
    'GET /api/v4/reminders/:slug/': [{ path: { slug: w.task.slug } }],
    'GET /api/v4/reminders/:slug/draft/': [{ path: { slug: w.task.slug }, refused: 404 }],
    'GET /api/v4/users/': list,
    'GET /api/v4/users/export/': file,
    'GET /api/v4/users/:id/': [{ path: { id: w.colleague.id } }],
    // Test prints are rendered and not stored.
    'POST /api/v4/documents/generate/': [
      { body: { template_slug: 'standard-donation-receipt', mode: 'test', targets: [w.unreceipted.number] } },
    ],
  }
}
