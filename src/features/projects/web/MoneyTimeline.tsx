import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showDay, showInstant } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { api } from '#web/api.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconChecks,
  IconClock,
  IconCoinEuro,
  IconUserCheck,
  IconX,
} from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { EmptyPart } from '#web/record/EmptyPart.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import type { TimelineEntry } from '#features/ledger/money.ts'
import './money-tab.css'

type Show = 'decisions' | 'all'

/** History of a project's money, newest first: only people's decisions, or everything (picture 15). */
export function MoneyTimeline({ slug }: { slug: string }) {
  const t = useText()
  const [show, setShow] = useState<Show>('decisions')
  const name = 'GET /api/v4/project/:slug/timeline/'
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [name, { params: { slug } }, show],
    queryFn: ({ pageParam, signal }) =>
      api(name, { params: { slug }, query: { page: pageParam, page_size: 25, show }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current_page < last.total_pages ? last.current_page + 1 : undefined),
    placeholderData: (before) => before,
  })
  const counts = data?.pages[0]
  const entries = data?.pages.flatMap((page) => page.results) ?? []
  const counted = (text: string, count: number | undefined) => (count ? `${text} ${count}` : text)
  return (
    <section aria-labelledby="timeline-title">
      <div className="side-head">
        <h2 id="timeline-title">{t('money.timeline')}</h2>
        <span className="side-action">
          <Segmented
            label={t('money.timeline')}
            value={show}
            options={[
              { value: 'decisions', text: counted(t('money.decisions'), counts?.decisions) },
              { value: 'all', text: counted(t('money.all'), counts?.all) },
            ]}
            onChange={setShow}
          />
        </span>
      </div>
      {data ? (
        entries.length === 0 ? (
          <EmptyPart text={t('money.none_yet')}>{t('money.timeline_hint')}</EmptyPart>
        ) : (
          <>
            <ol className="money-timeline">
              {entries.map((entry) => (
                <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
              ))}
            </ol>
            {hasNextPage && (
              <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('ledger.more')}
              </Button>
            )}
          </>
        )
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </section>
  )
}

const icons: Record<string, typeof IconCheck> = {
  gift_confirmed: IconArrowDown,
  past_gift: IconArrowDown,
  funded_internally: IconCoinEuro,
  settled: IconClock,
  payout_paid: IconChecks,
  payout_arrived: IconCheck,
  approval_waiting: IconUserCheck,
  approval_approved: IconUserCheck,
  approval_rejected: IconX,
  approval_withdrawn: IconX,
  approval_expired: IconClock,
}

/** Direction of the money: to the project, away from it, or onwards. */
const signs: Record<string, 1 | -1> = {
  gift_confirmed: 1,
  past_gift: 1,
  funded_internally: 1,
  gift_reversed: -1,
  defunded: -1,
  claim_opened: -1,
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const t = useText()
  const locale = useLocale()
  const Icon = icons[entry.kind] ?? IconArrowUp
  const sign = signs[entry.kind]
  const amount = formatEuro(entry.amount_cents, locale)
  return (
    <li data-void={entry.reversed_by !== null || undefined}>
      <span className="money-icon" data-sign={sign}>
        <Icon size={14} stroke={1.8} aria-hidden />
      </span>
      <div>
        <p className="money-event">
          <strong>{nameOf(entry, t)}</strong>
          <strong className="figures" data-sign={sign}>
            {sign === 1 ? '+' : sign === -1 ? '−' : ''}
            {amount}
          </strong>
        </p>
        {entry.note !== '' && <p className="small">{t('money.quoted', { text: entry.note })}</p>}
        {entry.payouts.length > 0 && (
          <p className="small figures">
            {entry.payouts.map((payout) => payout.number).join(' · ')} · {showDay(entry.business_day)}
          </p>
        )}
        {entry.reversed_by !== null && (
          <p className="small">{t('money.taken_back', { number: entry.reversed_by })}</p>
        )}
        <p className="caption muted figures">
          {[showInstant(entry.at), entry.actor, entry.company?.title].filter(Boolean).join(' · ')}
          {entry.approver && `, ${t('money.approved_by', { person: entry.approver })}`}
        </p>
      </div>
    </li>
  )
}

function nameOf({ kind, funding_types, payouts, approval }: TimelineEntry, t: Translate): string {
  if (approval)
    return t('money.proposed', { act: approval.act_display, state: t(`money.proposal.${approval.state}`) })
  const what =
    payouts.length > 1
      ? t('money.n_payouts', { count: payouts.length })
      : funding_types.map((type) => type.display).join(', ')
  return `${t.of(`ledger.kinds.${kind}`)} · ${what}`
}
