import { defineMessages } from '#shared/messages.ts'

/** Texts about files from others, whichever feature reads them. */
export const fileMessages = defineMessages({
  'imports.which_letters': ['Which words are right?', 'Welche Wörter sind richtig?'],
  'imports.letters_hint': [
    'The file does not say how its umlauts are written, and it can be read in two ways.',
    'Die Datei sagt nicht, wie ihre Umlaute geschrieben sind, und lässt sich auf zwei Arten lesen.',
  ],
  'imports.letters_read_as': ['as from {program}', 'wie aus {program}'],
  'imports.letters_from.windows-1252': ['Windows', 'Windows'],
  'imports.letters_from.cp850': ['an old program (DOS)', 'einem alten Programm (DOS)'],
  'imports.shown_rows': ['The file around this line', 'Die Datei um diese Zeile'],
  'imports.shown_line': ['Line {line}: here', 'Zeile {line}: hier'],
  'imports.copy_as_mail': ['Copy as mail', 'Als E-Mail kopieren'],
  'imports.mail_copied': ['The text of the mail is copied', 'Der Text der E-Mail ist kopiert'],
  'imports.mail_not_copied': ['The browser does not allow copying', 'Der Browser erlaubt das Kopieren nicht'],
  'imports.mail_subject': ['Your file {file}', 'Die Datei {file}'],
  'imports.mail_body': [
    'Dear Sir or Madam,\n\nwe could not take over your file {file}:\n\n{reasons}\n\n{ask}\n\nKind regards',
    'Sehr geehrte Damen und Herren,\n\ndie Datei {file} konnten wir nicht übernehmen:\n\n{reasons}\n\n{ask}\n\nMit freundlichen Grüßen',
  ],
  'imports.mail_ask.bank': [
    'Please send us the statement of the same days again, as CAMT.053 where possible.',
    'Wir bitten um einen neuen Kontoauszug dieser Tage, möglichst als CAMT.053.',
  ],
  'imports.mail_ask.organization': [
    'Please send us the file again without these faults.',
    'Wir bitten um eine neue Datei ohne diese Fehler.',
  ],
})
