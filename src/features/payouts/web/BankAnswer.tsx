import { visible } from '#shared/text-direction.ts'
import { useText } from '#web/texts.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { detailsOf, toneOfAnswer } from '../answer-codes.ts'
import type { BankSaid as Said } from '../contract.ts'
import './bank-answer.css'

/** The bank's answer on a payee or a payment: label, account holder's name, reason and words. */
export function BankAnswer({ said }: { said: Said }) {
  const t = useText()
  const details = said.bank_name ? [t('payouts.bank_holds', { name: said.bank_name })] : detailsOf(said)
  return (
    <div className="bank-answer">
      <StatusLabel tone={toneOfAnswer(said.status)} text={said.status_display} />
      {details.map((detail) => (
        <div key={detail} className="small muted">
          {visible(detail)}
        </div>
      ))}
    </div>
  )
}
