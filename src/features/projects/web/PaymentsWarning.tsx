import { useQuery } from '@tanstack/react-query'
import { formatEuro } from '#shared/money.ts'
import { q } from '#web/api.ts'
import type { ListHandle } from '#web/table/state/types.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { mostFundedAtOnce } from '#features/ledger/funding-types.ts'

/** Warns before archiving of payments under way for individually selected projects. */
export function PaymentsWarning({ list }: { list: ListHandle }) {
  const t = useText()
  const locale = useLocale()
  const { sent } = list.selection
  const slugs = 'slugs' in sent ? sent.slugs : []
  const { data } = useQuery({
    ...q('GET /api/v4/projects/check-marked-payments/', { query: { project_slugs: slugs.join(',') } }),
    // For larger selections only the refusal of the archive call reports payments.
    enabled: slugs.length > 0 && slugs.length <= mostFundedAtOnce,
    staleTime: 0,
  })
  const sum = (of: 'marked_cents' | 'unsettled_cents' | 'open_payout_cents') =>
    (data?.results ?? []).reduce((all, row) => all + row[of], 0)
  const [marked, unsettled, open] = [sum('marked_cents'), sum('unsettled_cents'), sum('open_payout_cents')]
  return (
    <>
      {unsettled + open > 0 && (
        <Callout tone="warning">
          {t('projects.archive_money', {
            unsettled: formatEuro(unsettled, locale),
            open: formatEuro(open, locale),
          })}
        </Callout>
      )}
      {marked > 0 && (
        <Callout tone="info">{t('projects.archive_marked', { amount: formatEuro(marked, locale) })}</Callout>
      )}
    </>
  )
}
