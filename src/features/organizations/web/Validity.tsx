import { dayOf, showDay } from '#shared/dates.ts'
import { useText } from '#web/texts.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import type { OrganizationDetail } from '../contract.ts'
import { proofLabels, proofName } from '../proof.ts'
import { isFutureProof } from '../rules.ts'

export function Validity({ saved, changed = false }: { saved: OrganizationDetail; changed?: boolean }) {
  const t = useText()
  const label = proofLabels[proofName(saved)]
  const day = saved.exemption_valid_until && showDay(saved.exemption_valid_until)
  const words = changed
    ? t('organizations.after_saving')
    : saved.exemption_kind === 'public_body'
      ? t('organizations.never_expires')
      : !day
        ? t('organizations.no_proof')
        : saved.is_notice_of_exemption_expired
          ? isOver(saved)
            ? t('organizations.expired_since', { day })
            : t('organizations.valid_from_day', { day: showDay(saved.exemption_date!) })
          : t('organizations.valid_until_day', { day })
  return (
    <p className="row small">
      <StatusLabel tone={label.tone} text={t.of(label.text)} />
      {words}
    </p>
  )
}

/** For an invalid proof: true if it has expired, false if its date is in the future. */
function isOver(saved: OrganizationDetail): boolean {
  return !isFutureProof(saved, dayOf(new Date()))
}
