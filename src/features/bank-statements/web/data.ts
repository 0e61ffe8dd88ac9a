import { formatEuro } from '#shared/money.ts'
import type { Locale } from '#shared/messages.ts'
import { type Answer, q } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import type { Translate } from '#web/texts.ts'

export type StatementRow = Answer<'GET /api/v4/bank-statements/'>['results'][number]
export type Statement = Answer<'GET /api/v4/bank-statements/:id/'>
export type LineRow = Answer<'GET /api/v4/bank-statements/:id/transactions/'>['results'][number]
export type LineDetail = Answer<'GET /api/v4/bank-transactions/:id/'>
export type Suggestion = LineDetail['suggestions'][number]

export type Target = Omit<LineRow['parts'][number], 'amount_cents'>

export const keyOfTarget = ({ target_type, target_slug }: Pick<Suggestion, 'target_type' | 'target_slug'>) =>
  `${target_type} ${target_slug}`

/** True for a single target; a split has several. */
export const isTarget = (one: Pick<Suggestion, 'target_type'>): one is Target => one.target_type !== 'split'

/** A target's title; some, such as fees, are named by their type only. */
export const nameOfTarget = (
  { title, target_type }: Pick<Suggestion, 'title' | 'target_type'>,
  t: Translate,
) => title || t(`bank_statements.target.${target_type}`)

export const nameOfLine = ({ name }: Pick<LineRow, 'name'>, t: Translate) =>
  name || t('bank_statements.no_name')

/** Matched and ignored lines are done; those on hold are not. */
export const doneOf = ({ counts }: Pick<StatementRow, 'counts'>) => counts.matched + counts.ignored

/** Formats a movement with its sign, including plus. */
export const movement = (cents: number, locale: Locale) =>
  `${cents > 0 ? '+' : ''}${formatEuro(cents, locale)}`

/** Shows a decision at once, before its effects are loaded, so that fast users can go on. */
export function cacheDecisionInLists(before: LineRow, line: LineRow): void {
  queryClient.setQueriesData<Answer<'GET /api/v4/bank-statements/:id/transactions/'>>(
    { queryKey: ['GET /api/v4/bank-statements/:id/transactions/'] },
    (page) => page && { ...page, results: page.results.map((row) => (row.id === line.id ? line : row)) },
  )
  const { queryKey } = q('GET /api/v4/bank-statements/:id/', { params: { id: line.statement_id } })
  queryClient.setQueryData<Statement>(
    queryKey,
    (known) =>
      known && {
        ...known,
        counts: {
          ...known.counts,
          [before.state]: known.counts[before.state] - 1,
          [line.state]: known.counts[line.state] + 1,
        },
      },
  )
}

/** Updates a decided line's own view, so that returning to it does not show the old state first. */
export function cacheDecidedLine(line: LineRow): void {
  const { queryKey } = q('GET /api/v4/bank-transactions/:id/', { params: { id: line.id } })
  queryClient.setQueryData<LineDetail>(queryKey, (known) => known && { ...known, ...line })
}
