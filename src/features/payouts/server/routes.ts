import { invalid } from '#server/base/errors.ts'
import { guarded, implement } from '#server/routes/implement.ts'
import { showDay } from '#shared/dates.ts'
import { answerExport } from '#features/exports/server/background.ts'
import {
  cancelPayouts,
  type LockedPayout,
  markArrived,
  markPaid,
  refuseOtherStates,
  unmarkPaid,
} from '#features/ledger/server/payouts.ts'
import { payouts } from '../contract.ts'
import { amountSeen } from '../references.ts'
import { assessCancelling, assessUnmarking } from './approval.ts'
import { storeBankAnswer } from './bank-answers.ts'
import { adoptBankName, assessBankName } from './bank-name.ts'
import { lockChosenPayouts } from './chosen.ts'
import { exportOfPayouts } from './export.ts'
import { readPaymentFile } from './payment-file.ts'
import { presentPayout } from './present.ts'
import { listPayouts, payoutsByIds } from './queries.ts'
import { findReferences } from './references.ts'
import { exportFile, previewFile } from './sepa.ts'

/** Routes of payouts. They only record what staff do; the money itself moves at the bank. */
export const payoutRoutes = implement(payouts, {
  list: async ({ reader, query, user, locale }) => {
    const { rows, ...page } = await listPayouts(reader, query)
    return { ...page, results: rows.map((row) => presentPayout(row, locale, user)) }
  },

  export: async (context) => {
    return answerExport('payouts', exportOfPayouts, context)
  },

  markPaid: async ({ db, body, today, auditContext }) => {
    const { paid_on, reference, paid_from } = body
    if (paid_on > today) throw invalid({ paid_on: 'payouts.in_future' })
    const chosen = await lockChosenPayouts(db, body)
    refuseOtherStates(chosen, ['open', 'exported'], 'payout_not_open')
    refuseBefore(chosen, 'settled_on', paid_on, 'paid_on')
    await markPaid(db, auditContext, chosen, { paid_on, reference, paid_from })
    return done(chosen)
  },

  unmark: guarded(assessUnmarking, async ({ db, body, today, auditContext }) => {
    const chosen = await lockChosenPayouts(db, body)
    await unmarkPaid(db, auditContext, chosen, { reason: body.reason, business_day: today })
    return done(chosen)
  }),

  cancel: guarded(assessCancelling, async ({ db, body, today, auditContext }) => {
    const chosen = await lockChosenPayouts(db, body)
    await cancelPayouts(db, auditContext, chosen, { reason: body.reason, business_day: today })
    return done(chosen)
  }),

  markArrived: async ({ db, body, today, auditContext }) => {
    const { arrived_on, note } = body
    if (arrived_on > today) throw invalid({ arrived_on: 'payouts.in_future' })
    const chosen = await lockChosenPayouts(db, body)
    refuseOtherStates(chosen, ['marked_paid'], 'payout_not_paid')
    refuseBefore(chosen, 'paid_on', arrived_on, 'arrived_on')
    await markArrived(db, auditContext, chosen, { arrived_on, note })
    return done(chosen)
  },

  findReferences: async ({ db, body, user, locale }) => {
    const { found, not_found } = await findReferences(db, body.text)
    return {
      found: found.map(({ payout, reference }) => ({
        ...presentPayout(payout, locale, user),
        amount_seen: amountSeen(reference, payout.amount_cents),
      })),
      not_found,
    }
  },

  sepaPreview: ({ db, body, ...asking }) => previewFile(db, body, asking),

  sepaExport: ({ db, body, auditContext, ...asking }) => exportFile(db, auditContext, body, asking),

  takeAnswer: ({ db, upload, auditContext, locale, user }) =>
    storeBankAnswer({ db, context: auditContext, locale, user }, upload),

  takeBankName: guarded(assessBankName, async ({ db, params, body, user, locale, today, auditContext }) => {
    const id = await adoptBankName(db, { ...auditContext, today }, params.slug, body.bank_name)
    const [row] = await payoutsByIds(db, [id])
    return presentPayout(row!, locale, user)
  }),

  file: ({ db, params }) => readPaymentFile(db, params.slug),
})

const done = (payouts: readonly LockedPayout[]) => ({
  changed: payouts.map((payout) => payout.slug),
  sum_cents: payouts.reduce((sum, payout) => sum + payout.amount_cents, 0),
})

/** Throws 400 at the field, naming the payout that reached its previous stage last, when the day is before that. */
function refuseBefore(
  payouts: readonly LockedPayout[],
  stage: 'settled_on' | 'paid_on',
  day: string,
  field: string,
): void {
  const late = payouts.filter((payout) => payout[stage]! > day)
  if (late.length === 0) return
  const last = late.reduce((a, b) => (b[stage]! > a[stage]! ? b : a))
  throw invalid({
    [field]: {
      key: stage === 'settled_on' ? 'payouts.before_settled' : 'payouts.before_paid',
      parameters: { day: showDay(last[stage]!), number: last.number },
    },
  })
}
