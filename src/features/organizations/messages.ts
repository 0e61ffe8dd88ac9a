import { defineMessages } from '#shared/messages.ts'

export const organizationMessages = defineMessages({
  'organizations.search': ['Search organizations', 'Organisationen suchen'],
  'organizations.archive_list': ['Archived organizations', 'Archivierte Organisationen'],
  'organizations.none_yet': ['No organizations yet', 'Noch keine Organisationen'],
  'organizations.none_archived': ['No archived organizations', 'Keine archivierten Organisationen'],
  'organizations.none_match': ['No organizations match', 'Keine passenden Organisationen'],
  'organizations.info_failed': [
    'Failed to load organization data',
    'Organisationsdaten konnten nicht geladen werden',
  ],
  'organizations.archive_title': ['Archive organizations', 'Organisationen archivieren'],
  'organizations.archive_text': [
    'Archiving overwrites the status of the organizations.',
    'Das Archivieren überschreibt den Status der Organisationen.',
  ],
  'organizations.archive_failed': [
    'Failed to archive organizations',
    'Organisationen konnten nicht archiviert werden',
  ],
  'organizations.archived_one': ['Organization archived', 'Organisation archiviert'],
  'organizations.archived': [
    '1 organization archived|{count} organizations archived',
    '1 Organisation archiviert|{count} Organisationen archiviert',
  ],
  'organizations.restored': [
    '1 organization restored|{count} organizations restored',
    '1 Organisation wiederhergestellt|{count} Organisationen wiederhergestellt',
  ],
  'organizations.deleted': ['Organization deleted', 'Organisation gelöscht'],
  'organizations.title_required': ['Enter a title', 'Gib einen Titel ein', 'Geben Sie einen Titel ein'],
  'organizations.bic': [
    'Enter a BIC of 8 or 11 characters',
    'Gib einen BIC mit 8 oder 11 Zeichen ein',
    'Geben Sie einen BIC mit 8 oder 11 Zeichen ein',
  ],
  'organizations.unknown': [
    'One of the organizations does not exist',
    'Eine der Organisationen gibt es nicht',
  ],
  'organizations.website': ['Website', 'Website'],
  'organizations.phone': ['Phone', 'Telefon'],
  'organizations.address': ['Address', 'Anschrift'],
  'organizations.register_number': ['Register number', 'Registernummer'],
  'organizations.valid_until': ['Proof valid until', 'Nachweis gültig bis'],
  'organizations.purposes': ['Purposes', 'Zwecke'],
  'organizations.project_count': ['Number of projects', 'Anzahl der Projekte'],
  'preview.hint': ['Preview of the public page', 'Vorschau der öffentlichen Seite'],
  'preview.projects': ['Projects', 'Projekte'],
  'preview.no_projects': ['No public projects yet', 'Noch keine öffentlichen Projekte'],
  'preview.funded': ['{funded} of {target}', '{funded} von {target}'],
  'preview.not_found': [
    'There is no page at this address. Check the link.',
    'Unter dieser Adresse gibt es keine Seite. Prüfe den Link.',
    'Unter dieser Adresse gibt es keine Seite. Prüfen Sie den Link.',
  ],
  'errors.has_projects': [
    'The organization has projects, so it cannot be deleted. Archive it instead.',
    'Die Organisation hat Projekte, sie kann nicht gelöscht werden. Archivieren ist möglich.',
  ],
  'columns.nonprofit_review_status': ['Non-profit review', 'Gemeinnützigkeitsprüfung'],
  'columns.proof_status': ['Proof status', 'Nachweisstatus'],
  'columns.project_voting_review': ['Project voting review', 'Voting-Prüfung'],
})
