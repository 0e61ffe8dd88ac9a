import { defineMessages } from '#shared/messages.ts'

export const giftMessages = defineMessages({
  'nav.gifts': ['Gifts', 'Zuwendungen'],
  'gifts.received_on': ['Received on', 'Eingegangen am'],
  'gifts.returned': ['Returned', 'Zurückgegeben'],
  'gifts.source': ['Source', 'Herkunft'],
  'gifts.note': ['Note', 'Notiz'],
  'gifts.number': ['Number', 'Nummer'],
  'gifts.company': ['Donating company', 'Spendendes Unternehmen'],
  'gifts.anonymous': ['Private donors', 'Private Spender'],
  'gifts.key': ['Key in Almoner', 'Schlüssel in Almoner'],
  'gifts.search': ['Search gifts', 'Zuwendungen suchen'],
  'gifts.none_hint': [
    'Gifts come in with an import, from bank statements, or when a company funds a project.',
    'Zuwendungen entstehen durch einen Import, aus Kontoauszügen oder wenn ein Unternehmen ein Projekt fördert.',
  ],
  'gifts.none_yet': ['No gifts yet', 'Noch keine Zuwendungen'],
  'gifts.none_match': ['No gifts match', 'Keine passenden Zuwendungen'],
  'gifts.sum': ['Sum of all {count}', 'Summe aller {count}'],
  'gifts.sum_standing': ['of which allocated', 'davon zugeteilt'],
})
