import { useQuery } from '@tanstack/react-query'
import type { PageAddress } from '#shared/pages.ts'
import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { type Answer, q } from '#web/api.ts'
import { useLocale, useText } from '#web/texts.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { SidePart } from '#web/record/RecordPage.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { EmptyPart } from '#web/record/EmptyPart.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import './ledger.css'

export type Funding = Answer<'GET /api/v4/project/:slug/fundings/'>['results'][number]

/** Number of newest gifts in the side panel; the Money tab has all. */
const newest = 4

/** States in which a gift no longer counts. */
export const isVoid = (funding: Funding) => ['failed', 'expired', 'reversed'].includes(funding.state)

type LedgerPartProps = {
  slug: string
  /** Link to the complete list. */ all: PageAddress
  /** Cents. */ funded: number
}

/** The Ledger part of a project's side panel: its gifts, newest first. */
export function LedgerPart({ slug, all, funded }: LedgerPartProps) {
  const t = useText()
  const locale = useLocale()
  const { data, error, refetch } = useQuery(
    q('GET /api/v4/project/:slug/fundings/', { params: { slug }, query: { page_size: 10 } }),
  )
  return (
    <SidePart
      title={t('ledger.title')}
      note={formatEuro(funded, locale)}
      action={
        data &&
        data.count > 0 && (
          <PageLink
            className="button quiet sm"
            href={all}
            aria-label={t('actions.named', { action: t('actions.show_all'), title: t('ledger.title') })}
          >
            {t('actions.show_all')}
          </PageLink>
        )
      }
    >
      {data ? (
        data.count === 0 ? (
          <EmptyPart text={t('ledger.none')}>{t('ledger.none_hint')}</EmptyPart>
        ) : (
          <ul className="ledger">
            {data.results.slice(0, newest).map((funding) => (
              <li key={funding.slug} data-void={isVoid(funding) || undefined}>
                <span>
                  {funding.funding_type.display}
                  {funding.note && ` · ${visible(funding.note)}`}
                  <br />
                  <span className="caption muted figures">
                    {showDay(funding.received_on)}
                    {isVoid(funding) && ` · ${t.of(`ledger.states.${funding.state}`)}`}
                  </span>
                </span>
                <strong className="figures">{formatEuro(funding.amount_cents, locale)}</strong>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </SidePart>
  )
}
