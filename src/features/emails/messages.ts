import { defineMessages } from '#shared/messages.ts'

/** The outbox. */
export const emailMessages = defineMessages({
  'errors.email_not_requeueable': [
    'This e-mail is on its way or held a link that was used up, so it cannot be sent again',
    'Diese E-Mail ist noch unterwegs oder enthielt einen einmaligen Link, sie lässt sich nicht erneut senden',
  ],
  'emails.state.queued': ['Queued', 'In der Warteschlange'],
  'emails.state.sending': ['Sending', 'Wird gesendet'],
  'emails.state.sent': ['Sent', 'Gesendet'],
  'emails.state.failed': ['Failed', 'Fehlgeschlagen'],
  'emails.state.skipped': ['Not sent', 'Nicht gesendet'],
  'emails.reason.refused': ['Refused by the mail server', 'Vom Mailserver abgelehnt'],
  'emails.reason.gave_up': ['Given up after many attempts', 'Nach vielen Versuchen aufgegeben'],
  'emails.reason.template_error': ['The template has an error', 'Die Vorlage ist fehlerhaft'],
  'emails.reason.no_mail_server': [
    'No mail server is set up: kept in the built-in outbox',
    'Kein Mailserver eingerichtet: liegt im eingebauten Postausgang',
  ],
  'emails.reason.recipient_disabled': ['The account is disabled', 'Das Konto ist deaktiviert'],
  'emails.template.task_created': ['New task', 'Neue Aufgabe'],
  'emails.template.task_due': ['Task due', 'Aufgabe fällig'],
  'emails.template.task_completed': ['Task done', 'Aufgabe erledigt'],
  'emails.template.invitation': ['Invitation', 'Einladung'],
  'emails.template.password_reset': ['New password', 'Neues Passwort'],
  'emails.template.export_ready': ['Export ready', 'Export bereit'],
})
