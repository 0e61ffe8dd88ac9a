import type { Catalogue } from '#shared/messages.ts'

/** Texts of bank statements; those of the page to the letter of its design. */
export const bankStatementMessages = {
  'bank_statements.title': ['Bank statements', 'Kontoauszüge'],
  'bank_statements.reason_required': ['Give a reason', 'Gib einen Grund an', 'Geben Sie einen Grund an'],
  'bank_statements.columns_missing': [
    'Say which column holds the day and which the amount',
    'Sag, welche Spalte den Tag und welche den Betrag enthält',
    'Sagen Sie, welche Spalte den Tag und welche den Betrag enthält',
  ],
  'bank_statements.parts_differ': [
    'The parts have to sum to the line',
    'Die Teile müssen zusammen die Zeile ergeben',
  ],
  'bank_statements.no_open_day': [
    'The month is closed, and so are all days until today',
    'Der Monat ist abgeschlossen, und alle Tage bis heute auch',
  ],
  'bank_statements.wrong_direction': [
    'Money that came in does not go here, money that went out neither the other way round',
    'Ein Eingang gehört nicht zu einer Auszahlung, ein Ausgang nicht zu einem Projekt',
  ],
  'bank_statements.target_twice': ['The same target stands here twice', 'Dasselbe Ziel steht hier zweimal'],
  'bank_statements.payout_in_full': [
    'A payout is debited with its whole amount',
    'Eine Auszahlung wird mit ihrem ganzen Betrag belastet',
  ],
  'bank_statements.before_settled': [
    'The payout was settled after this day',
    'Die Auszahlung wurde erst nach diesem Tag abgerechnet',
  ],
  'bank_statements.same_account': [
    'This is the account of the statement itself',
    'Das ist das Konto des Auszugs selbst',
  ],
  'bank_statements.at_line': ['{text} (line {line})', '{text} (Zeile {line})'],
  'bank_statements.in_file': ['{file}: {text}', '{file}: {text}'],
  'bank_statements.file_errors.not_a_statement': [
    'This is no bank statement. CAMT.053, MT940, CSV and ZIPs of them can be read.',
    'Das ist kein Kontoauszug. Lesbar sind CAMT.053, MT940, CSV und ZIPs daraus.',
  ],
  'bank_statements.file_errors.unknown_version': [
    'The version {version} is not known',
    'Die Version {version} ist nicht bekannt',
  ],
  'bank_statements.file_errors.doctype': [
    'The file brings a document type along, which statements never do',
    'Die Datei bringt einen Dokumenttyp mit, was Auszüge nie tun',
  ],
  'bank_statements.file_errors.broken_xml': ['The file is damaged here', 'Die Datei ist hier beschädigt'],
  'bank_statements.file_errors.xml_too_deep': [
    'The elements of the file lie too deep in each other',
    'Die Elemente der Datei liegen zu tief ineinander',
  ],
  'bank_statements.file_errors.truncated': [
    'The file ends in the middle of a statement',
    'Die Datei endet mitten in einem Auszug',
  ],
  'bank_statements.file_errors.no_account': [
    'The statement does not say of which account it is',
    'Der Auszug sagt nicht, von welchem Konto er ist',
  ],
  'bank_statements.file_errors.no_opening': [
    'The statement has no opening balance',
    'Dem Auszug fehlt der Anfangssaldo',
  ],
  'bank_statements.file_errors.no_closing': [
    'The statement has no closing balance',
    'Dem Auszug fehlt der Endsaldo',
  ],
  'bank_statements.file_errors.wrong_balance': [
    'Opening balance {opening} and lines {sum} are not the closing balance {closing}: {difference} too much or too little',
    'Anfangssaldo {opening} und Umsätze {sum} ergeben nicht den Endsaldo {closing}: {difference} zu viel oder zu wenig',
  ],
  'bank_statements.file_errors.wrong_running_balance': [
    'The balance of this row does not follow from the row before',
    'Der Saldo dieser Zeile folgt nicht aus der Zeile davor',
  ],
  'bank_statements.file_errors.foreign_currency': [
    'Only EUR is kept here, not {currency}',
    'Geführt wird nur EUR, nicht {currency}',
  ],
  'bank_statements.file_errors.bad_amount': ['“{text}” is no amount', '„{text}“ ist kein Betrag'],
  'bank_statements.file_errors.bad_day': ['“{text}” is no day', '„{text}“ ist kein Tag'],
  'bank_statements.file_errors.bad_line': ['This entry cannot be read', 'Dieser Umsatz ist nicht lesbar'],
  'bank_statements.file_errors.line_outside': [
    'This stands outside any statement',
    'Das steht außerhalb jedes Auszugs',
  ],
  'bank_statements.file_errors.no_statements': [
    'The file holds no statement',
    'Die Datei enthält keinen Auszug',
  ],
  'bank_statements.file_errors.nested_archive': [
    'A ZIP inside a ZIP is not opened',
    'Ein ZIP in einem ZIP wird nicht geöffnet',
  ],
  'bank_statements.file_errors.bad_archive': ['The ZIP is damaged', 'Das ZIP ist beschädigt'],
  'bank_statements.file_errors.archive_encrypted': [
    'The ZIP is protected by a password',
    'Das ZIP ist mit einem Passwort geschützt',
  ],
  'bank_statements.file_errors.archive_too_large': [
    'The ZIP is too large when unpacked',
    'Das ZIP ist entpackt zu groß',
  ],
  'bank_statements.file_errors.unsupported_kind': [
    'This is no bank statement. CAMT.053, MT940, CSV and ZIPs of them can be read.',
    'Das ist kein Kontoauszug. Lesbar sind CAMT.053, MT940, CSV und ZIPs daraus.',
  ],
  'bank_statements.file_errors.too_many_lines': [
    'The file has more than a million lines',
    'Die Datei hat mehr als eine Million Umsätze',
  ],
  'bank_statements.file_errors.no_columns': [
    'Which column holds the day, which the amount? Headings: {headings}',
    'Welche Spalte enthält den Tag, welche den Betrag? Überschriften: {headings}',
  ],
  'bank_statements.file_errors.in_future': ['{day} is still to come', 'Der {day} kommt erst noch'],
  'bank_statements.file_errors.closed_month': [
    '{day} lies in a closed month',
    'Der {day} liegt in einem abgeschlossenen Monat',
  ],
  'bank_statements.file_errors.account_needed': [
    'The file does not name its account. Choose one.',
    'Die Datei nennt ihr Konto nicht. Wähle eines aus.',
    'Die Datei nennt ihr Konto nicht. Wählen Sie eines aus.',
  ],
  'bank_statements.file_errors.unknown_account': [
    '{account} is no account of the house. Add it under Settings first.',
    '{account} ist kein Konto des Hauses. Zuerst kommt es in die Einstellungen.',
  ],
  'bank_statements.file_errors.other_account': [
    'The statement is of {account}, another account than the one chosen',
    'Der Auszug ist von {account}, nicht vom gewählten Konto',
  ],
  'bank_statements.notes.opening_from_previous': [
    'The opening balance is the closing balance of the day before',
    'Der Anfangssaldo ist der Endsaldo des Vortags',
  ],
  'bank_statements.notes.pending_left_out': [
    'Entries that are not booked yet were left out',
    'Noch nicht gebuchte Umsätze wurden ausgelassen',
  ],
  'bank_statements.notes.batch_not_itemized': [
    'A collective entry is one line: its payments do not sum to it',
    'Eine Sammelbuchung bleibt eine Zeile, weil die Summe der Einzelzahlungen abweicht',
  ],
  'bank_statements.notes.balance_not_in_file': [
    'The file has no balances; they follow from the statement before',
    'Die Datei hat keine Salden; sie folgen aus dem Auszug davor',
  ],
  'errors.line_done': [
    '{person} matched this line at {time}.',
    '{person} hat diese Zeile um {time} zugeordnet.',
  ],
  'errors.line_open': ['Nothing is decided of this line', 'Zu dieser Zeile ist nichts entschieden'],
  'errors.line_moved_on': [
    'Not possible now: its money has moved on',
    'Jetzt nicht möglich: Das Geld ist schon weiter',
  ],
  'errors.project_closed': [
    'The project is banned or archived and takes no money',
    'Das Projekt ist gesperrt oder archiviert und nimmt kein Geld an',
  ],
  'errors.payout_on_statement': [
    'A bank statement shows the payment. It is taken back at its line.',
    'Ein Kontoauszug zeigt die Zahlung. Zurückgenommen wird sie an ihrer Zeile.',
  ],
} satisfies Catalogue
