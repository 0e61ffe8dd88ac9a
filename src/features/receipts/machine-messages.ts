import { defineMessages } from '#shared/messages.ts'

export const machineMessages = defineMessages({
  'documents.machine.title': [
    'Receipts without a hand signature',
    'Zuwendungsbestätigungen ohne eigenhändige Unterschrift',
  ],
  'documents.machine.on': [
    'Receipts for money carry the printed signature. Announced to the tax office {office} on {date}.',
    'Bestätigungen über Geldzuwendungen tragen die gedruckte Unterschrift. Dem Finanzamt {office} am {date} angezeigt.',
  ],
  'documents.machine.off': [
    'Receipts are signed by hand, because a condition is not met.',
    'Bestätigungen werden von Hand unterschrieben, weil eine Voraussetzung fehlt.',
  ],
  'documents.machine.not_yet': [
    'Receipts are signed by hand until {date}, the day of the announcement.',
    'Bis zum Tag der Anzeige am {date} werden Bestätigungen von Hand unterschrieben.',
  ],
  'documents.machine.conditions': ['Conditions (R 10b.1 (4) EStR)', 'Voraussetzungen (R 10b.1 Abs. 4 EStR)'],
  'documents.machine.met': ['Met', 'Erfüllt'],
  'documents.machine.unmet': ['Missing', 'Fehlt'],
  'documents.machine.condition.official_text': [
    'The receipt follows the official text; on a template without it, it is signed by hand',
    'Die Bestätigung folgt dem amtlichen Muster; auf einer Vorlage ohne dieses wird sie von Hand unterschrieben',
  ],
  'documents.machine.condition.said_on_receipt': [
    'The tax office was told, and the receipt says so',
    'Das Verfahren ist dem Finanzamt angezeigt, und die Bestätigung nennt die Anzeige',
  ],
  'documents.machine.condition.signature': [
    'A picture of the announced person’s signature is kept',
    'Die Unterschrift der angezeigten Person ist als Bild hinterlegt',
  ],
  'documents.machine.condition.access': [
    'Protected against access: only authorized people issue receipts, and nobody changes them',
    'Gegen Zugriff gesichert: Nur Berechtigte stellen Bestätigungen aus, niemand ändert sie',
  ],
  'documents.machine.condition.sums': [
    'Receipts and booked gifts are linked, and their sums agree',
    'Bestätigungen und gebuchte Zuwendungen sind verbunden, und ihre Summen stimmen überein',
  ],
  'documents.machine.condition.procedure': ['The procedure is documented', 'Das Verfahren ist dokumentiert'],
  'documents.machine.letter': ['Letter to the tax office', 'Schreiben an das Finanzamt'],
  'documents.machine.record': ['Record announcement', 'Anzeige erfassen'],
  'documents.machine.change': ['Change announcement', 'Anzeige ändern'],
  'documents.machine.end': ['End', 'Beenden'],
  'documents.machine.sums': ['Reconciliation', 'Abstimmung'],
  'documents.machine.recorded': ['Announcement recorded', 'Anzeige erfasst'],
  'documents.machine.ended': ['Announcement ended', 'Anzeige beendet'],
  'documents.machine.announcement_to': ['Announcement to {office}', 'Anzeige an das Finanzamt {office}'],
  'documents.machine.end_text': [
    'Receipts issued from now on are signed by hand. Receipts already issued stay as they are.',
    'Neue Bestätigungen werden danach von Hand unterschrieben. Ausgestellte Bestätigungen bleiben, wie sie sind.',
  ],
  'documents.machine.tax_office': ['Tax office', 'Finanzamt'],
  'documents.machine.announced_on': ['Announced on', 'Angezeigt am'],
  'documents.machine.signatory': ['Authorized signatory', 'Wer rechtsverbindlich unterschreibt'],
  'documents.machine.signatory_hint': [
    'The same name as on the kept signature.',
    'Derselbe Name wie bei der hinterlegten Unterschrift.',
  ],
  'documents.machine.procedure_kept': [
    'Where the description of the procedure is kept',
    'Ablage der Verfahrensdokumentation',
  ],
  'documents.machine.in_future': ['The day is in the future', 'Der Tag liegt in der Zukunft'],
  'documents.machine.agrees': [
    'All receipts agree with their gifts.',
    'Alle Bestätigungen stimmen mit ihren Zuwendungen überein.',
  ],
  'documents.machine.differs': [
    'Withdraw these receipts, or clear the difference: until then receipts are signed by hand.',
    'Ziehe diese Bestätigungen zurück oder kläre den Unterschied. Bis dahin werden Bestätigungen von Hand unterschrieben.',
    'Ziehen Sie diese Bestätigungen zurück oder klären Sie den Unterschied. Bis dahin werden Bestätigungen von Hand unterschrieben.',
  ],
  'documents.machine.none': ['No receipts yet.', 'Noch keine Bestätigungen.'],
  'documents.machine.year': ['Year', 'Jahr'],
  'documents.machine.receipts': ['Receipts', 'Bestätigungen'],
  'documents.machine.certified': ['Certified', 'Bestätigt'],
  'documents.machine.gifts': ['Gifts', 'Zuwendungen'],
  'documents.machine.came': ['Received and kept', 'Erhalten und behalten'],
  'documents.machine.difference': ['Difference', 'Unterschied'],
  'documents.machine.number': ['Receipt', 'Bestätigung'],
  'fields.announcement': ['Announcement to the tax office', 'Anzeige beim Finanzamt'],
  'logs.objects.announcement_letter': ['Letter to the tax office', 'Schreiben an das Finanzamt'],
})
