import type { Db } from '#server/db/db.ts'
import { paging } from '#server/list.ts'
import type { Locale } from '#shared/messages.ts'
import { type FundingType, fundingTypes } from '../funding-types.ts'
import { textOf } from '#server/texts.ts'

/** What a project received, newest first; amounts in cents. Reversed gifts stay visible with their state, those of an undone import do not. */
export async function fundingsOf(
  db: Db,
  projectId: number,
  query: { page: number; page_size: number },
  locale: Locale,
) {
  const fundings = db
    .selectFrom('fundings')
    .where('project_id', '=', projectId)
    .where('undone_on', 'is', null)
  const { n } = await fundings.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await fundings
    .select(['slug', 'received_on', 'funding_type', 'amount_cents', 'state', 'source', 'note'])
    .orderBy('received_on', 'desc')
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const results = rows.map((row) => ({
    ...row,
    funding_type: {
      choice: row.funding_type,
      display: textOf(locale, fundingTypes[row.funding_type as FundingType].text),
    },
  }))
  return { ...paging(n, query), results }
}
