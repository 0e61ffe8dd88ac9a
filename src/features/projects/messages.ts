import { defineMessages } from '#shared/messages.ts'

export const projectMessages = defineMessages({
  'projects.title_required': ['Enter a title', 'Gib einen Titel ein', 'Geben Sie einen Titel ein'],
  'projects.organization_required': [
    'Choose an organization',
    'Wähle eine Organisation',
    'Wählen Sie eine Organisation',
  ],
  'projects.ends_before_start': ['The end lies before the start', 'Das Ende liegt vor dem Beginn'],
  'projects.confirm_title_differs': [
    'This is not the name of the project',
    'Das ist nicht der Name des Projekts',
  ],
  'projects.unknown': ['One of the projects does not exist', 'Eines der Projekte gibt es nicht'],
  'projects.copy_title': ['{title} (Copy)', '{title} (Kopie)'],
  'projects.needs': ['Needs', 'Bedarf'],
  'errors.still_in_financing': [
    'Archiving is not possible while projects are still in financing',
    'Solange Projekte in Finanzierung sind, ist Archivieren nicht möglich',
  ],
  'errors.has_ledger_rows': [
    'Money has moved for this project, so it cannot be deleted. Archive it instead.',
    'Für dieses Projekt ist Geld geflossen, es kann nicht gelöscht werden. Archivieren ist möglich.',
  ],
  'errors.needs_frozen': [
    'Money has come in, so the needs can no longer change',
    'Es ist schon Geld eingegangen, der Bedarf lässt sich nicht mehr ändern',
  ],
  'blocking.archived': ['The project is archived', 'Das Projekt ist archiviert'],
  'blocking.not_complete': ['The status is not “Complete”', 'Der Status ist nicht „Vollständig“'],
  'blocking.not_reviewed': ['The review has not been passed', 'Die Prüfung ist nicht bestanden'],
  'blocking.organization_not_complete': [
    'The organization’s status is not “Complete”',
    'Der Status der Organisation ist nicht „Vollständig“',
  ],
  'blocking.organization_not_reviewed': [
    'The organization has not passed its review',
    'Die Organisation hat ihre Prüfung nicht bestanden',
  ],
  'blocking.banned': ['The project is banned', 'Das Projekt ist gesperrt'],
  'blocking.ended': ['The end date has passed', 'Das Enddatum ist vorbei'],
  'blocking.fully_funded': ['The project is fully funded', 'Das Projekt ist voll finanziert'],
  'columns.project': ['Project', 'Projekt'],
  'columns.organization': ['Organization', 'Organisation'],
  'columns.contact_email': ['Contact e-mail', 'Kontakt-E-Mail'],
  'columns.status': ['Status', 'Status'],
  'columns.review_status': ['Review', 'Prüfung'],
  'columns.content_review_status': ['Content review', 'Inhaltliche Prüfung'],
  'columns.voting_review_status': ['Voting review', 'Voting-Prüfung'],
  'columns.financing_status': ['Financing status', 'Finanzierungsstatus'],
  'columns.funding_type': ['Funding type', 'Förderart'],
  'columns.internal_status': ['Internal status', 'Interner Status'],
  'columns.target': ['Funding goal', 'Förderziel'],
  'columns.funded': ['Received', 'Erhalten'],
  'columns.missing': ['Funding still needed', 'Noch benötigte Förderung'],
  'columns.starts_on': ['Start', 'Beginn'],
  'columns.ends_on': ['End', 'Ende'],
})
