import { defineMessages } from '#shared/messages.ts'

/** Payouts and what is done with them. */
export const payoutMessages = defineMessages({
  'payouts.payout': ['Payout', 'Auszahlung'],
  'payouts.amount': ['Amount', 'Betrag'],
  'payouts.settled_on': ['Settled on', 'Abgerechnet am'],
  'payouts.recipient': ['Recipient', 'Empfänger'],
  'payouts.paid_on': ['Paid on', 'Überwiesen am'],
  'payouts.arrived_on': ['Arrived on', 'Angekommen am'],
  'payouts.file': ['File', 'Datei'],
  'payouts.arrived': ['Arrived', 'Angekommen'],
  'payouts.arrived_yes': ['Arrived', 'Angekommen'],
  'payouts.arrived_no': ['Not arrived', 'Nicht angekommen'],
  'payouts.state.open': ['Open', 'Offen'],
  'payouts.state.exported': ['Exported', 'Exportiert'],
  'payouts.state.marked_paid': ['Marked paid', 'Überwiesen'],
  'payouts.state.cancelled': ['Cancelled', 'Zurückgezogen'],
  'payouts.in_future': ['The day may not lie in the future', 'Der Tag darf nicht in der Zukunft liegen'],
  'payouts.before_settled': [
    'Not before {day}, when {number} was settled',
    'Nicht vor dem {day}, an dem {number} abgerechnet wurde',
  ],
  'payouts.before_paid': [
    'Not before {day}, when {number} was paid',
    'Nicht vor dem {day}, an dem {number} überwiesen wurde',
  ],
  'payouts.unknown': ['There is no such payout', 'Diese Auszahlung gibt es nicht'],
  'payouts.reason_required': ['Give a reason', 'Gib einen Grund an', 'Geben Sie einen Grund an'],
  'payouts.refund_task': ['Goal not reached: refund gifts', 'Ziel nicht erreicht: Spenden erstatten'],
  'payouts.refund_task_text': [
    '{amount} of gifts wait on this project, which ended without reaching its goal. Refund them by hand.',
    '{amount} an Spenden warten auf diesem Projekt, das ohne sein Ziel endete. Bitte von Hand erstatten.',
  ],
})
