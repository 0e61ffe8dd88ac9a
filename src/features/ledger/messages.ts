import { defineMessages } from '#shared/messages.ts'

/** What a project received. */
export const ledgerMessages = defineMessages({
  'labels.donation': ['Donation', 'Spende'],
  'labels.sponsoring': ['Sponsoring', 'Sponsoring'],
  'labels.foundation': ['Foundation', 'Stiftung'],
  'labels.profit_savings': ['Profit-savings', 'Zweckertrag'],
  'ledger.title': ['Ledger', 'Buchungen'],
  'ledger.none': ['Nothing received yet', 'Noch nichts eingegangen'],
  'ledger.received_on': ['Received on', 'Eingegangen am'],
  'ledger.source': ['Source', 'Herkunft'],
  'ledger.state': ['State', 'Stand'],
  'ledger.note': ['Note', 'Notiz'],
  'ledger.more': ['Show more', 'Mehr anzeigen'],
  'ledger.states.pledged': ['Pledged', 'Zugesagt'],
  'ledger.states.confirmed': ['Confirmed', 'Bestätigt'],
  'ledger.states.settled': ['Settled', 'Abgerechnet'],
  'ledger.states.paid_out': ['Paid out', 'Ausgezahlt'],
  'ledger.states.failed': ['Failed', 'Fehlgeschlagen'],
  'ledger.states.expired': ['Expired', 'Abgelaufen'],
  'ledger.states.reversed': ['Reversed', 'Storniert'],
  'ledger.states.recovery_open': ['To be recovered', 'Rückforderung offen'],
  'ledger.states.recovered': ['Recovered', 'Zurückgeholt'],
  'ledger.sources.internal': ['Internal funding', 'Interne Förderung'],
  'ledger.sources.import': ['Import', 'Import'],
  'ledger.sources.demo': ['Demo data', 'Demodaten'],
  'ledger.sources.test': ['Test', 'Test'],
  'ledger.sources.bank': ['Bank', 'Bank'],
  'ledger.sources.psp': ['Payment provider', 'Zahlungsanbieter'],
  'ledger.month_closed': [
    '{month} is closed. Choose {day} or later.',
    '{month} ist abgeschlossen. Wähle den {day} oder später.',
    '{month} ist abgeschlossen. Wählen Sie den {day} oder später.',
  ],
  'ledger.month_not_over': [
    'Only a month that is over can be closed.',
    'Nur ein vergangener Monat kann abgeschlossen werden.',
  ],
  'errors.month_closed': ['This month is closed already.', 'Dieser Monat ist schon abgeschlossen.'],
  'errors.exceeds_missing': [
    'This is more than the project still needs.',
    'Das ist mehr, als das Projekt noch benötigt.',
  ],
  'errors.budget_exceeded': [
    'This is more than what is left in the budget.',
    'Das ist mehr, als noch im Budget ist.',
  ],
  'errors.not_fundable': [
    'This project cannot take money now.',
    'Dieses Projekt kann jetzt kein Geld annehmen.',
  ],
  'errors.nothing_to_defund': ['No internal funding to cancel', 'Keine interne Förderung zum Stornieren'],
  'errors.marked_payments': [
    'Part of the money has been paid out already. Confirm that it is to be claimed back.',
    'Ein Teil des Geldes ist schon überwiesen. Bestätige, dass es zurückgefordert wird.',
    'Ein Teil des Geldes ist schon überwiesen. Bestätigen Sie, dass es zurückgefordert wird.',
  ],
  'errors.claim_exceeded': [
    'This is more than what is still open of the claim.',
    'Das ist mehr, als von der Rückforderung noch offen ist.',
  ],
  'errors.claim_open': [
    'Money of this payout is being claimed back. It cannot be unmarked any more.',
    'Geld dieser Auszahlung wird zurückgefordert. Die Markierung lässt sich nicht mehr aufheben.',
  ],
  'errors.payout_not_open': [
    'Only payouts that are open or exported can be changed like this.',
    'Das geht nur mit Auszahlungen, die offen oder exportiert sind.',
  ],
  'errors.payout_not_paid': [
    'Only payouts that are marked as paid can be changed like this.',
    'Das geht nur mit Auszahlungen, die als überwiesen markiert sind.',
  ],
})
