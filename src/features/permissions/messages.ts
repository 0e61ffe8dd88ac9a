import { defineMessages } from '#shared/messages.ts'

/** Areas and rights as the permissions page names them (design.md §10). */
export const permissionMessages = defineMessages({
  'permissions.projects': ['Projects', 'Projekte'],
  'permissions.organizations': ['Organizations', 'Organisationen'],
  'permissions.users': ['Users', 'Benutzerkonten'],
  'permissions.permissions': ['Permissions', 'Berechtigungen'],
  'permissions.private_donations': ['Private donations', 'Privatspenden'],
  'permissions.reminders': ['Tasks', 'Aufgaben'],
  'permissions.reminder_templates': ['Task templates', 'Aufgabenvorlagen'],
  'permissions.documents': ['Documents', 'Dokumente'],
  'permissions.document_templates': ['Document templates', 'Dokumentvorlagen'],
  'permissions.emails': ['E-mails', 'E-Mails'],
  'permissions.email_templates': ['E-mail templates', 'E-Mail-Vorlagen'],
  'permissions.statistics': ['Statistics', 'Statistik'],
  'permissions.logs': ['Logs', 'Protokolle'],
  'permissions.payouts': ['Payouts', 'Auszahlungen'],
  'permissions.bank_statements': ['Bank statements', 'Kontoauszüge'],
  'permissions.settings': ['Settings', 'Einstellungen'],
  'permissions.fund_projects': ['Fund projects internally', 'Projekte intern fördern'],
  'permissions.defund_projects': ['Defund projects', 'Projekte stornieren'],
  'permissions.archive_projects': ['Archive projects', 'Projekte archivieren'],
  'permissions.duplicate_projects': ['Duplicate projects', 'Projekte duplizieren'],
  'permissions.export_data': ['Export data', 'Daten exportieren'],
  'permissions.invite_users': ['Invite users', 'Benutzerkonten einladen'],
})
