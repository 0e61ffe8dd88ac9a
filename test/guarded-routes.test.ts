import { expect, test } from 'vitest'
import { contracts } from '#app/contracts.ts'
import { proposableActs } from '#shared/approvals.ts'
import type { Route } from '#shared/route.ts'

// Every changing call either may need a second person, or states here why it never does. A new call that moves or
// redirects money fails here until it is classified.

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const name = ({ method, path }: Route) => `${method} ${path}`
const changing = routes.filter((route) => route.method !== 'GET')

/** Calls that need a second person, repeated by hand. */
const guarded: Record<string, string> = {
  'POST /api/v4/projects/fund-internally/': 'fund',
  'POST /api/v4/projects/defund-internally/': 'defund',
  'POST /api/v4/recovery-claims/:slug/write-off/': 'defund',
  'POST /api/v4/private-donations/:slug/refund/': 'refund',
  'POST /api/v4/payouts/unmark/': 'unmark',
  'POST /api/v4/payouts/cancel/': 'cancel',
  'PATCH /api/v4/organization/:slug/': 'bank_details',
  'POST /api/v4/payouts/:slug/take-bank-name/': 'bank_details',
  'PATCH /api/v4/project/:slug/': 'bank_details',
  'PATCH /api/v4/individual-bank-accounts/:slug/': 'bank_details',
  'PATCH /api/v4/bank-accounts/:slug/': 'bank_details',
  'POST /api/v4/private-donations/:slug/charge-back/': 'refund',
  'POST /api/v4/imports/:id/run/': 'import_gifts',
  'PATCH /api/v4/settings/approvals/': 'lower_guard',
}

/** Calls about money or payees that never need a second person, and why. */
const alone: Record<string, string> = {
  'POST /api/v4/approvals/:id/approve/': 'is the second person',
  'POST /api/v4/approvals/:id/reject/': 'moves nothing',
  'POST /api/v4/approvals/:id/withdraw/': 'moves nothing',
  'POST /api/v4/bank-accounts/': 'nothing is paid from a new account until somebody chooses it for a file',
  'POST /api/v4/individual-bank-accounts/': 'no project collects on a new account; giving it one does wait',
  'DELETE /api/v4/individual-bank-accounts/:slug/': 'only an account that no project has',
  'POST /api/v4/organizations/': 'nothing was allocated to a new organization',
  'DELETE /api/v4/organization/:slug/': 'only one without projects',
  'POST /api/v4/organizations/archive/': 'refused while money moves',
  'POST /api/v4/organizations/unarchive/': 'moves nothing',
  'POST /api/v4/organization/:slug/review/': 'moves nothing',
  'POST /api/v4/organization/:slug/history/:event/undo/': 'refuses changes of bank details',
  'POST /api/v4/projects/': 'a new project has no money',
  'DELETE /api/v4/project/:slug/': 'only one that never had money',
  'POST /api/v4/projects/archive/': 'refused while money moves',
  'POST /api/v3/projects/archive-projects/': 'refused while money moves',
  'POST /api/v4/projects/unarchive/': 'moves nothing',
  'POST /api/v4/projects/duplicate/': 'copies no money',
  'POST /api/v4/project/:slug/review/': 'moves nothing',
  'POST /api/v4/project/:slug/history/:event/undo/':
    'refuses changes of who is paid, and all that money followed',
  'POST /api/v4/projects/reviewer/': 'moves nothing',
  'POST /api/v4/projects/bulk/:action/preview/': 'writes nothing',
  'POST /api/v4/projects/bulk/:action/': 'knows no act that moves money or changes who is paid',
  'POST /api/v4/projects/bulk/:id/cancel/': 'moves nothing',
  'POST /api/v4/projects/bulk/:id/retry/': 'knows no act that moves money or changes who is paid',
  'POST /api/v4/projects/bulk/:id/stop-mails/': 'moves nothing',
  'POST /api/v4/projects/bulk/:id/undo/': 'each row as the undo of a single change',
  'POST /api/v4/payouts/mark-paid/': 'notes what the bank did; the bank has its own second signature',
  'POST /api/v4/payouts/mark-arrived/': 'notes what somebody else said',
  'POST /api/v4/payouts/find-references/': 'writes nothing',
  'POST /api/v4/payouts/sepa-preview/': 'writes nothing',
  'POST /api/v4/payouts/bank-answers/': 'notes what the bank said; what it refused has not left the account',
  'POST /api/v4/payouts/sepa-export/': 'moves nothing until two people sign the file at the bank',
  'POST /api/v4/recovery-claims/:slug/return/': 'brings money in',
  'POST /api/v4/intake/:provider/': 'the provider has moved it; the books only follow',
  'POST /api/v4/intake-deliveries/:id/retry/': 'the provider has moved it; the books only follow',
  'POST /api/v4/intake-deliveries/:id/book/': 'brings money in',
  'POST /api/v4/intake-deliveries/:id/close/': 'moves nothing',
  'POST /api/v4/intake-providers/': 'moves nothing',
  'PATCH /api/v4/intake-providers/:code/': 'moves nothing',
  'POST /api/v4/intake-providers/:code/secrets/': 'lets a provider tell of money, moves none',
  'POST /api/v4/private-donations/': 'brings money in',
  'POST /api/v4/private-donations/:slug/confirm/': 'brings money in',
  'POST /api/v4/private-donations/:slug/change-purpose/': 'the money stays with the platform’s projects',
  'POST /api/v4/private-donations/:slug/end/': 'moves nothing',
  'POST /api/v4/private-donations/:slug/refund-paid/':
    'the refund was the decision; this notes that the bank did it',
  'POST /api/v4/private-donations/:slug/recover/':
    'says how a loss ended that the bank has caused; told with its reason',
  'POST /api/v4/private-donations/:slug/reveal/': 'moves nothing',
  'POST /api/v4/donors/duplicates/:id/merge/': 'moves no money, and can be undone',
  'POST /api/v4/donors/duplicates/:id/apart/': 'moves nothing',
  'POST /api/v4/donors/duplicates/:id/undo/': 'moves no money',
  'POST /api/v4/bank-statements/': 'says what the bank did',
  'POST /api/v4/bank-statements/csv-preview/': 'shows what a file holds',
  'POST /api/v4/bank-statements/csv-layouts/': 'moves nothing',
  'PATCH /api/v4/bank-statements/csv-layouts/:id/': 'says how files are read',
  'DELETE /api/v4/bank-statements/csv-layouts/:id/': 'says how files are read',
  'POST /api/v4/bank-transactions/:id/match/': 'explains what the bank did',
  'POST /api/v4/bank-transactions/:id/hold/': 'moves nothing',
  'POST /api/v4/bank-transactions/:id/ignore/': 'moves nothing',
  'POST /api/v4/bank-transactions/:id/undo/': 'the line waits again, the bank’s word stays',
  'POST /api/v4/bank-transactions/:id/reveal/': 'moves nothing',
  'PUT /api/v4/bank-transactions/:id/draft/': 'moves nothing',
  'POST /api/v4/companies/donating-companies/': 'a budget allows giving, it gives nothing',
  'PATCH /api/v4/companies/donating-companies/:slug/': 'a budget allows giving, it gives nothing',
  'POST /api/v4/companies/donating-companies/:slug/budgets/': 'a budget allows giving, it gives nothing',
  'PATCH /api/v4/companies/donating-companies/:slug/budgets/:budget/':
    'a budget allows giving, it gives nothing',
  'POST /api/v4/imports/': 'nothing is real yet',
  'PATCH /api/v4/imports/:id/': 'nothing is real yet',
  'POST /api/v4/imports/:id/check/': 'nothing is real yet',
  'POST /api/v4/imports/:id/names/': 'nothing is real yet',
  'POST /api/v4/imports/:id/cancel/': 'takes back only what the same import brought',
  'POST /api/v4/imports/:id/undo/': 'takes back only what one import brought, while nothing depends on it',
  'DELETE /api/v4/imports/:id/': 'only what brought nothing',
  'PATCH /api/v4/import-recipes/:slug/': 'says how files are read',
  'DELETE /api/v4/import-recipes/:slug/': 'says how files are read',
  'POST /api/v4/proofs/forecast/ask/': 'creates tasks',
  'POST /api/v4/additional-steps-fields/': 'a question moves nothing',
  'PUT /api/v4/additional-steps-fields/order/': 'likewise',
  'PATCH /api/v4/additional-steps-fields/:key/': 'likewise',
  'DELETE /api/v4/additional-steps-fields/:key/': 'likewise',
  'POST /api/v3/projects/:slug/photos/': 'a picture moves nothing',
  'PUT /api/v3/projects/:slug/photos/order/': 'likewise',
  'PATCH /api/v3/projects/:slug/photos/:id/': 'likewise',
  'DELETE /api/v3/projects/:slug/photos/:id/': 'likewise',
  'POST /api/v4/documents/': 'a proof lets gifts be confirmed, it moves none',
  'POST /api/v4/documents/:slug/send/': 'moves nothing',
  'DELETE /api/v4/documents/:slug/links/:id/': 'moves nothing',
  'POST /api/v4/organization/:slug/signature/': 'a picture moves nothing',
  'DELETE /api/v4/organization/:slug/signature/': 'likewise',
  'POST /api/v4/organization/:slug/machine-receipts/': 'moves nothing',
  'POST /api/v4/organization/:slug/register-checks/': 'moves nothing',
  'DELETE /api/v4/organization/:slug/machine-receipts/': 'moves nothing',
  'PATCH /api/v4/documents/:slug/': 'a proof lets gifts be confirmed, it moves none',
  'DELETE /api/v4/documents/:slug/': 'moves nothing',
  'POST /api/v4/documents/generate/preview/': 'writes nothing',
  'POST /api/v4/documents/generate/': 'certifies what came, it moves nothing',
  'POST /api/v4/documents/:slug/withdraw/': 'moves nothing',
  'POST /api/v4/document-runs/:id/cancel/': 'moves nothing',
  'POST /api/v4/bank-statements/files/:id/cancel/': 'nothing of the file is booked yet',
  'POST /api/v4/document-runs/:id/continue/': 'moves nothing',
  'POST /api/v4/document-templates/': 'says how documents look',
  'POST /api/v4/document-templates/import/': 'likewise',
  'PATCH /api/v4/document-templates/:slug/': 'likewise',
  'DELETE /api/v4/document-templates/:slug/': 'likewise',
  'POST /api/v4/document-templates/:slug/copy/': 'likewise',
  'POST /api/v4/document-templates/:slug/versions/': 'likewise',
  'PATCH /api/v4/document-templates/:slug/versions/:number/': 'likewise',
  'POST /api/v4/document-templates/:slug/versions/:number/activate/': 'likewise',
  'PATCH /api/v4/document-templates/:slug/versions/:number/fields/': 'likewise',
  'POST /api/v4/document-templates/:slug/versions/:number/pdf/': 'likewise',
  'PATCH /api/v4/platform-features/1/': 'moves nothing',
  'POST /api/v4/settings/limits/': 'moves nothing',
  'POST /api/v4/logs/months/:month/close/': 'moves nothing',
  'POST /api/v4/logs/months/:month/reopen/': 'moves nothing; what is booked then waits by itself',
  'POST /api/v4/logs/ledger-checks/run/': 'moves nothing',
  'POST /api/v4/logs/ledger-checks/cancel/': 'moves nothing',
}

/** Areas without money and payees. */
const elsewhere =
  /^\w+ \/api\/v4\/(email|emails|email-templates|jobs|permissions|reminders|session|table-settings|users|exports|reviews|projects\/views|(projects|organizations)\/internal-status)\//

test.each(changing.map((route) => [name(route), route] as const))(
  '%s may need a second person, or states why not',
  (_, route) => {
    const known = [route.approval, alone[name(route)], elsewhere.test(name(route)) || undefined]
    expect(known.filter(Boolean)).toHaveLength(1)
    expect(route.approval).toBe(guarded[name(route)])
  },
)

test('no entry refers to a removed call, and each kind of act has a call', () => {
  const names = changing.map(name)
  expect([...Object.keys(alone), ...Object.keys(guarded)].filter((one) => !names.includes(one))).toEqual([])
  expect(new Set(Object.values(guarded))).toEqual(new Set(proposableActs))
})
