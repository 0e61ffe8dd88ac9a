import { defineMessages } from '#shared/messages.ts'

export const fileMessages = defineMessages({
  'files.which_letters': ['Which words are right?', 'Welche Wörter sind richtig?'],
  'files.letters_hint': [
    'The file does not state its encoding, and its umlauts can be read in two ways.',
    'Die Datei sagt nicht, wie ihre Umlaute geschrieben sind, und lässt sich auf zwei Arten lesen.',
  ],
  'files.letters_read_as': ['as from {program}', 'wie aus {program}'],
  'files.letters_from.windows-1252': ['Windows', 'Windows'],
  'files.letters_from.cp850': ['an old program (DOS)', 'einem alten Programm (DOS)'],
  'files.shown_rows': ['The file around this line', 'Die Datei um diese Zeile'],
  'files.shown_line': ['Line {line}: here', 'Zeile {line}: hier'],
  'files.copy_as_mail': ['Copy as mail', 'Als E-Mail kopieren'],
  'files.mail_copied': ['The text of the mail is copied', 'Der Text der E-Mail ist kopiert'],
  'files.mail_not_copied': ['The browser does not allow copying', 'Der Browser erlaubt das Kopieren nicht'],
  'files.mail_subject': ['Your file {file}', 'Die Datei {file}'],
  'files.mail_body': [
    'Dear Sir or Madam,\n\nwe could not import your file {file}:\n\n{reasons}\n\n{ask}\n\nKind regards',
    'Sehr geehrte Damen und Herren,\n\ndie Datei {file} konnten wir nicht übernehmen:\n\n{reasons}\n\n{ask}\n\nMit freundlichen Grüßen',
  ],
  'files.mail_ask.bank': [
    'Please send us the statement of the same days again, as CAMT.053 where possible.',
    'Wir bitten um einen neuen Kontoauszug dieser Tage, möglichst als CAMT.053.',
  ],
  'files.mail_ask.organization': [
    'Please send us the file again without these faults.',
    'Wir bitten um eine neue Datei ohne diese Fehler.',
  ],
  'files.errors.empty_file': ['The file is empty', 'Die Datei ist leer'],
  'files.errors.unsupported_kind': [
    'Files of this kind cannot be read here',
    'Dateien dieser Art lassen sich hier nicht lesen',
  ],
  'files.errors.not_text': ['The file is not text', 'Die Datei ist kein Text'],
  'files.errors.wrong_encoding': [
    'The umlauts of the file are not encoded as chosen',
    'Die Umlaute der Datei sind nicht so geschrieben wie gewählt',
  ],
  'files.errors.mixed_encoding': [
    'The file mixes two encodings of umlauts, so some letters would be wrong',
    'Die Umlaute der Datei sind auf zwei Arten geschrieben, einige Buchstaben wären falsch',
  ],
  'files.errors.unterminated_quote': [
    'A quotation mark is opened and never closed',
    'Ein Anführungszeichen wird geöffnet und nie geschlossen',
  ],
  'files.errors.cell_too_long': ['A cell is too long', 'Eine Zelle ist zu lang'],
  'files.errors.row_too_long': ['A row is too long', 'Eine Zeile ist zu lang'],
  'files.errors.too_many_columns': ['A row has too many columns', 'Eine Zeile hat zu viele Spalten'],
  'files.errors.broken_xml': ['The file is damaged here', 'Die Datei ist hier beschädigt'],
  'files.errors.truncated': [
    'The file ends in the middle. Download it again.',
    'Die Datei endet mittendrin. Lade sie neu herunter.',
    'Die Datei endet mittendrin. Laden Sie sie neu herunter.',
  ],
  'files.errors.tag_too_long': [
    'A tag is far longer than such files need',
    'Ein Element-Anfang ist viel länger, als solche Dateien es brauchen',
  ],
  'files.errors.too_many_attributes': [
    'An element has too many attributes',
    'Ein Element hat zu viele Attribute',
  ],
  'files.errors.too_deep': [
    'The elements are nested too deeply',
    'Die Elemente sind zu tief ineinander verschachtelt',
  ],
  'files.errors.text_too_long': ['A text is too long', 'Ein Text ist zu lang'],
  'files.errors.doctype': [
    'The file declares a document type, which is not accepted',
    'Die Datei bringt einen Dokumenttyp mit, das ist nicht erlaubt',
  ],
  'files.errors.too_many_fields': [
    'A record in the file has too many fields',
    'Ein Datensatz der Datei hat zu viele Felder',
  ],
  'files.errors.bad_archive': ['The ZIP is damaged', 'Das ZIP ist beschädigt'],
  'files.errors.archive_encrypted': [
    'The ZIP is protected by a password',
    'Das ZIP ist mit einem Passwort geschützt',
  ],
  'files.errors.archive_too_large': ['The ZIP is too large when unpacked', 'Das ZIP ist entpackt zu groß'],
  'files.errors.bad_workbook': [
    'The file is not a readable workbook',
    'Die Datei ist keine lesbare Arbeitsmappe',
  ],
  'files.errors.no_such_sheet': [
    'The workbook has no filled sheet of this name',
    'Die Arbeitsmappe hat kein gefülltes Blatt dieses Namens',
  ],
  'files.errors.bad_json': [
    'The file is not valid JSON from here on',
    'Die Datei ist ab hier kein gültiges JSON',
  ],
  'files.errors.no_grants': ['The file holds no grants', 'Die Datei enthält keine Zuwendungen'],
  'files.errors.grant_too_large': [
    'A grant in the file is too large',
    'Eine Zuwendung in der Datei ist zu groß',
  ],
  'files.errors.memory_limit': [
    'The file needs more memory than reading may take',
    'Die Datei braucht mehr Speicher, als das Lesen belegen darf',
  ],
  'files.errors.time_limit': ['Reading the file takes too long', 'Das Lesen der Datei dauert zu lange'],
})
