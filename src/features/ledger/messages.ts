import { defineMessages } from '#shared/messages.ts'

/** What a project received. */
export const ledgerMessages = defineMessages({
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
  'ledger.sources.import': ['Import', 'Import'],
  'ledger.sources.demo': ['Demo data', 'Demodaten'],
  'ledger.sources.test': ['Test', 'Test'],
  'ledger.sources.bank': ['Bank', 'Bank'],
  'ledger.sources.psp': ['Payment provider', 'Zahlungsanbieter'],
})
