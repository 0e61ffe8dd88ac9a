import { defineMessages } from '#shared/messages.ts'

export const importRefusalMessages = defineMessages({
  'imports.refusals.missing': ['A required cell is empty', 'Eine Pflichtangabe fehlt'],
  'imports.refusals.too_long': [
    'The text is longer than this field takes',
    'Der Text ist länger, als dieses Feld erlaubt',
  ],
  'imports.refusals.control_characters': [
    'The text contains characters that are not text',
    'Der Text enthält Zeichen, die kein Text sind',
  ],
  'imports.refusals.email_invalid': ['This is not an e-mail address', 'Das ist keine E-Mail-Adresse'],
  'imports.refusals.iban_invalid': ['This is not an IBAN', 'Das ist keine IBAN'],
  'imports.refusals.bic_invalid': ['This is not a BIC', 'Das ist keine BIC'],
  'imports.refusals.reviews_invalid': [
    'These are not decisions as an export for import writes them (“review passed, needs voting review”)',
    'Das sind keine Entscheidungen, wie ein Export zum Import sie schreibt („review passed, needs voting review“)',
  ],
  'imports.refusals.needs_invalid': [
    'Write one need per line, the amount first, as in “1200.50 Rent”',
    'Bedarfe stehen je in einer Zeile, der Betrag zuerst, wie in „1200.50 Miete“',
  ],
  'imports.refusals.needs_contradict': [
    'The needs add up to a different sum in EUR than was requested',
    'Die einzelnen Bedarfe ergeben eine andere Summe in EUR, als beantragt wurde',
  ],
  'imports.refusals.amount_not_positive': [
    'A gift has to be more than zero',
    'Eine Zuwendung muss größer als null sein',
  ],
  'imports.refusals.amount_negative': [
    'An amount below zero: say whether such rows take gifts back',
    'Ein Betrag unter null: ob solche Zeilen Zuwendungen zurücknehmen, ist nicht gesagt',
  ],
  'imports.refusals.reversal_without_gift': [
    'Takes back a gift, but neither the file nor an earlier import has one of the same organization, project and currency from this year or before',
    'Nimmt eine Zuwendung zurück, aber weder die Datei noch ein früherer Import hat eine derselben Organisation, desselben Projekts und derselben Währung aus diesem Jahr oder davor',
  ],
  'imports.refusals.reversal_too_large': [
    'Takes back more than is left of any one gift',
    'Nimmt mehr zurück, als von einer einzelnen Zuwendung übrig ist',
  ],
  'imports.refusals.reversal_of_several': [
    'Takes back one of several gifts booked before, and the file does not say which',
    'Nimmt eine von mehreren früher gebuchten Zuwendungen zurück, und nichts sagt, welche',
  ],
  'imports.refusals.reversal_of_booked': [
    'Takes back a gift that was paid out, returned, certified or closed with its month since it was imported',
    'Nimmt eine Zuwendung zurück, die seit ihrem Import ausgezahlt, zurückgegeben, bescheinigt oder mit ihrem Monat abgeschlossen wurde',
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
  'imports.refusals.amount_scientific': [
    'Written in scientific notation (1.2E+06), and the column does not prove that no figure was lost',
    'In wissenschaftlicher Schreibweise (1,2E+06), und die Spalte beweist nicht, dass keine Ziffer verloren ging',
  ],
  'imports.refusals.currency_missing': [
    'The row names no currency, unlike others',
    'Die Zeile nennt keine Währung, andere schon',
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
  'imports.refusals.date_in_future': [
    'The gift is dated in the future',
    'Die Zuwendung liegt in der Zukunft',
  ],
  'imports.refusals.year_missing': [
    'Neither a year nor a date says when the gift was made',
    'Weder Jahr noch Datum sagen, wann zugewendet wurde',
  ],
  'imports.refusals.year_invalid': ['This is not a year', 'Das ist kein Jahr'],
  'imports.refusals.year_out_of_range': [
    'The year is before 1900 or after 2100',
    'Das Jahr liegt vor 1900 oder nach 2100',
  ],
  'imports.refusals.year_contradicts_date': [
    'Year and date contradict each other',
    'Jahr und Datum widersprechen sich',
  ],
  'imports.refusals.ends_before_start': ['The end is before the start', 'Das Ende liegt vor dem Beginn'],
  'imports.refusals.too_few_cells': [
    'The row has fewer cells than the header',
    'Die Zeile hat weniger Zellen als die Kopfzeile',
  ],
  'imports.refusals.too_many_cells': [
    'The row has more cells than the header',
    'Die Zeile hat mehr Zellen als die Kopfzeile',
  ],
  'imports.refusals.stray_quote': [
    'A quotation mark is in a place where it has no meaning',
    'Ein Anführungszeichen steht an einer Stelle, an der es keine Bedeutung hat',
  ],
  'imports.refusals.hidden_row': [
    'The row is hidden or filtered out in the workbook. Include hidden rows, or show it there.',
    'Die Zeile ist in der Arbeitsmappe ausgeblendet oder weggefiltert. Nimm ausgeblendete Zeilen mit, oder blende sie dort ein.',
    'Die Zeile ist in der Arbeitsmappe ausgeblendet oder weggefiltert. Nehmen Sie ausgeblendete Zeilen mit, oder blenden Sie sie dort ein.',
  ],
  'imports.refusals.several_recipients': [
    'The grant names several recipients and does not state the shares',
    'Die Zuwendung nennt mehrere Empfänger und nicht, wie sie geteilt wird',
  ],
  'imports.refusals.organization_archived': [
    'It is archived and gets no new projects; it has to be restored first',
    'Sie ist archiviert und bekommt keine neuen Projekte; erst muss sie wiederhergestellt werden',
  ],
  'imports.refusals.project_archived': [
    'It is archived and takes no money; it has to be restored first',
    'Es ist archiviert und nimmt kein Geld an; erst muss es wiederhergestellt werden',
  ],
  'imports.refusals.project_banned': [
    'It is banned and takes no money',
    'Es ist gesperrt und nimmt kein Geld an',
  ],
  'imports.file_errors.unsupported_kind': [
    'Files of this kind cannot be imported. CSV, XLSX and 360Giving JSON can.',
    'Dateien dieser Art lassen sich nicht importieren. Möglich sind CSV, XLSX und 360Giving-JSON.',
  ],
  'imports.mail_reason': ['{text} (1 row)|{text} ({count} rows)', '{text} (1 Zeile)|{text} ({count} Zeilen)'],
  'imports.file_errors.bad_archive': ['The workbook is damaged', 'Die Arbeitsmappe ist beschädigt'],
  'imports.file_errors.archive_encrypted': [
    'The workbook is protected by a password',
    'Die Arbeitsmappe ist mit einem Passwort geschützt',
  ],
  'imports.file_errors.archive_too_large': [
    'The workbook is too large when unpacked',
    'Die Arbeitsmappe ist entpackt zu groß',
  ],
  'imports.file_errors.memory_limit': [
    'The file needs more memory than an import may take',
    'Die Datei braucht mehr Speicher, als ein Import belegen darf',
  ],
  'imports.file_errors.rows_refused': [
    'Rows were refused, so nothing was imported',
    'Zeilen wurden abgelehnt, deshalb wurde nichts importiert',
  ],
  'imports.file_errors.funding_type_switched_off': [
    'New projects would get a funding type that is switched off. Choose another one, or switch it on under Settings.',
    'Neue Projekte bekämen eine abgeschaltete Förderart. Eine andere lässt sich wählen, oder diese in den Einstellungen einschalten.',
  ],
  'imports.file_errors.organization_archived': [
    'An organization that would get a new project has been archived meanwhile. Nothing was imported. Check the file again.',
    'Eine Organisation, die ein neues Projekt bekäme, wurde inzwischen archiviert. Nichts wurde importiert. Prüfe die Datei noch einmal.',
    'Eine Organisation, die ein neues Projekt bekäme, wurde inzwischen archiviert. Nichts wurde importiert. Prüfen Sie die Datei noch einmal.',
  ],
  'imports.file_errors.project_closed': [
    'A project that would get money was archived or banned meanwhile. Nothing was imported. Check the file again.',
    'Ein Projekt, das Geld bekäme, wurde inzwischen archiviert oder gesperrt. Nichts wurde importiert. Prüfe die Datei noch einmal.',
    'Ein Projekt, das Geld bekäme, wurde inzwischen archiviert oder gesperrt. Nichts wurde importiert. Prüfen Sie die Datei noch einmal.',
  ],
  'imports.file_errors.no_rows': ['The file has no rows', 'Die Datei hat keine Zeilen'],
  'imports.file_errors.question_open': [
    'It is undecided what a column holds: organizations or projects. Nothing was imported.',
    'Es ist offen, was eine Spalte enthält: Organisationen oder Projekte. Nichts wurde importiert.',
  ],
  'imports.file_errors.too_many_namesakes': [
    'One name comes with more than 2,000 different register numbers or postcodes: is it the right column?',
    'Ein Name kommt mit mehr als 2.000 verschiedenen Registernummern oder Postleitzahlen vor: Ist es die richtige Spalte?',
  ],
  'imports.file_errors.not_confirmed': [
    'Nobody has confirmed the sum. Check the file, look at the sum, and confirm it.',
    'Niemand hat die Summe bestätigt. Prüfe die Datei, sieh dir die Summe an und bestätige sie.',
    'Niemand hat die Summe bestätigt. Prüfen Sie die Datei, sehen Sie sich die Summe an und bestätigen Sie sie.',
  ],
  'imports.file_errors.not_as_confirmed': [
    'The file now differs from what was confirmed. Check it again.',
    'Die Datei bringt jetzt etwas anderes, als bestätigt wurde. Prüfe sie noch einmal.',
    'Die Datei bringt jetzt etwas anderes, als bestätigt wurde. Prüfen Sie sie noch einmal.',
  ],
  'imports.file_errors.month_closed': [
    'Gifts fall into a month that is closed. Reopen it, or leave their rows out.',
    'Zuwendungen fallen in einen abgeschlossenen Monat. Öffne ihn wieder, oder lass ihre Zeilen weg.',
    'Zuwendungen fallen in einen abgeschlossenen Monat. Öffnen Sie ihn wieder, oder lassen Sie ihre Zeilen weg.',
  ],
  'imports.file_errors.import_depends': [
    'Something now depends on this import, so it was not undone.',
    'Inzwischen hängt etwas von diesem Import ab, deshalb wurde er nicht rückgängig gemacht.',
  ],
  'imports.file_errors.undo_interrupted': [
    'Undoing was interrupted. Nothing was changed.',
    'Das Rückgängigmachen wurde unterbrochen. Nichts wurde geändert.',
  ],
  'imports.file_errors.money_right': [
    'The file books or reduces gifts of this year, and the person who confirmed it may not record donations (create_private_donations) or refund them (change_private_donations). Nothing was imported.',
    'Die Datei bucht oder verringert Zuwendungen dieses Jahres, und wer sie bestätigt hat, darf keine Spenden erfassen (create_private_donations) oder erstatten (change_private_donations). Nichts wurde importiert.',
  ],
  'imports.file_errors.interrupted': [
    'The work was interrupted; nothing was changed',
    'Die Arbeit wurde unterbrochen, nichts wurde geändert',
  ],
  'imports.file_errors.server_stopped': [
    'The server stopped three times while it worked on this file; nothing was changed',
    'Der Server blieb bei der Arbeit an dieser Datei dreimal stehen, nichts wurde geändert',
  ],
  'imports.file_errors.unexpected': [
    'Something went wrong; nothing was changed',
    'Etwas ist schiefgegangen, nichts wurde geändert',
  ],
  'imports.file_errors.unconfirmed': [
    'Nobody has said whether this is intended: answer the questions above. Nothing was imported.',
    'Niemand hat gesagt, ob es so gemeint ist: siehe die Fragen oben. Nichts wurde importiert.',
  ],
})
