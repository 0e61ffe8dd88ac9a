import { defineMessages } from '#shared/messages.ts'

/** Private donations. */
export const privateDonationMessages = defineMessages({
  'private_donations.donor': ['Donor', 'Spender'],
  'private_donations.amount': ['Amount', 'Betrag'],
  'private_donations.received_on': ['Received on', 'Eingegangen am'],
  'private_donations.channel': ['Channel', 'Weg'],
  'private_donations.state.pledged': ['Pledged', 'Zugesagt'],
  'private_donations.state.confirmed': ['Confirmed', 'Bestätigt'],
  'private_donations.state.settled': ['Settled', 'Abgerechnet'],
  'private_donations.state.paid_out': ['Paid', 'Überwiesen'],
  'private_donations.state.failed': ['Failed', 'Fehlgeschlagen'],
  'private_donations.state.expired': ['Expired', 'Verfallen'],
  'private_donations.state.reversed': ['Taken back', 'Zurückgenommen'],
  'private_donations.state.recovery_open': ['Charged back', 'Zurückgebucht'],
  'private_donations.channel.psp': ['online', 'online'],
  'private_donations.channel.bank_transfer': ['bank transfer', 'Überweisung'],
  'private_donations.channel.cash': ['in cash', 'bar'],
  'private_donations.unknown_project': ['There is no such project', 'Dieses Projekt gibt es nicht'],
  'private_donations.same_project': [
    'The donation is for this project already',
    'Die Spende ist schon für dieses Projekt',
  ],
  'private_donations.in_future': ['The day lies in the future', 'Der Tag liegt in der Zukunft'],
  'private_donations.over_maximum': [
    'Enter at most {amount}',
    'Gib höchstens {amount} ein',
    'Geben Sie höchstens {amount} ein',
  ],
  'private_donations.negative_task': [
    'A charged back donation is missing',
    'Eine zurückgebuchte Spende fehlt',
  ],
  'private_donations.negative_task_text': [
    '{number} was charged back after it had been paid out. The project stands at −{amount}.',
    '{number} wurde nach der Auszahlung zurückgebucht. Das Projekt steht bei −{amount}.',
  ],
})
