import { defineMessages } from '#shared/messages.ts'

/** Names of the fields, why rows are refused, why files cannot be read: under the codes the readers and rules give. */
export const importMessages = defineMessages({
  'imports.fields.organization_title': ['Organization', 'Organisation'],
  'imports.fields.organization_register_number': ['Register number', 'Registernummer'],
  'imports.fields.organization_postcode': ['Postcode', 'Postleitzahl'],
  'imports.fields.organization_city': ['Town', 'Ort'],
  'imports.fields.organization_street': ['Street', 'Straße'],
  'imports.fields.organization_email': ['E-mail', 'E-Mail'],
  'imports.fields.project_title': ['Project name', 'Projektname'],
  'imports.fields.project_description': ['Description', 'Beschreibung'],
  'imports.fields.amount': ['Amount', 'Betrag'],
  'imports.fields.applied_amount': ['Amount asked for', 'Beantragter Betrag'],
  'imports.fields.currency': ['Currency', 'Währung'],
  'imports.fields.date': ['Date', 'Datum'],
  'imports.fields.year': ['Year', 'Jahr'],
  'imports.fields.starts_on': ['Start', 'Beginn'],
  'imports.fields.ends_on': ['End', 'Ende'],
  'imports.fields.funding_type': ['Funding type', 'Förderart'],
  'imports.fields.funder': ['Funder', 'Zuwendungsgeber'],
  'imports.fields.topic': ['Topic', 'Themenbereich'],
  'imports.fields.external_id': ['Number in the source', 'Nummer in der Quelle'],
  'imports.fields.row': ['Row', 'Zeile'],
  'imports.refusals.missing': ['A required cell is empty', 'Eine Pflichtangabe fehlt'],
  'imports.refusals.too_long': [
    'The text is longer than this field takes',
    'Der Text ist länger, als dieses Feld erlaubt',
  ],
  'imports.refusals.control_characters': [
    'The text holds characters that are no text',
    'Der Text enthält Zeichen, die kein Text sind',
  ],
  'imports.refusals.email_invalid': ['This is not an e-mail address', 'Das ist keine E-Mail-Adresse'],
  'imports.refusals.amount_not_positive': [
    'A gift has to be more than zero',
    'Eine Zuwendung muss größer als null sein',
  ],
  'imports.refusals.amount_has_no_project': [
    'The amount has no project to go to: no column is mapped to the project name',
    'Der Betrag gehört zu keinem Projekt: Keine Spalte ist dem Projektnamen zugeordnet',
  ],
  'imports.refusals.amount_missing': ['The amount is missing', 'Der Betrag fehlt'],
  'imports.refusals.amount_invalid': ['This is not an amount', 'Das ist kein Betrag'],
  'imports.refusals.amount_ambiguous': [
    'The amount can be read in two ways (1.234), and its column does not settle it',
    'Der Betrag lässt sich auf zwei Arten lesen (1.234), und seine Spalte entscheidet es nicht',
  ],
  'imports.refusals.amount_too_precise': [
    'The amount has fractions of a cent',
    'Der Betrag hat Bruchteile eines Cents',
  ],
  'imports.refusals.amount_too_large': ['The amount is too large', 'Der Betrag ist zu groß'],
  'imports.refusals.currency_not_accepted': [
    'The currency is not EUR, and no exchange rate is given for it',
    'Die Währung ist nicht EUR, und für sie ist kein Wechselkurs angegeben',
  ],
  'imports.refusals.currency_contradicts': [
    'The row names two different currencies',
    'Die Zeile nennt zwei verschiedene Währungen',
  ],
  'imports.refusals.date_missing': ['The date is missing', 'Das Datum fehlt'],
  'imports.refusals.date_invalid': ['This is not a date', 'Das ist kein Datum'],
  'imports.refusals.date_ambiguous': [
    'Day and month can be read either way, and the column does not settle it',
    'Tag und Monat lassen sich vertauschen, und die Spalte entscheidet es nicht',
  ],
  'imports.refusals.date_incomplete': ['The date has only a year', 'Das Datum besteht nur aus einem Jahr'],
  'imports.refusals.date_in_future': ['The gift lies in the future', 'Die Zuwendung liegt in der Zukunft'],
  'imports.refusals.year_missing': [
    'Neither a year nor a date says when the gift was made',
    'Weder Jahr noch Datum sagen, wann zugewendet wurde',
  ],
  'imports.refusals.year_invalid': ['This is not a year', 'Das ist kein Jahr'],
  'imports.refusals.year_out_of_range': [
    'The year lies before 1900 or after 2100',
    'Das Jahr liegt vor 1900 oder nach 2100',
  ],
  'imports.refusals.year_contradicts_date': [
    'Year and date contradict each other',
    'Jahr und Datum widersprechen sich',
  ],
  'imports.refusals.ends_before_start': ['The end lies before the start', 'Das Ende liegt vor dem Beginn'],
  'imports.refusals.too_few_cells': [
    'The row has fewer cells than the header',
    'Die Zeile hat weniger Zellen als die Kopfzeile',
  ],
  'imports.refusals.too_many_cells': [
    'The row has more cells than the header',
    'Die Zeile hat mehr Zellen als die Kopfzeile',
  ],
  'imports.refusals.stray_quote': [
    'A quotation mark stands in a place where it has no meaning',
    'Ein Anführungszeichen steht an einer Stelle, an der es keine Bedeutung hat',
  ],
  'imports.refusals.several_recipients': [
    'The grant names several recipients and does not say how it is shared',
    'Die Zuwendung nennt mehrere Empfänger und nicht, wie sie geteilt wird',
  ],
  'imports.file_errors.empty_file': ['The file is empty', 'Die Datei ist leer'],
  'imports.file_errors.unsupported_kind': [
    'Files of this kind cannot be imported. CSV, XLSX and 360Giving JSON can.',
    'Dateien dieser Art lassen sich nicht importieren. Möglich sind CSV, XLSX und 360Giving-JSON.',
  ],
  'imports.file_errors.not_text': ['The file is not text', 'Die Datei ist kein Text'],
  'imports.file_errors.wrong_encoding': [
    'The file is not in the chosen encoding',
    'Die Datei hat nicht die gewählte Zeichenkodierung',
  ],
  'imports.file_errors.mixed_encoding': [
    'The file mixes two encodings, so some letters would be wrong',
    'Die Datei mischt zwei Zeichenkodierungen, einige Buchstaben wären falsch',
  ],
  'imports.file_errors.unterminated_quote': [
    'A quotation mark is opened and never closed',
    'Ein Anführungszeichen wird geöffnet und nie geschlossen',
  ],
  'imports.file_errors.cell_too_long': ['A cell is too long', 'Eine Zelle ist zu lang'],
  'imports.file_errors.row_too_long': ['A row is too long', 'Eine Zeile ist zu lang'],
  'imports.file_errors.too_many_columns': ['A row has too many columns', 'Eine Zeile hat zu viele Spalten'],
  'imports.file_errors.bad_archive': ['The workbook is damaged', 'Die Arbeitsmappe ist beschädigt'],
  'imports.file_errors.archive_encrypted': [
    'The workbook is protected by a password',
    'Die Arbeitsmappe ist mit einem Passwort geschützt',
  ],
  'imports.file_errors.archive_too_large': [
    'The workbook is too large when unpacked',
    'Die Arbeitsmappe ist entpackt zu groß',
  ],
  'imports.file_errors.bad_workbook': [
    'The file is not a readable workbook',
    'Die Datei ist keine lesbare Arbeitsmappe',
  ],
  'imports.file_errors.no_such_sheet': [
    'The workbook has no filled sheet of this name',
    'Die Arbeitsmappe hat kein gefülltes Blatt dieses Namens',
  ],
  'imports.file_errors.bad_json': [
    'The file is not valid JSON from here on',
    'Die Datei ist ab hier kein gültiges JSON',
  ],
  'imports.file_errors.no_grants': ['The file holds no grants', 'Die Datei enthält keine Zuwendungen'],
  'imports.file_errors.grant_too_large': [
    'A grant in the file is too large',
    'Eine Zuwendung in der Datei ist zu groß',
  ],
  'imports.file_errors.memory_limit': [
    'The file needs more memory than an import may take',
    'Die Datei braucht mehr Speicher, als ein Import belegen darf',
  ],
  'imports.file_errors.time_limit': [
    'Reading the file takes too long',
    'Das Lesen der Datei dauert zu lange',
  ],
  'imports.at_line': ['{text} (line {line})', '{text} (Zeile {line})'],
  'imports.file_errors.rows_refused': [
    'Rows were refused, so nothing was imported',
    'Zeilen wurden abgelehnt, deshalb wurde nichts importiert',
  ],
  'imports.file_errors.no_rows': ['The file has no rows', 'Die Datei hat keine Zeilen'],
  'imports.file_errors.too_many_namesakes': [
    'One name comes with more than 2,000 different register numbers or postcodes: is it the right column?',
    'Ein Name kommt mit mehr als 2.000 verschiedenen Registernummern oder Postleitzahlen vor: Ist es die richtige Spalte?',
  ],
  'imports.file_errors.interrupted': [
    'The work was interrupted; nothing was changed',
    'Die Arbeit wurde unterbrochen, nichts wurde geändert',
  ],
  'imports.file_errors.unexpected': [
    'Something went wrong; nothing was changed',
    'Etwas ist schiefgegangen, nichts wurde geändert',
  ],
  'imports.need_title': ['Total need', 'Gesamtbedarf'],
  'imports.line': ['Line', 'Zeile'],
  'imports.reasons': ['Why it was refused', 'Grund der Ablehnung'],
  'imports.refused_suffix': ['refused', 'abgelehnt'],
  'imports.refused_sheet': ['Refused rows', 'Abgelehnte Zeilen'],
  'imports.currency_code': [
    'A currency is three capital letters, e.g. GBP',
    'Eine Währung besteht aus drei Großbuchstaben, z. B. GBP',
  ],
  'imports.rate': [
    'A rate is a decimal number above zero, e.g. 1.15',
    'Ein Kurs ist eine Dezimalzahl über null, z. B. 1,15',
  ],
  'imports.field_twice': ['Two columns have the same field', 'Zwei Spalten haben dasselbe Feld'],
  'imports.columns_differ': [
    'The file has another number of columns',
    'Die Datei hat eine andere Zahl von Spalten',
  ],
  'errors.import_at_work': [
    'This import is at work or done and cannot be changed',
    'Dieser Import läuft oder ist abgeschlossen und lässt sich nicht ändern',
  ],
  'errors.import_other_at_work': [
    'Another import is at work. Imports run one after another.',
    'Ein anderer Import läuft. Importe laufen nacheinander.',
  ],
  'errors.import_not_working': ['This import is not at work', 'Dieser Import läuft nicht'],
  'errors.import_rows_refused': [
    'Rows were refused. Correct the file, or choose to import only the good rows.',
    'Zeilen wurden abgelehnt. Korrigiere die Datei, oder importiere nur die guten Zeilen.',
    'Zeilen wurden abgelehnt. Korrigieren Sie die Datei, oder importieren Sie nur die guten Zeilen.',
  ],
})
