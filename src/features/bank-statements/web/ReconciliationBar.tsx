import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import type { PageAddress } from '#shared/pages.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { IconAlertTriangle, IconCircleCheck } from '#web/ui/icons.ts'
import type { Statement } from './data.ts'

type Cause = Statement['reconciliation']['causes'][number]

/** The page that explains a cause, if there is one. */
const pagesOfCauses: Record<Cause['cause'], PageAddress> = {
  before_first: '/site-admin/bank-statements/',
  gaps: '/site-admin/bank-statements/',
  overlaps: '/site-admin/bank-statements/',
  later_lines: '/site-admin/bank-statements/',
  gifts_not_credited: '/site-admin/private-donations/',
  payouts_not_debited: '/site-admin/payouts/?state=marked_paid',
  claims_not_credited: '/site-admin/recovery-claims/',
  refunds_not_debited: '/site-admin/private-donations/',
  transfers_not_seen: '/site-admin/logs/journal/',
  other: '/site-admin/logs/journal/',
}

/** The balance of the statement beside the ledger's, and what makes up the difference. */
export function ReconciliationBar({ statement }: { statement: Statement }) {
  const t = useText()
  const locale = useLocale()
  const { reconciliation, counts } = statement
  const euro = (cents: number) => formatEuro(cents, locale)
  const explained = reconciliation.unexplained_cents === 0
  return (
    <dl className="statement-strip" aria-label={t('bank_statements.strip')}>
      <div>
        <dt>
          {t('bank_statements.statement_balance', {
            from: showDay(statement.from_day),
            to: showDay(statement.to_day),
          })}
        </dt>
        <dd className="statement-figure figures">{euro(reconciliation.statement_cents)}</dd>
        <dd className="figures">
          {t('bank_statements.sum', {
            opening: euro(statement.opening_cents),
            credit: euro(statement.credit_cents),
            debit: euro(statement.debit_cents),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('bank_statements.ledger_balance')}</dt>
        <dd className="statement-figure figures">{euro(reconciliation.ledger_cents)}</dd>
        <dd>
          <PageLink
            href={`/site-admin/logs/journal/?account=bank:${statement.account.slug}&date_to=${statement.to_day}`}
          >
            {t('bank_statements.in_journal', { account: statement.account.title })}
          </PageLink>
        </dd>
      </div>
      <div data-tone={explained ? undefined : 'warning'}>
        <dt>
          {explained ? (
            <IconCircleCheck size={15} stroke={1.8} aria-hidden />
          ) : (
            <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
          )}
          {explained
            ? t('bank_statements.explained')
            : t('bank_statements.not_explained', { amount: euro(reconciliation.unexplained_cents) })}
        </dt>
        <dd className="statement-figure figures">{euro(reconciliation.difference_cents)}</dd>
        <dd>
          <Causes causes={reconciliation.causes} />
        </dd>
      </div>
      <div>
        <dt>{t('bank_statements.suspense')}</dt>
        <dd className="statement-figure figures">{euro(reconciliation.suspense_cents)}</dd>
        <dd className="figures">
          {t('bank_statements.open_and_held', { open: counts.open, held: counts.held })}
        </dd>
        {reconciliation.ignored.count > 0 && (
          <dd className="figures">
            {t('bank_statements.ignored_in_suspense', {
              count: reconciliation.ignored.count,
              amount: unbroken(euro(reconciliation.ignored.cents)),
            })}
          </dd>
        )}
      </div>
    </dl>
  )
}

/** A browser may break the line between minus and euro sign; a word joiner prevents it. */
const unbroken = (amount: string) => amount.replace('−', '−\u2060')

function Causes({ causes }: { causes: readonly Cause[] }) {
  const t = useText()
  const locale = useLocale()
  if (causes.length === 0) return t('bank_statements.no_causes')
  return (
    <ul className="statement-causes">
      {causes.map(({ cause, count, cents }) => {
        const name = t.of(`bank_statements.cause.${cause}`, { count })
        const text =
          causes.length === 1
            ? name
            : t('bank_statements.cause_with_sum', {
                cause: name,
                amount: unbroken(formatEuro(cents, locale)),
              })
        return (
          <li key={cause}>
            <PageLink href={pagesOfCauses[cause]}>{text}</PageLink>
          </li>
        )
      })}
    </ul>
  )
}
