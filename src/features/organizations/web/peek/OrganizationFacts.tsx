import { useQuery } from '@tanstack/react-query'
import { dayOf, showDay } from '#shared/dates.ts'
import { dash } from '#shared/labels.ts'
import { visible } from '#shared/text-direction.ts'
import { useAllowed } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { reviewLabel } from '#features/reviews/outcomes.ts'
import type { OrganizationBrief } from '../../brief.ts'
import { accountHolder } from './load.ts'
import './organization-facts.css'

type OrganizationFactsProps = {
  brief: OrganizationBrief
  /** The surrounding page shows the reviews elsewhere. */
  withoutReview?: boolean
}

/** The facts that decide whether an organization may receive money: review, proof, bank account, contact. */
export function OrganizationFacts({ brief, withoutReview }: OrganizationFactsProps) {
  const t = useText()
  const allowed = useAllowed()
  const { review, review_by, review_at, bank, email_contact } = brief
  return (
    <dl className="facts brief-facts">
      {!withoutReview && (
        <>
          <dt>{t('columns.review_status')}</dt>
          <dd>
            {review.choice === null ? (
              <StatusLabel tone="warning" text={t('organizations.facts.not_reviewed')} />
            ) : (
              <StatusLabel
                tone={reviewLabel('review', 'organization', review.choice)?.tone ?? 'default'}
                text={review.display}
              />
            )}{' '}
            <span className="caption muted">
              {[review_by && visible(review_by), review_at && showDay(dayOf(new Date(review_at)))]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </dd>
        </>
      )}
      <dt>{t('organizations.facts.proof')}</dt>
      <dd>
        <Proof proof={brief.proof} />
      </dd>
      <dt>{t('organizations.facts.account')}</dt>
      <dd>
        {bank ? (
          <>
            <span className="figures">{bank.iban}</span>
            <Holder slug={brief.slug} />
          </>
        ) : allowed('view_organizations') ? (
          dash
        ) : (
          <span className="muted">
            {t('organizations.facts.needs_right', { permission: 'view_organizations' })}
          </span>
        )}
      </dd>
      <dt>{t('organizations.facts.contact')}</dt>
      <dd>{email_contact ? visible(email_contact) : dash}</dd>
    </dl>
  )
}

/** The account holder, fetched only where it is shown, because each call is recorded as a read. */
function Holder({ slug }: { slug: string }) {
  const t = useText()
  const { data, error } = useQuery(accountHolder(slug))
  const told = error ? explain(error, t) : data ? visible(data.holder) : '\u00a0'
  return told && <span className="caption muted facts-block">{told}</span>
}

function Proof({ proof }: { proof: OrganizationBrief['proof'] }) {
  const t = useText()
  if (proof.kind === 'none') return <StatusLabel tone="danger" text={t('organizations.facts.no_proof')} />
  const day = proof.until && showDay(proof.until)
  return (
    <>
      <StatusLabel
        tone={proof.expired ? 'danger' : 'success'}
        text={t(proof.expired ? 'labels.expired' : 'labels.valid')}
      />{' '}
      {day && t(proof.expired ? 'organizations.facts.expired_on' : 'organizations.facts.until', { day })}
      <span className="caption muted facts-block">
        {[t(`organizations.exemption_kinds.${proof.kind}`), visible(proof.tax_office)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}
