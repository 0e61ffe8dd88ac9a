import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { daysBetween, showDay, showInstant } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { useCan } from '#web/profile.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconDownload } from '#web/ui/icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { explain } from '#web/ui/states.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { EmptyPart } from '#web/record/EmptyPart.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { MoneyOfType, ProjectMoney } from '#features/ledger/money.ts'
import { type StageName, stageNames } from '#features/ledger/stages.ts'
import { payoutLabels } from '#features/ledger/payout-states.ts'
import { StageBar, StageSwatch } from '#features/ledger/web/StageBar.tsx'
import './money-tab.css'

type Euro = (cents: number) => string
/** No amount, or not applicable; "0.00" would mean "counted, and zero" (design/money.md §1). */
const none = '–'
/** From this number of days on, money that has not arrived is highlighted. */
const longWait = 14
/** Number of payouts shown before "show all". */
const fewPayouts = 5

/** The tab *Money* of a project (design/money.md §2, picture 15): stages, funding types, payouts, needs. */
export function MoneyTab({ slug }: { slug: string }) {
  const t = useText()
  const locale = useLocale()
  const { data, error, refetch } = useQuery(q('GET /api/v4/project/:slug/money/', { params: { slug } }))
  const mayOpenJournal = useCan('view_logs')
  const euro: Euro = (cents) => formatEuro(cents, locale)
  const [exporting, setExporting] = useState(false)
  const exportIt = async () => {
    setExporting(true)
    try {
      await download('GET /api/v4/project/:slug/money/export/', { params: { slug } })
    } catch (failure) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(failure, t) })
    } finally {
      setExporting(false)
    }
  }
  return (
    <section className="money-tab" aria-labelledby="money-title">
      <div className="money-head">
        <h2 id="money-title">{t('money.title')}</h2>
        {data && (
          <span className="caption muted figures">{t('money.as_of', { at: showInstant(data.as_of) })}</span>
        )}
        {mayOpenJournal && (
          <PageLink href={`/site-admin/logs/journal/?project=${slug}`}>{t('accounts.in_journal')}</PageLink>
        )}
        <PermissionButton
          permission="export_data"
          size="sm"
          icon={IconDownload}
          loading={exporting}
          onClick={() => void exportIt()}
        >
          {t('actions.export')}
        </PermissionButton>
      </div>
      {data ? (
        <>
          <Strip money={data} euro={euro} />
          {data.types.length > 0 ? (
            <Types money={data} euro={euro} />
          ) : (
            <EmptyPart text={t('money.none_yet')}>{t('money.none_hint')}</EmptyPart>
          )}
          <Payouts money={data} euro={euro} />
          {data.needs.length > 1 && <Needs money={data} euro={euro} />}
        </>
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </section>
  )
}

/** Goal and stages from left to right; under each the amount missing to the next stage. */
function Strip({ money, euro }: { money: ProjectMoney; euro: Euro }) {
  const t = useText()
  const cents = (stage: StageName) => money[stage].cents
  const has = cents('allocated') > 0
  const open = (from: StageName, to: StageName) => Math.max(0, cents(from) - cents(to))
  const share = money.target_cents > 0 ? Math.round((cents('allocated') / money.target_cents) * 100) : 0
  const notes: Record<StageName, string> = {
    allocated: money.target_cents > 0 ? t('money.share', { percent: share }) : '',
    settled: t('money.to_settle', { amount: euro(open('allocated', 'settled')) }),
    paid: t('money.to_pay', { amount: euro(open('settled', 'paid')) }),
    arrived: t('money.to_arrive', { amount: euro(open('paid', 'arrived')) }),
  }
  const stages = {
    goal: money.target_cents,
    allocated: cents('allocated'),
    settled: cents('settled'),
    paid: cents('paid'),
    arrived: cents('arrived'),
  }
  return (
    <div className="money-strip figures">
      <dl>
        <div>
          <dt>
            <StageSwatch stage="goal" />
            {t('money.goal')}
          </dt>
          <dd className="money-figure">{euro(money.target_cents)}</dd>
          <dd className="caption muted">
            {money.over_cents > 0
              ? t('money.over_goal', { amount: euro(money.over_cents) })
              : t('money.needed', { amount: euro(money.missing_cents) })}
          </dd>
        </div>
        {stageNames.map((stage) => (
          <div key={stage}>
            <dt>
              <StageSwatch stage={stage} />
              {t(`money.stages.${stage}`)}
            </dt>
            <dd className="money-figure">{has ? euro(cents(stage)) : none}</dd>
            <dd className="caption muted">{has ? notes[stage] : ''}</dd>
          </div>
        ))}
      </dl>
      <StageBar stages={stages} height={12} />
    </div>
  )
}

function Types({ money, euro }: { money: ProjectMoney; euro: Euro }) {
  const t = useText()
  const today = money.as_of.slice(0, 10)
  const sum = (stage: StageName) => money.types.reduce((cents, type) => cents + type[stage].cents, 0)
  const rest: Record<StageName, number> = {
    allocated: money.missing_cents,
    settled: sum('allocated') - sum('settled'),
    paid: sum('settled') - sum('paid'),
    arrived: sum('paid') - sum('arrived'),
  }
  const heading = (stage: StageName) => t(`money.stages.${stage}`)
  return (
    <div className="table-card" role="region" aria-label={t('money.by_type')} tabIndex={0}>
      <table className="simple-table money-types figures">
        <caption className="visually-hidden">{t('money.by_type')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.funding_type')}</th>
            {stageNames.map((stage) => (
              <th key={stage} scope="col" className="end">
                {heading(stage)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {money.types.map((type) => (
            <tr key={type.funding_type.choice}>
              <th scope="row">
                <span className="money-type">
                  <svg className="stage-swatch" width="10" height="10" aria-hidden>
                    <rect width="10" height="10" rx="2" className={`chart-${type.funding_type.choice}`} />
                  </svg>
                  <span>
                    {type.funding_type.display}
                    <br />
                    <span className="caption muted">{giftsInWords(type, t)}</span>
                  </span>
                </span>
              </th>
              {stageNames.map((stage) => {
                const { cents, on } = type[stage]
                const note = on ? showDay(on) : waitsFor(type, stage, today, t)
                return (
                  <td key={stage} className="end" data-heading={heading(stage)}>
                    <strong>{cents > 0 ? euro(cents) : none}</strong>
                    <br />
                    <span className="caption muted" data-late={isLate(type, stage, today) || undefined}>
                      {note}
                    </span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="strong">
              {t('money.all_types')}
            </th>
            {stageNames.map((stage) => (
              <td key={stage} className="end" data-heading={heading(stage)}>
                <strong>{euro(sum(stage))}</strong>
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row" className="muted">
              {t('money.still_to_come')}
            </th>
            {stageNames.map((stage) => (
              <td key={stage} className="end muted" data-heading={heading(stage)}>
                {euro(Math.max(0, rest[stage]))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function giftsInWords({ gifts, internal_gifts }: MoneyOfType, t: Translate): string {
  const others = gifts - internal_gifts
  return [
    ...(others > 0 ? [t('money.gifts', { count: others })] : []),
    ...(internal_gifts > 0 ? [t('money.internal_gifts', { count: internal_gifts })] : []),
  ].join(', ')
}

function waitsFor(type: MoneyOfType, stage: StageName, today: string, t: Translate): string {
  if (stage === 'paid' && type.payout_open) return t('money.payout_open')
  if (stage === 'arrived' && type.waiting_since)
    return t('money.days_waiting', { count: Math.max(0, daysBetween(type.waiting_since, today)) })
  return ''
}

const isLate = ({ waiting_since, arrived }: MoneyOfType, stage: StageName, today: string) =>
  stage === 'arrived' &&
  !arrived.on &&
  waiting_since !== null &&
  daysBetween(waiting_since, today) >= longWait

function Payouts({ money, euro }: { money: ProjectMoney; euro: Euro }) {
  const t = useText()
  const { open, paid, latest } = money.payouts
  const [all, setAll] = useState(false)
  const title = t('money.payouts')
  return (
    <section aria-labelledby="money-payouts">
      <div className="money-head">
        <h2 id="money-payouts">{title}</h2>
        {latest.length > 0 && (
          <span className="caption muted figures">{t('money.payout_counts', { open, paid })}</span>
        )}
        {latest.length > fewPayouts && !all && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={t('actions.named', { action: t('actions.show_all'), title })}
            onClick={() => setAll(true)}
          >
            {t('actions.show_all')}
          </Button>
        )}
      </div>
      {latest.length === 0 ? (
        <p className="small muted">{t('money.no_payouts')}</p>
      ) : (
        <ul className="money-payouts figures">
          {latest.slice(0, all ? undefined : fewPayouts).map((payout) => {
            const label = payoutLabels[payout.state]
            return (
              <li key={payout.slug}>
                <span>
                  <strong>{payout.number}</strong>{' '}
                  <span className="muted">
                    {payout.funding_type.display} ·{' '}
                    {payout.paid_on
                      ? t('money.paid_on', { day: showDay(payout.paid_on) })
                      : t('money.settled_on', { day: showDay(payout.settled_on) })}
                  </span>
                </span>
                <StatusLabel tone={label.tone} text={t.of(label.text)} />
                <strong>{euro(payout.amount_cents)}</strong>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** Coverage of each need when the money is assigned in their order. */
function Needs({ money, euro }: { money: ProjectMoney; euro: Euro }) {
  const t = useText()
  return (
    <section aria-labelledby="money-needs">
      <div className="money-head">
        <h2 id="money-needs">{t('money.needs')}</h2>
        <span className="caption muted">{t('money.needs_hint')}</span>
      </div>
      <ul className="money-payouts figures">
        {money.needs.map((need) => (
          <li key={need.id}>
            <span>{visible(need.title)}</span>
            <span />
            <span>
              <strong>{euro(need.covered_cents)}</strong>{' '}
              <span className="muted">{t('money.of_goal', { goal: euro(need.amount_cents) })}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
