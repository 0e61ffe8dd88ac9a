import { defineMessages } from '#shared/messages.ts'

export const bankAccountMessages = defineMessages({
  'settings.own_accounts': ['Own accounts', 'Eigene Konten'],
  'own_accounts.none_yet': ['No accounts yet', 'Noch keine eigenen Konten'],
  'own_accounts.create': ['Add account', 'Konto hinzufügen'],
  'own_accounts.holder': ['Account holder', 'Kontoinhaber'],
  'own_accounts.holder_hint': [
    'As banks know it; the title where it is empty',
    'Wie Banken ihn kennen; leer gilt der Titel',
  ],
  'own_accounts.town': ['Town of the holder', 'Ort des Kontoinhabers'],
  'own_accounts.town_hint': [
    'Banks ask for town and country once a recipient’s account is outside the EEA',
    'Banken verlangen Ort und Land, sobald ein Empfängerkonto außerhalb des EWR liegt',
  ],
  'own_accounts.country': ['Country of the holder', 'Land des Kontoinhabers'],
  'own_accounts.country_hint': ['Two letters, e.g. DE', 'Zwei Buchstaben, z. B. DE'],
  'own_accounts.country_invalid': [
    'Enter a country by its two letters',
    'Gib ein Land mit seinen zwei Buchstaben ein',
    'Geben Sie ein Land mit seinen zwei Buchstaben ein',
  ],
  'own_accounts.bic': ['BIC', 'BIC'],
  'own_accounts.no_iban': ['Missing', 'Fehlt'],
  'bank_accounts.bic_invalid': [
    'Enter a valid BIC',
    'Gib eine gültige BIC ein',
    'Geben Sie eine gültige BIC ein',
  ],
})
