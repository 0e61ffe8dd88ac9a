import { defineMessages } from '#shared/messages.ts'

export const importResultMessages = defineMessages({
  'imports.reversals': [
    '{count} row takes back {amount} of a gift.|{count} rows take back {amount} of gifts.',
    '{count} Zeile nimmt {amount} einer Zuwendung zurück.|{count} Zeilen nehmen {amount} von Zuwendungen zurück.',
  ],
  'imports.taken_back': [
    '{amount} of {count} gift that was booked before is taken back.|{amount} of {count} gifts that were booked before is taken back.',
    '{amount} von {count} früher gebuchten Zuwendung werden zurückgenommen.|{amount} von {count} früher gebuchten Zuwendungen werden zurückgenommen.',
  ],
  'imports.taken_from': ['Gift', 'Zuwendung'],
  'imports.booked_with': ['Booked with', 'Gebucht mit'],
  'imports.amount_left': ['Left', 'Bleibt'],
  'imports.only_taken_back': [
    '{amount} taken back from gifts booked before',
    '{amount} von früher gebuchten Zuwendungen zurückgenommen',
  ],
  'imports.and_taken_back': [
    '{amount} is taken back from gifts booked before.',
    '{amount} werden von früher gebuchten Zuwendungen zurückgenommen.',
  ],
  'imports.take_back': ['Take back {amount}', '{amount} zurücknehmen'],
  'imports.type_taken': ['Type the sum taken back ({amount})', 'Zurückgenommene Summe eingeben ({amount})'],
  'imports.changed': ['Changed', 'Geändert'],
  'imports.reversals_known': [
    '{count} row that takes back a gift is known already.|{count} rows that take back gifts are known already.',
    '{count} Zeile, die eine Zuwendung zurücknimmt, ist schon bekannt.|{count} Zeilen, die Zuwendungen zurücknehmen, sind schon bekannt.',
  ],
  'imports.result': ['Result', 'Ergebnis'],
  'imports.check_result': ['What the file adds', 'Was die Datei bringt'],
  'imports.rows': ['Rows', 'Zeilen'],
  'imports.refused': ['Refused', 'Abgelehnt'],
  'imports.new': ['New', 'Neu'],
  'imports.known': ['Known already', 'Schon bekannt'],
  'imports.organizations': ['Organizations', 'Organisationen'],
  'imports.projects': ['Projects', 'Projekte'],
  'imports.gifts': ['Gifts', 'Zuwendungen'],
  'imports.per_year': ['Gifts per year', 'Zuwendungen je Jahr'],
  'imports.sum': ['Sum', 'Summe'],
  'imports.sum_new': ['New among them', 'Davon neu'],
  'imports.made_up': [
    'New organizations and projects are complete and wait for their review, unless the file contains decisions. E-mail addresses, short names for links and statuses are not in the file.',
    'Neue Organisationen und Projekte sind vollständig und warten auf ihre Prüfung, außer die Datei bringt die Entscheidungen mit. E-Mail-Adressen, Kurznamen für Links und Status stehen nicht in der Datei.',
  ],
  'imports.to_projects': ['Show projects', 'Projekte anzeigen'],
  'imports.done_title': [
    'Imported: {organizations} organizations, {projects} projects, {gifts} gifts',
    'Importiert: {organizations} Organisationen, {projects} Projekte, {gifts} Zuwendungen',
  ],
  'imports.into_ledger': [
    '{n} gifts, {amount}, into the ledger',
    '{n} Zuwendungen, {amount}, in die Buchungen',
  ],
  'imports.one_into_ledger': ['1 gift, {amount}, into the ledger', '1 Zuwendung, {amount}, in die Buchungen'],
  'imports.book_one': ['Book 1 gift', '1 Zuwendung buchen'],
  'imports.no_gifts_into_ledger': ['No new gifts', 'Keine neuen Zuwendungen'],
  'imports.as_history': [
    'Posted as history: confirmed, settled, paid and arrived in their year.',
    'Als Vergangenheit gebucht: in ihrem Jahr bestätigt, abgerechnet, überwiesen und angekommen.',
  ],
  'imports.above_limit': ['Above {amount} the sum is typed.', 'Ab {amount} wird die Summe eingetippt.'],
  'imports.type_sum': ['Type the sum to confirm', 'Summe zur Bestätigung eingeben'],
  'imports.sum_differs': ['Not the sum yet', 'Noch nicht die Summe'],
  'imports.book': ['Book {n} gifts', '{n} Zuwendungen buchen'],
  'imports.sum_in_source': ['Sum in the file', 'Summe in der Datei'],
  'imports.all': ['All', 'Alle'],
  'imports.equal_rows': [
    '{count} row equals an earlier one: each is a separate gift.|{count} rows equal earlier ones: each is a separate gift.',
    '{count} Zeile sagt dasselbe wie eine vor ihr: Jede ist eine eigene Zuwendung.|{count} Zeilen sagen dasselbe wie eine vor ihnen: Jede ist eine eigene Zuwendung.',
  ],
  'imports.failed_title': ['Nothing was imported', 'Nichts wurde importiert'],
  'imports.cancelled_title': ['Cancelled. Nothing was imported.', 'Abgebrochen. Nichts wurde importiert.'],
})
