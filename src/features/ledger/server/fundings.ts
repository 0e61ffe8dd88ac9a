import { sql } from 'kysely'
import { seesDonors } from '#shared/personal-data.ts'
import { inScopeOrNoCompany, scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { paging } from '#server/lists/list-query.ts'
import type { User } from '#server/auth/session.ts'
import type { Locale } from '#shared/messages.ts'
import { type FundingType, fundingTypes } from '../funding-types.ts'
import { textOf } from '#server/base/texts.ts'

/**
 * A project's gifts, newest first; cents. Reversed gifts stay visible with their state; gifts of an undone import do
 * not. Company users do not see other companies' gifts, and only people who may see donors read their messages.
 */
export async function fundingsOf(
  db: Db,
  projectId: number,
  query: { page: number; page_size: number },
  { user, locale }: { user: User; locale: Locale },
) {
  const fundings = db
    .selectFrom('fundings')
    .where('project_id', '=', projectId)
    .where('undone_on', 'is', null)
    .where(inScopeOrNoCompany(scopeOf(user), sql`company_id`))
  const { n } = await fundings.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await fundings
    .select(['slug', 'received_on', 'funding_type', 'amount_cents', 'state', 'source', 'note', 'number'])
    .orderBy('received_on', 'desc')
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const results = rows.map(({ number, ...row }) => ({
    ...row,
    note: number === null || seesDonors(user) ? row.note : '',
    funding_type: {
      choice: row.funding_type,
      display: textOf(locale, fundingTypes[row.funding_type as FundingType].text),
    },
  }))
  return { ...paging(n, query), results }
}
