import { defineMessages } from '#shared/messages.ts'

/** Exports: the About sheet and what is said around it. */
export const exportMessages = defineMessages({
  'nav.exports': ['Exports', 'Exporte'],
  'exports.note': [
    'Exports of more than 20,000 rows are made in the background. Files are kept for 7 days.',
    'Exporte mit mehr als 20.000 Zeilen entstehen im Hintergrund. Dateien bleiben 7 Tage liegen.',
  ],
  'exports.none_yet': ['No exports yet', 'Noch keine Exporte'],
  'exports.file': ['File', 'Datei'],
  'exports.list': ['List', 'Liste'],
  'exports.kept_until': ['Kept until', 'Verfügbar bis'],
  'exports.about': ['About', 'Über'],
  'exports.search': ['Search', 'Suche'],
  'exports.filters': ['Filters', 'Filter'],
  'exports.filter': ['Filter: {column}', 'Filter: {column}'],
  'exports.ordering': ['Ordered by', 'Sortiert nach'],
  'exports.ascending': ['{column}, ascending', '{column}, aufsteigend'],
  'exports.descending': ['{column}, descending', '{column}, absteigend'],
  'exports.view': ['View', 'Ansicht'],
  'exports.archived': ['Archived', 'Archiviert'],
  'exports.active': ['Active', 'Aktiv'],
  'exports.all': ['All', 'Alle'],
  'exports.time': ['Time', 'Zeitpunkt'],
  'exports.person': ['Person', 'Person'],
  'exports.count': ['Rows', 'Zeilen'],
  'exports.gone': ['Rows deleted while exporting', 'Während des Exports gelöschte Zeilen'],
  'exports.cut_texts': ['Texts cut at 32,767 characters', 'Bei 32.767 Zeichen gekürzte Texte'],
  'errors.export_not_ready': ['The export is not ready yet', 'Der Export ist noch nicht fertig'],
  'columns.created_at': ['Created', 'Erstellt'],
})
