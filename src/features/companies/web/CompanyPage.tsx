import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import type { LabelKey } from '#shared/labels.ts'
import { formatEuro } from '#shared/money.ts'
import { q } from '#web/api.ts'
import { RecordPage } from '#web/record/RecordPage.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { usePageParams } from '#web/router/page.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconPencil, IconPlus } from '#web/ui/icons.ts'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { projectAddress } from '#features/projects/web/columns.ts'
import type { Budget, CompanyDetail } from '../contract.ts'
import { BudgetModal } from './BudgetModal.tsx'
import { Development } from './Development.tsx'
import { StatementModal } from './StatementModal.tsx'
import './companies.css'

type Dialog = { kind: 'budget'; budget: Budget | undefined } | { kind: 'statement' }

export function CompanyPage() {
  const { slug } = usePageParams('/site-admin/company/:slug/')
  const { data, error, refetch } = useQuery(
    q('GET /api/v4/companies/donating-companies/:slug/', { params: { slug } }),
  )
  if (data) return <Company company={data} />
  return error ? <ErrorPanel asPage error={error} onRetry={() => void refetch()} /> : <PageLoading />
}

function Company({ company }: { company: CompanyDetail }) {
  const t = useText()
  const locale = useLocale()
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const figures = [
    ['companies.granted', company.budget_cents],
    ['companies.available', company.available_cents],
    ['companies.given', company.given_cents],
    ['companies.owed', company.owed_cents],
  ] as const
  return (
    <RecordPage
      back={{ to: '/site-admin/settings/companies/', text: t('companies.back') }}
      title={company.title}
      actions={
        <PermissionButton permission="export_data" onClick={() => setDialog({ kind: 'statement' })}>
          {t('companies.statement')}
        </PermissionButton>
      }
    >
      <div className="company">
        <dl className="company-figures figures">
          {figures.map(([key, cents]) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{formatEuro(cents, locale)}</dd>
            </div>
          ))}
        </dl>
        <section aria-labelledby="company-budgets">
          <div className="part-head">
            <h2 id="company-budgets">{t('companies.budgets')}</h2>
            <PermissionButton
              permission="create_settings"
              size="sm"
              icon={IconPlus}
              onClick={() => setDialog({ kind: 'budget', budget: undefined })}
            >
              {t('companies.create_budget')}
            </PermissionButton>
          </div>
          <ul className="budgets">
            {company.budgets.map((budget) => (
              <BudgetCard
                key={budget.slug}
                budget={budget}
                onEdit={() => setDialog({ kind: 'budget', budget })}
              />
            ))}
          </ul>
        </section>
        <Development company={company} />
        <Fundings slug={company.slug} />
      </div>
      {dialog?.kind === 'budget' && <BudgetModal company={company} budget={dialog.budget} onClose={close} />}
      {dialog?.kind === 'statement' && <StatementModal company={company} onClose={close} />}
    </RecordPage>
  )
}

const validityTones = { valid: 'success', coming: 'info', expired: 'default' } as const

function BudgetCard({ budget, onEdit }: { budget: Budget; onEdit: () => void }) {
  const t = useText()
  const locale = useLocale()
  const euro = (cents: number) => formatEuro(cents, locale)
  const share = budget.granted_cents > 0 ? (budget.used_cents / budget.granted_cents) * 100 : 0
  return (
    <li className="budget">
      <div className="budget-head">
        <div>
          <h3>{budget.title}</h3>
          <p className="caption muted figures">
            {[budget.funding_type?.display ?? t('companies.any_type'), validityInWords(budget, t)].join(
              ' · ',
            )}
          </p>
        </div>
        <StatusLabel
          tone={validityTones[budget.validity]}
          text={t.of(`labels.budget_${budget.validity}` satisfies LabelKey)}
        />
        <PermissionButton
          permission="change_settings"
          variant="quiet"
          size="sm"
          icon={IconPencil}
          aria-label={t('actions.named', { action: t('actions.edit'), title: budget.title })}
          onClick={onEdit}
        >
          {t('actions.edit')}
        </PermissionButton>
      </div>
      <svg className="company-budget-bar" width="100%" height="8" aria-hidden>
        <rect width="100%" height="8" rx="4" className="money-bar-back" />
        <rect width={`${share}%`} height="8" rx="4" className="money-bar-fill" />
      </svg>
      <dl className="budget-figures figures">
        <div>
          <dt>{t('companies.granted')}</dt>
          <dd>{euro(budget.granted_cents)}</dd>
        </div>
        <div>
          <dt>{t('companies.used')}</dt>
          <dd>{euro(budget.used_cents)}</dd>
        </div>
        <div>
          <dt>{t('companies.available')}</dt>
          <dd>
            <strong>{euro(budget.available_cents)}</strong>
          </dd>
        </div>
      </dl>
    </li>
  )
}

/** `01.01.2026 to 31.12.2026`, or a note that the budget has no end. */
export function validityInWords({ valid_from, valid_until }: Budget, t: Translate): string {
  const [from, to] = [valid_from && showDay(valid_from), valid_until && showDay(valid_until)]
  if (from && to) return t('companies.from_to', { from, to })
  if (from) return t('companies.from', { from })
  return to ? t('companies.to', { to }) : t('companies.always')
}

/** Gifts that were reversed or reclaimed. */
const isVoid = (state: string) => ['reversed', 'recovery_open', 'recovered'].includes(state)

function Fundings({ slug }: { slug: string }) {
  const t = useText()
  const locale = useLocale()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...q('GET /api/v4/companies/donating-companies/:slug/fundings/', { params: { slug }, query: { page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-labelledby="company-fundings">
      <div className="part-head">
        <h2 id="company-fundings">
          {t('companies.fundings')} {data && <span className="muted figures">{data.count}</span>}
        </h2>
      </div>
      {!data ? (
        error ? (
          <ListFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner />
        )
      ) : data.count === 0 ? (
        <p className="small muted">{t('companies.no_fundings')}</p>
      ) : (
        <>
          <ul className="company-fundings figures">
            {data.results.map((funding) => (
              <li key={funding.slug} data-void={isVoid(funding.state) || undefined}>
                <span>
                  <PageLink href={projectAddress(funding.project.slug)}>{funding.project.title}</PageLink>
                  <br />
                  <span className="caption muted">
                    {[
                      showDay(funding.received_on),
                      t.of(`ledger.states.${funding.state}`),
                      funding.funding_type.display,
                      funding.budget.title,
                      funding.note,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <strong>{formatEuro(funding.amount_cents, locale)}</strong>
              </li>
            ))}
          </ul>
          {data.total_pages > 1 && (
            <div className="row">
              <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('list.previous_page')}
              </Button>
              <Button size="sm" disabled={page === data.total_pages} onClick={() => setPage(page + 1)}>
                {t('list.next_page')}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}
