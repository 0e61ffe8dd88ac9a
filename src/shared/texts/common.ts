import { defineMessages } from '#shared/messages.ts'

/** Texts that belong to no single feature: errors, validation, lists, actions. */
export const commonMessages = defineMessages({
  'errors.invalid': ['The input is not valid', 'Die Eingabe ist nicht gültig'],
  'errors.not_signed_in': ['Sign in first', 'Melde dich zuerst an', 'Melden Sie sich zuerst an'],
  'errors.forbidden': [
    'You do not have the permission to perfom this action ({permission})',
    'Du hast keine Berechtigung für diese Aktion ({permission})',
    'Sie haben keine Berechtigung für diese Aktion ({permission})',
  ],
  'errors.csrf': [
    'The anti-forgery header is missing or wrong. Reload the page.',
    'Der Schutz-Header fehlt oder ist falsch. Lade die Seite neu.',
    'Der Schutz-Header fehlt oder ist falsch. Laden Sie die Seite neu.',
  ],
  'errors.not_found': ['Not found', 'Nicht gefunden'],
  'errors.page_past_end': ['There is no such page', 'Diese Seite gibt es nicht'],
  'errors.method_not_allowed': [
    'This address does not take that method',
    'Diese Adresse kennt diese Methode nicht',
  ],
  'errors.edit_conflict': [
    'Somebody changed this in the meantime. Choose what to keep.',
    'Jemand hat das inzwischen geändert. Wähle, was bleiben soll.',
    'Jemand hat das inzwischen geändert. Wählen Sie, was bleiben soll.',
  ],
  'errors.idempotency_running': ['The same call is still running', 'Derselbe Aufruf läuft noch'],
  'errors.idempotency_reused': [
    'This Idempotency-Key was used with another body',
    'Dieser Idempotency-Key wurde mit einem anderen Inhalt benutzt',
  ],
  'errors.too_large': ['The upload is too large', 'Die Datei ist zu groß'],
  'errors.unsupported_media_type': [
    'This content type is not supported',
    'Dieser Inhaltstyp wird nicht unterstützt',
  ],
  'errors.too_many_requests': ['Too many attempts. Wait a moment.', 'Zu viele Versuche. Bitte warten.'],
  'errors.database_away': [
    'The database cannot be reached right now. Nothing was changed.',
    'Die Datenbank ist gerade nicht erreichbar. Nichts wurde geändert.',
  ],
  'errors.database_busy': [
    'The database took too long to answer. Nothing was changed.',
    'Die Datenbank hat zu lange gebraucht. Nichts wurde geändert.',
  ],
  'errors.unexpected': [
    'Something went wrong. Number: {request_id}',
    'Etwas ist schiefgegangen. Nummer: {request_id}',
  ],
  'errors.gone': ['This link has expired or was used', 'Dieser Link ist abgelaufen oder wurde schon benutzt'],
  'validation.required': ['This field is required', 'Dieses Feld ist erforderlich'],
  'validation.invalid': ['This value is not valid', 'Dieser Wert ist nicht gültig'],
  'validation.too_long': ['At most {maximum} characters', 'Höchstens {maximum} Zeichen'],
  'validation.too_short': ['At least {minimum} characters', 'Mindestens {minimum} Zeichen'],
  'validation.too_small': ['At least {minimum}', 'Mindestens {minimum}'],
  'validation.too_big': ['At most {maximum}', 'Höchstens {maximum}'],
  'validation.number': ['Enter a number', 'Gib eine Zahl ein', 'Geben Sie eine Zahl ein'],
  'validation.integer': ['Enter a whole number', 'Gib eine ganze Zahl ein', 'Geben Sie eine ganze Zahl ein'],
  'validation.email': [
    'Enter an e-mail address',
    'Gib eine E-Mail-Adresse ein',
    'Geben Sie eine E-Mail-Adresse ein',
  ],
  'validation.day': [
    'Enter the date as DD.MM.YYYY',
    'Gib das Datum als TT.MM.JJJJ ein',
    'Geben Sie das Datum als TT.MM.JJJJ ein',
  ],
  'validation.iban': ['Enter a valid IBAN', 'Gib eine gültige IBAN ein', 'Geben Sie eine gültige IBAN ein'],
  'validation.url': ['Enter a web address', 'Gib eine Webadresse ein', 'Geben Sie eine Webadresse ein'],
  'validation.unknown_key': ['Unknown field', 'Unbekanntes Feld'],
  'validation.unknown_filter': ['Unknown filter value', 'Unbekannter Filterwert'],
  'validation.unknown_ordering': ['Unknown ordering', 'Unbekannte Sortierung'],
  'validation.unknown_value': ['Choose one of the offered values', 'Nur angebotene Werte sind möglich'],
  'validation.unknown_column': ['Unknown column', 'Unbekannte Spalte'],
  'validation.page': [
    'Enter a page number from 1',
    'Gib eine Seitenzahl ab 1 ein',
    'Geben Sie eine Seitenzahl ab 1 ein',
  ],
  'validation.page_size': ['Choose 10, 25, 50 or 100', 'Möglich sind 10, 25, 50 oder 100'],
  'validation.control_characters': ['Control characters are not allowed', 'Steuerzeichen sind nicht erlaubt'],
  'validation.json': ['The body is not valid JSON', 'Der Inhalt ist kein gültiges JSON'],
  'validation.upload_broken': [
    'The upload is broken. Send the file once more.',
    'Die Datei kam unvollständig an. Sende sie noch einmal.',
    'Die Datei kam unvollständig an. Senden Sie sie noch einmal.',
  ],
  'validation.field_twice': ['Send this field only once', 'Dieses Feld ist nur einmal möglich'],
  'validation.field_after_file': ['Send this field before the file', 'Dieses Feld muss vor der Datei stehen'],
  'validation.one_file': ['Send exactly one file', 'Nur genau eine Datei ist möglich'],
})
