import { defineMessages } from '#shared/messages.ts'

/** The house's own accounts. */
export const bankAccountMessages = defineMessages({
  'settings.own_accounts': ['Own accounts', 'Eigene Konten'],
  'own_accounts.none_yet': ['No own accounts yet', 'Noch keine eigenen Konten'],
  'own_accounts.create': ['Add account', 'Konto hinzufügen'],
  'own_accounts.holder': ['Account holder', 'Kontoinhaber'],
  'own_accounts.holder_hint': [
    'As banks know it; the title where it is empty',
    'Wie Banken ihn kennen; leer gilt der Titel',
  ],
  'own_accounts.bic': ['BIC', 'BIC'],
  'own_accounts.no_iban': ['Missing', 'Fehlt'],
  'bank_accounts.bic_invalid': [
    'Enter a valid BIC',
    'Gib eine gültige BIC ein',
    'Geben Sie eine gültige BIC ein',
  ],
})
