import { defineMessages } from '#shared/messages.ts'

export const importUndoMessages = defineMessages({
  'imports.confirm_filename_differs': [
    'This is not the name of the file',
    'Das ist nicht der Name der Datei',
  ],
  'imports.corrected_by': ['Taken back by the import “{file}”', 'Zurückgenommen durch den Import „{file}“'],
  'imports.undo_restores': [
    '{count} gift booked before gets {amount} back.|{count} gifts booked before get {amount} back.',
    '{count} früher gebuchte Zuwendung bekommt {amount} zurück.|{count} früher gebuchte Zuwendungen bekommen {amount} zurück.',
  ],
  'imports.earlier_imports': ['Earlier imports', 'Frühere Importe'],
  'imports.show_all': ['Show all', 'Alle anzeigen'],
  'imports.none_of_source': [
    'No file with these columns was imported before.',
    'Bisher wurde keine Datei mit diesen Spalten importiert.',
  ],
  'imports.imported_on': ['Imported', 'Importiert'],
  'imports.n_gifts': ['{count} gift|{count} gifts', '{count} Zuwendung|{count} Zuwendungen'],
  'imports.undone_day': ['Undone {date}', 'Rückgängig gemacht am {date}'],
  'imports.later_depends': ['A later import depends on it', 'Ein späterer Import hängt davon ab'],
  'imports.can_be_undone': ['This import can be undone', 'Dieser Import lässt sich rückgängig machen'],
  'imports.cannot_be_undone': [
    'This import cannot be undone',
    'Dieser Import lässt sich nicht rückgängig machen',
  ],
  'imports.nothing_depends': ['Nothing depends on it yet.', 'Noch hängt nichts davon ab.'],
  'imports.undo_consequence': [
    'Undoing posts {n} reversals and removes {p} projects and {o} organizations. The report stays.',
    'Dabei werden {n} Gegenbuchungen angelegt, {p} Projekte und {o} Organisationen entfernt. Der Bericht bleibt.',
  ],
  'imports.undo': ['Undo import…', 'Import rückgängig machen…'],
  'imports.undo_title': ['Undo import', 'Import rückgängig machen'],
  'imports.do_undo': ['Undo {n} gifts, {amount}', '{n} Zuwendungen rückgängig machen, {amount}'],
  'imports.undo_reason': ['Reason', 'Grund'],
  'imports.type_filename': ['Type “{file}” to confirm', 'Zur Bestätigung „{file}“ eingeben'],
  'imports.undo_started': ['The import is being undone', 'Der Import wird rückgängig gemacht'],
  'imports.undone_on': ['Undone {date}', 'Rückgängig gemacht am {date}'],
  'imports.undone_by': [
    '{who}: {reason}. {n} gifts, {sum}, were taken back; the journal keeps both.',
    '{who}: {reason}. {n} Zuwendungen, {sum}, wurden zurückgenommen; das Journal behält beides.',
  ],
  'imports.show': ['Show', 'Anzeigen'],
  'imports.and_more': ['and {n} more', 'und {n} weitere'],
  'imports.depends.payouts': ['Payouts and statement lines', 'Auszahlungen und Kontozeilen'],
  'imports.depends.gifts': ['Later gifts to its projects', 'Spätere Zuwendungen an die Projekte'],
  'imports.depends.projects': ['Projects added to its organizations', 'Neue Projekte seiner Organisationen'],
  'imports.depends.edited': ['Edited by hand since', 'Seitdem von Hand geändert'],
  'imports.depends.tasks': ['Tasks about its records', 'Aufgaben dazu'],
  'imports.depends.imports': ['A later import depends on it', 'Ein späterer Import hängt davon ab'],
  'imports.depends.months': ['Months closed since', 'Seitdem abgeschlossene Monate'],
})
