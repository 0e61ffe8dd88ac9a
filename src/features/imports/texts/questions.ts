import { defineMessages } from '#shared/messages.ts'

export const importQuestionMessages = defineMessages({
  'imports.nothing_says_currency': [
    'Neither the header nor the first rows say a currency.',
    'Weder die Kopfzeile noch die ersten Zeilen nennen eine Währung.',
  ],
  'imports.other_currency': ['Another currency', 'Andere Währung'],
  'imports.currency_code': [
    'A currency is three capital letters, alone or with a year or day: GBP, GBP 2016, GBP 2016-05-31',
    'Eine Währung besteht aus drei Großbuchstaben, allein oder mit Jahr oder Tag: GBP, GBP 2016, GBP 2016-05-31',
  ],
  'imports.rate': [
    'A rate is a decimal number above zero, e.g. 1.15',
    'Ein Kurs ist eine Dezimalzahl über null, z. B. 1,15',
  ],
  'imports.ask.without_gifts': [
    'Organizations and projects without gifts?',
    'Organisationen und Projekte ohne Zuwendungen?',
  ],
  'imports.ask.many_organizations': [
    'Nearly every gift to an organization of its own?',
    'Fast jede Zuwendung an eine andere Organisation?',
  ],
  'imports.ask.negative': [
    'Does {count} row with an amount below zero take a gift back?|Do {count} rows with amounts below zero take gifts back?',
    'Nimmt {count} Zeile mit einem Betrag unter null eine Zuwendung zurück?|Nehmen {count} Zeilen mit Beträgen unter null Zuwendungen zurück?',
  ],
  'imports.negative_means': [
    'Each is subtracted from a gift of its organization and project, in this file or an earlier import; the check shows which.',
    'Jede wird von der Zuwendung ihrer Organisation und ihres Projekts abgezogen, aus dieser Datei oder einem früheren Import; die Prüfung zeigt, von welcher.',
  ],
  'imports.negative_reverse': ['Yes, they take gifts back', 'Ja, sie nehmen Zuwendungen zurück'],
  'imports.negative_refuse': ['No, they stay refused', 'Nein, sie bleiben abgelehnt'],
  'imports.negative_stays': [
    '{count} row stays out of the import.|{count} rows stay out of the import.',
    '{count} Zeile bleibt außerhalb des Imports.|{count} Zeilen bleiben außerhalb des Imports.',
  ],
  'imports.makes_projects': ['{count} project|{count} projects', '{count} Projekt|{count} Projekte'],
  'imports.makes_organizations': [
    '{count} organization|{count} organizations',
    '{count} Organisation|{count} Organisationen',
  ],
  'imports.makes_nothing': ['Its values are left out.', 'Die Werte der Spalte bleiben weg.'],
  'imports.then.without_gifts': [
    'Organizations and projects alone are imported; the ledger stays as it is.',
    'Nur Organisationen und Projekte werden importiert; die Buchungen bleiben, wie sie sind.',
  ],
  'imports.then.many_organizations': [
    '{count} new organization is created.|{count} new organizations are created.',
    '{count} neue Organisation wird angelegt.|{count} neue Organisationen werden angelegt.',
  ],
  'imports.then.alike_names': [
    'Each name is an organization of its own.',
    'Jeder Name ist eine eigene Organisation.',
  ],
  'imports.then_nothing_yet': [
    'Nothing is imported; another column can be chosen.',
    'Nichts wird importiert; eine andere Spalte lässt sich wählen.',
  ],
  'imports.to_confirm.without_gifts': [
    'No column holds an amount, so no gift would be booked.',
    'Keine Spalte enthält einen Betrag, also würde keine Zuwendung gebucht.',
  ],
  'imports.to_confirm.many_organizations': [
    'Nearly every gift would create a new organization, far more than usual. Perhaps the column contains projects or people.',
    'Fast jede Zuwendung würde eine neue Organisation anlegen, weit mehr als üblich. Vielleicht enthält die Spalte Projekte oder Personen.',
  ],
  'imports.ask.alike_names': [
    'Names that look like the same organization',
    'Namen, die nach derselben Organisation aussehen',
  ],
  'imports.to_confirm.alike_names': [
    'Decide whether they mean one organization or several. The decision applies to this file and all later ones.',
    'Bitte entscheiden: Ist es dieselbe Organisation oder sind es mehrere? Das gilt für diese und alle späteren Dateien.',
  ],
  'imports.is_meant.alike_names': ['All of them are different', 'Alle sind verschieden'],
  'imports.waits_for': ['Still open: {questions}', 'Noch offen: {questions}'],
  'imports.decide': ['Decide…', 'Entscheiden…'],
  'imports.decide_title': ['Same organization?', 'Dieselbe Organisation?'],
  'imports.is_same': ['The same', 'Dieselbe'],
  'imports.is_different': ['Different', 'Verschiedene'],
  'imports.keep_decision': ['Keep and check again', 'Behalten und neu prüfen'],
  'imports.one_name': ['These are one and the same name', 'Das ist ein und derselbe Name'],
  'imports.is_meant.without_gifts': ['Yes, without gifts', 'Ja, ohne Zuwendungen'],
  'imports.is_meant.many_organizations': ['Yes, each is an organization', 'Ja, jede ist eine Organisation'],
  'imports.questions': ['{count} question|{count} questions', '{count} Frage|{count} Fragen'],
  'imports.to_repair': [
    '{count} row to repair|{count} rows to repair',
    '{count} Zeile zu reparieren|{count} Zeilen zu reparieren',
  ],
  'imports.answer_first': ['Still open: {questions}', 'Noch offen: {questions}'],
  'imports.to_columns': ['Look at the columns', 'Spalten ansehen'],
  'imports.what_holds': ['What does “{column}” hold?', 'Was enthält „{column}“?'],
  'imports.unsure': [
    'Unsure. The word can mean a project or an organization, and {n} of {m} values differ, more than organizations usually do.',
    'Unsicher. Das Wort kann ein Projekt oder eine Organisation meinen, und {n} von {m} Werten sind verschieden, mehr als bei Organisationen üblich.',
  ],
  'imports.unsure_word': [
    'Unsure. The word can mean a project or an organization.',
    'Unsicher. Das Wort kann ein Projekt oder eine Organisation meinen.',
  ],
  'imports.each_an_organization': ['Each value is an organization', 'Jeder Wert ist eine Organisation'],
  'imports.each_a_project': ['Each value is a project', 'Jeder Wert ist ein Projekt'],
  'imports.rates': ['Exchange rates', 'Wechselkurse'],
  'imports.rates_hint': [
    'Amounts in another currency are refused unless it has a rate here: for all (GBP), for a year (GBP 2016) or a day (GBP 2016-05-31).',
    'Beträge in anderer Währung werden abgelehnt, außer sie hat hier einen Kurs: für alle (GBP), für ein Jahr (GBP 2016) oder einen Tag (GBP 2016-05-31).',
  ],
  'imports.which_currency': ['Which currency is “{column}”?', 'Welche Währung hat „{column}“?'],
  'imports.header_says': ['The header says {code}.', 'So sagt es die Kopfzeile: {code}.'],
  'imports.rate_period': ['Rate', 'Kurs'],
  'imports.rate_periods.all': ['One rate', 'Ein Kurs'],
  'imports.rate_periods.year': ['Rate per year', 'Kurs je Jahr'],
  'imports.rate_periods.day': ['Rate per day', 'Kurs je Tag'],
  'imports.euros_each_in': ['Euros for 1 {code} in {year}', 'Euro für 1 {code} im Jahr {year}'],
  'imports.rate_days': ['Days, and euros for 1 {code}', 'Tage, und Euro für 1 {code}'],
  'imports.rate_days_hint': [
    'A day and its rate on each line: 31.05.2016 0.9052',
    'Je Zeile ein Tag und sein Kurs: 31.05.2016 0,9052',
  ],
  'imports.first_rows_only': [
    '(of the first rows; once checked, of the whole file)',
    '(der ersten Zeilen; geprüft, der ganzen Datei)',
  ],
  'imports.makes': ['{sum} makes {amount}', '{sum} ergibt {amount}'],
  'imports.rates_of': [
    '{count} rate for {code}: {range} euros for 1 {code}|{count} rates for {code}: {range} euros for 1 {code}',
    '{count} Kurs für {code}: {range} Euro für 1 {code}|{count} Kurse für {code}: {range} Euro für 1 {code}',
  ],
  'imports.edit_rates': ['Edit rates for {code}', 'Kurse für {code} ändern'],
  'imports.euros_each_of': ['Euros for 1 {code}', 'Euro für 1 {code}'],
  'imports.confirm_currency': ['Confirm {code}', '{code} bestätigen'],
  'imports.is_euro': ['The amounts are EUR', 'Die Beträge sind EUR'],
  'imports.currency': ['Currency', 'Währung'],
  'imports.euros_each': ['Euros for one unit', 'Euro für eine Einheit'],
  'imports.add_rate': ['Add rate', 'Kurs hinzufügen'],
  'imports.alike': [
    '{count} pair of names looks like the same organization|{count} pairs of names look like the same organization',
    '{count} Namenspaar sieht nach derselben Organisation aus|{count} Namenspaare sehen nach derselben Organisation aus',
  ],
  'imports.alike_pair': ['“{one}” and “{other}”', '„{one}“ und „{other}“'],
})
