import { sql } from 'kysely'
import type { Effect } from '#server/routes/assessment.ts'
import type { Assess } from '#server/routes/implement.ts'
import { alsoSaved, atStake } from '#features/ledger/server/bank-details.ts'
import { unpaidCents } from '#features/ledger/server/unpaid.ts'
import type { projects } from '../contract.ts'
import { lockProject } from './queries.ts'

/** Shows a second person where a change would redirect the project's money: to another account or another organization's. */
export const assessProject: Assess<typeof projects.change> = async ({ db, params, body }) => {
  const row = await lockProject(db, params.slug)
  const account = row.account_slug ?? ''
  const wanted = body.individual_bank_account === undefined ? account : (body.individual_bank_account ?? '')
  const organization = body.organization_slug ?? row.organization_slug
  const effects: Effect[] = [
    ...(wanted === account
      ? []
      : [{ key: 'approvals.effects.account' as const, values: between(account, wanted) }]),
    ...(organization === row.organization_slug
      ? []
      : [
          {
            key: 'approvals.effects.organization' as const,
            values: between(row.organization_slug, organization),
          },
        ]),
  ]
  if (effects.length === 0) return undefined
  const amount_cents = await unpaidCents(db, sql<boolean>`id = ${row.id}::bigint`)
  return {
    amount_cents,
    about: { type: 'project', slug: row.slug, title: row.title },
    targets: [`project:${row.id}`],
    effects: [
      ...effects,
      ...alsoSaved(body, ['individual_bank_account', 'organization_slug']),
      atStake(amount_cents),
    ],
  }
}

const between = (before: string, after: string) => ({ before: before || '–', after: after || '–' })
