import type { PageAddress } from '#shared/pages.ts'
import { formatEuro } from '#shared/money.ts'
import type { Answer } from '#web/api.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconCircleCheck } from '#web/ui/icons.ts'
import type { SepaFormat } from '../rules.ts'
import './payouts.css'

type Preview = Answer<'POST /api/v4/payouts/sepa-preview/'>

/** Every payment with its text as the bank will get it, the control sum, and replaced characters. */
export function Payments({ preview }: { preview: Preview }) {
  const t = useText()
  const locale = useLocale()
  const { payments, control_sum_cents, replaced } = preview
  return (
    <div className="stack-s">
      <div className="table-card" role="group" aria-label={t('payouts.payments')} tabIndex={0}>
        <table className="simple-table sepa-payments">
          <caption className="visually-hidden">{t('payouts.payments')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('payouts.payment_column')}</th>
              <th scope="col" className="end">
                {t('columns.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {payments.map((payment) => (
              <tr key={payment.slug}>
                <th scope="row">
                  {payment.recipient} <span className="muted figures nowrap">{payment.iban}</span>
                  <div className="small muted">{payment.remittance}</div>
                </th>
                <td className="end figures">{formatEuro(payment.amount_cents, locale)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('payouts.control_sum_of', { count: payments.length })}</th>
              <td className="end figures strong">{formatEuro(control_sum_cents, locale)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {replaced.length > 0 && (
        <p className="small muted">
          {t('payouts.replaced', { signs: replaced.map(({ from, to }) => `${from} → ${to}`).join(', ') })}
        </p>
      )}
    </div>
  )
}

/** The checks that were made, so that nobody has to repeat them. */
export function Checks({ preview: { payments }, format }: { preview: Preview; format: SepaFormat }) {
  const t = useText()
  const again = payments.filter((payment) => payment.again).length
  const parts = [
    t('payouts.checked_ibans', { count: payments.length }),
    again > 0 ? t('payouts.checked_again') : t('payouts.checked_files'),
    ...(format === 'xlsx' ? [] : [t('payouts.checked_schema')]),
  ]
  return (
    <p className="sentence sepa-checked">
      <IconCircleCheck size={16} stroke={1.8} aria-hidden />
      <span>{t('payouts.checked', { parts: parts.join(', ') })}</span>
    </p>
  )
}

type WarningsProps = { format: SepaFormat; count: number; days: number }

/** Reasons why the bank may refuse a correct file: old format, a single payment, a day more than 15 days ahead. */
export function Warnings({ format, count, days }: WarningsProps) {
  const t = useText()
  if (format === 'xlsx') return null
  const warnings = [
    ...(format === 'pain.001.001.03' ? [t('payouts.old_format')] : []),
    ...(count === 1 ? [t('payouts.single_payment')] : []),
    ...(days > 15 ? [t('payouts.far_ahead')] : []),
  ]
  return warnings.map((warning) => (
    <Callout key={warning} tone="warning">
      {warning}
    </Callout>
  ))
}

type LeftOutProps = { preview: Preview; again: string | undefined; onAgain: (slug: string) => void }

/** Left-out payouts with reason and a link to fix it; one that another file holds may be repeated with a reason. */
export function LeftOut({ preview: { left_out, left_out_cents }, again, onAgain }: LeftOutProps) {
  const t = useText()
  const locale = useLocale()
  const sum = formatEuro(left_out_cents, locale)
  return (
    <Callout tone="warning" title={t('payouts.left_out_title', { count: left_out.length, sum })}>
      <ul className="sepa-left-out">
        {left_out.map((row) => (
          <li key={row.slug}>
            {t('payouts.left_out_line', { number: row.number, project: row.project, reason: row.text })}{' '}
            <a href={row.link satisfies string as PageAddress} target="_blank" rel="noreferrer">
              {t('payouts.left_out_open')}
            </a>
            {row.code === 'already_exported' && again === undefined && (
              <Button
                variant="quiet"
                size="sm"
                aria-label={t('payouts.again_add_named', { number: row.number })}
                onClick={() => onAgain(row.slug)}
              >
                {t('payouts.again_add')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
