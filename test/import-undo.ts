import { expect } from 'vitest'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { findCountDifferences } from '#features/projects/server/counts.ts'
import type { Client, TestApp } from './app.ts'

/** Every list, count, sum and search that shows imported data. */
const asked = [
  '/api/v4/projects/',
  '/api/v4/projects/?archived=true',
  '/api/v4/projects/?exclude_status=archived&ordering=title',
  '/api/v4/projects/?search=e',
  '/api/v4/projects/?needs_review=review',
  '/api/v4/projects/minimal-list/?search=',
  '/api/v4/organizations/',
  '/api/v4/organizations/?archived=true',
  '/api/v4/organizations/?search=e',
  '/api/v4/organizations/minimal-list/?search=',
  '/api/v4/payouts/',
  '/api/v4/payouts/?search=e',
  '/api/v4/payouts/?state=cancelled',
  '/api/v4/private-donations/',
  '/api/v4/dashboard/funding/',
  '/api/v4/dashboard/projects/',
  '/api/v4/search/?q=n',
  '/api/v4/search/?q=chor',
  '/api/v4/reminders/',
  ...['month', 'funding_type', 'organization', 'category', 'company'].map(
    (by) => `/api/v4/statistics/?date_from=2010-01-01&date_to=2026-12-31&group_by=${by}`,
  ),
  '/api/v4/statistics/rows/?figure=allocated&date_from=2010-01-01&date_to=2026-12-31',
]

/** Their answers by address, and the findings of the ledger's checks. */
export async function everyList(app: TestApp, superuser: Client): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const address of asked) {
    const { status, body } = await superuser.get(address)
    expect([address, status]).toEqual([address, 200])
    answers[address] = body
  }
  answers.checks = await app.db.transaction().execute(async (tx) => {
    const broken: unknown[] = []
    for (const check of ledgerChecks) broken.push([check.key, (await runCheck(tx, check)).rows])
    return broken
  })
  answers.differences = [await findLedgerDifferences(app.db), await findCountDifferences(app.db)]
  const balances = await app.database.pool.query(`
    select kind, sum(account_balance(id))::bigint as cents from ledger_accounts group by 1 having sum(account_balance(id)) <> 0 order by 1`)
  answers.balances = balances.rows
  return answers
}
