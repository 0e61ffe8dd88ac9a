import { defineMessages } from '#shared/messages.ts'

/** Status labels (spec §4), equal in both German forms. */
export const reviewMessages = defineMessages({
  'labels.in_progress': ['In progress', 'In Bearbeitung'],
  'labels.complete': ['Complete', 'Vollständig'],
  'labels.archived': ['Archived', 'Archiviert'],
  'labels.public': ['Public', 'Öffentlich'],
  'labels.accepted': ['Accepted', 'Angenommen'],
  'labels.rejected': ['Rejected', 'Abgelehnt'],
  'labels.needs_review': ['Needs review', 'Prüfung nötig'],
  'labels.proof_expired': ['Proof expired', 'Nachweis abgelaufen'],
  'labels.fully_funded': ['Fully funded', 'Voll finanziert'],
  'labels.expired': ['Expired', 'Abgelaufen'],
  'labels.in_financing': ['In financing', 'In Finanzierung'],
  'labels.banned': ['Banned', 'Gesperrt'],
  'labels.valid': ['Valid', 'Gültig'],
  'labels.donation': ['Donation', 'Spende'],
  'labels.sponsoring': ['Sponsoring', 'Sponsoring'],
  'labels.foundation': ['Foundation', 'Stiftung'],
  'labels.profit_savings': ['Profit-savings', 'Zweckertrag'],
  'labels.individual_bank_account': ['Individual bank account', 'Individuelles Bankkonto'],
  'labels.open': ['Open', 'Offen'],
  'labels.done': ['Done', 'Erledigt'],
})
