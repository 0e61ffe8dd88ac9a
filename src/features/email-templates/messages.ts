import { defineMessages } from '#shared/messages.ts'

/** Wordings of mails: what may be wrong with them, what their variables mean, and values for examples. */
export const emailTemplateMessages = defineMessages({
  'email_templates.syntax': [
    'The template cannot be read: {problem}',
    'Die Vorlage ist nicht lesbar: {problem}',
  ],
  'email_templates.unknown_variable': [
    'There is no variable “{name}” in this template',
    'Die Variable „{name}“ gibt es in dieser Vorlage nicht',
  ],
  'email_templates.missing_variable': [
    'The variable “{name}” has to occur',
    'Die Variable „{name}“ muss vorkommen',
  ],
  'email_templates.variable.recipient': ['Name of the recipient', 'Name der empfangenden Person'],
  'email_templates.variable.title': ['Title', 'Titel'],
  'email_templates.variable.description': ['Description', 'Beschreibung'],
  'email_templates.variable.due_date': ['Due date', 'Fällig am'],
  'email_templates.variable.target': ['Project or organization', 'Projekt oder Organisation'],
  'email_templates.variable.target_type': [
    '“project” or “organization”, for conditions',
    '„project“ oder „organization“, für Bedingungen',
  ],
  'email_templates.variable.created_by': ['Created by', 'Erstellt von'],
  'email_templates.variable.completed_by': ['Completed by', 'Erledigt von'],
  'email_templates.variable.link': ['Link', 'Link'],
  'email_templates.variable.invited_by': ['Invited by', 'Eingeladen von'],
  'email_templates.variable.valid_until': ['Last day of the link', 'Letzter Tag des Links'],
  'email_templates.variable.valid_hours': ['Hours the link works', 'Gültigkeit des Links in Stunden'],
  'email_templates.variable.filename': ['Name of the file', 'Name der Datei'],
  'email_templates.variable.rows': ['Number of rows', 'Anzahl der Zeilen'],
  'email_templates.variable.expires_on': ['Last day of the file', 'Letzter Tag der Datei'],
  'email_templates.variable.username': ['User name', 'Benutzername'],
  'email_templates.sample.title': ['Check the notice of exemption', 'Freistellungsbescheid prüfen'],
  'email_templates.sample.description': [
    'The notice runs out soon.\nAsk for the new one.',
    'Der Bescheid läuft bald ab.\nNeuen Bescheid anfordern.',
  ],
  'email_templates.sample.target': ['New swings for the playground', 'Neue Schaukeln für den Spielplatz'],
  'email_templates.sample.filename': ['Projects.xlsx', 'Projekte.xlsx'],
  'email_templates.sample.person': ['Katrin Vollmer (kvollmer)', 'Katrin Vollmer (kvollmer)'],
})
