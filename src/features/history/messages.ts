import { defineMessages } from '#shared/messages.ts'

/** What happened to a record, and how its values read. */
export const historyMessages = defineMessages({
  'history.title': ['History', 'Verlauf'],
  'history.none': ['No changes yet', 'Noch keine Änderungen'],
  'history.more': ['Show more', 'Mehr anzeigen'],
  'history.failed': ['Failed to load the history', 'Der Verlauf konnte nicht geladen werden'],
  'history.by': ['{date} · {person}', '{date} · {person}'],
  'history.actions.create': ['Created', 'Angelegt'],
  'history.actions.change': ['Changed', 'Geändert'],
  'history.actions.archive': ['Archived', 'Archiviert'],
  'history.actions.unarchive': ['Restored', 'Wiederhergestellt'],
  'history.actions.duplicate': ['Created as a copy', 'Als Kopie angelegt'],
  'history.actions.delete': ['Deleted', 'Gelöscht'],
  'history.actions.import': ['Imported', 'Importiert'],
  'history.actions.review_decided': ['Review decided', 'Prüfung entschieden'],
  'history.actions.review_withdrawn': ['Decision taken back', 'Entscheidung zurückgenommen'],
  'history.change': ['{field}: {before} → {after}', '{field}: {before} → {after}'],
  'history.reason': ['Reason: {reason}', 'Begründung: {reason}'],
  'history.yes': ['yes', 'ja'],
  'history.no': ['no', 'nein'],
  'history.empty': ['(empty)', '(leer)'],
})
