import { defineMessages } from '#shared/messages.ts'

export const registerCheckMessages = defineMessages({
  'register_checks.title': ['Register of donation recipients', 'Zuwendungsempfängerregister'],
  'register_checks.checked': [
    'Checked by {name} on {date}. Due again on {due}.',
    'Geprüft von {name} am {date}. Wieder fällig am {due}.',
  ],
  'register_checks.never': [
    'Nobody has looked this organization up in the register yet.',
    'Diese Organisation hat noch niemand im Register nachgeschlagen.',
  ],
  'register_checks.hint': [
    'The register is for information and blocks nothing.',
    'Das Register ist ein Hinweis und sperrt nichts.',
  ],
  'register_checks.agrees': [
    'The entry agrees with the record.',
    'Der Eintrag stimmt mit dem Datensatz überein.',
  ],
  'register_checks.warning.never_checked': ['Not checked yet', 'Noch nicht geprüft'],
  'register_checks.warning.overdue': [
    'The last check is more than a year old.',
    'Die letzte Prüfung ist länger als ein Jahr her.',
  ],
  'register_checks.warning.not_listed': [
    'The organization is not in the register.',
    'Die Organisation steht nicht im Register.',
  ],
  'register_checks.warning.notice_day': [
    'The register names a notice of {theirs}, the record one of {ours}.',
    'Das Register nennt einen Bescheid vom {theirs}, der Datensatz einen vom {ours}.',
  ],
  'register_checks.warning.notice_missing': [
    'The register names a notice of {theirs}, the record none.',
    'Das Register nennt einen Bescheid vom {theirs}, der Datensatz keinen.',
  ],
  'register_checks.warning.account': [
    'The account {iban} is not in the register.',
    'Das Konto {iban} steht nicht im Register.',
  ],
  'fields.register': ['Register of donation recipients', 'Zuwendungsempfängerregister'],
  'register_checks.open': ['Open the register', 'Register öffnen'],
  'register_checks.record': ['Record check', 'Prüfung erfassen'],
  'register_checks.recorded': ['Check recorded', 'Prüfung erfasst'],
  'register_checks.earlier': ['Earlier checks', 'Frühere Prüfungen'],
  'register_checks.checked_on': ['Checked on', 'Geprüft am'],
  'register_checks.is_listed': ['The organization is listed', 'Die Organisation ist eingetragen'],
  'register_checks.notice_day': ['Day of the last notice', 'Datum des letzten Bescheids'],
  'register_checks.ibans': ['Accounts in the register', 'Konten im Register'],
  'register_checks.ibans_hint': ['One IBAN per line', 'Eine IBAN pro Zeile'],
  'register_checks.iban_line': ['Line {line} is not an IBAN.', 'Zeile {line} ist keine IBAN.'],
  'register_checks.economic_id': ['Economic identification number', 'Wirtschafts-Identifikationsnummer'],
  'register_checks.economic_id_hint': ['As in DE123456789-00001', 'Zum Beispiel DE123456789-00001'],
  'register_checks.economic_id_invalid': [
    'Enter it as DE123456789-00001.',
    'Gib sie so ein: DE123456789-00001.',
    'Geben Sie sie so ein: DE123456789-00001.',
  ],
  'register_checks.note': ['Note', 'Notiz'],
  'register_checks.in_future': [
    'A check cannot be in the future.',
    'Eine Prüfung kann nicht in der Zukunft liegen.',
  ],
  'register_checks.before_newest': [
    'The newest check is from {date}.',
    'Die neueste Prüfung ist vom {date}.',
  ],
  'register_checks.not_listed_says_nothing': [
    'An organization that is not listed has neither notice nor accounts there.',
    'Wer nicht eingetragen ist, hat dort weder Bescheid noch Konten.',
  ],
  'register_checks.listed_as': ['Listed', 'Eingetragen'],
  'register_checks.unlisted_as': ['Not listed', 'Nicht eingetragen'],
  'register_checks.task': [
    'Check the register of donation recipients again',
    'Zuwendungsempfängerregister erneut prüfen',
  ],
  'register_checks.task_text': [
    '{title} was last looked up on {date}. Look up the day of its notice and its accounts.',
    '{title} wurde zuletzt am {date} nachgeschlagen. Gleich Bescheiddatum und Konten ab.',
    '{title} wurde zuletzt am {date} nachgeschlagen. Gleichen Sie Bescheiddatum und Konten ab.',
  ],
})
