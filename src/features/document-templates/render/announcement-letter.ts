import { showDay, type Day } from '#shared/dates.ts'
import type { Paper } from './paper.ts'

export type AnnouncementLetter = {
  issuer: { title: string; street: string; postcode: string; city: string }
  tax_office: string
  tax_number: string
  /** The person who signs bindingly; empty while unknown. */
  signatory: string
  day: Day
}

/** The letter that announces receipts without a hand signature, with the six conditions of R 10b.1 (4) EStR. */
export function announcementLetter({
  issuer,
  tax_office,
  tax_number,
  signatory,
  day,
}: AnnouncementLetter): Paper {
  const { title, street, postcode, city } = issuer
  const conditions = [
    'Die Zuwendungsbestätigungen entsprechen dem amtlich vorgeschriebenen Vordruck.',
    'Die Zuwendungsbestätigungen enthalten die Angabe, dass das Verfahren dem Finanzamt angezeigt wurde.',
    `Eine rechtsverbindliche Unterschrift${signatory ? ` (${signatory})` : ''} wird beim Druckvorgang als eingescanntes Bild eingefügt.`,
    'Das Verfahren ist gegen unbefugten Eingriff gesichert: Nur berechtigte Personen stellen Bestätigungen aus; ausgestellte Bestätigungen sind unveränderbar.',
    'Das Buchen der Zahlungen in der Finanzbuchhaltung und das Erstellen der Zuwendungsbestätigungen sind miteinander verbunden, und die Summen können abgestimmt werden.',
    'Aufbau und Ablauf des bei der Zuwendungsbestätigung angewandten maschinellen Verfahrens sind für die Finanzbehörden innerhalb angemessener Zeit prüfbar; die Verfahrensdokumentation liegt vor.',
  ]
  return {
    title: 'Anzeige maschinell erstellter Zuwendungsbestätigungen',
    author: title,
    day,
    parts: [
      {
        text: [title, street, `${postcode} ${city}`.trim()].filter(Boolean).join(' · '),
        points: 8,
        isQuiet: true,
        space: 26,
      },
      { text: `An das\nFinanzamt ${tax_office}`.trim(), space: 26 },
      { text: [city, showDay(day)].filter(Boolean).join(', '), end: true, space: 14 },
      {
        text: 'Anzeige nach R 10b.1 Abs. 4 EStR: maschinell erstellte Zuwendungsbestätigungen ohne eigenhändige Unterschrift',
        bold: true,
        points: 12,
      },
      ...(tax_number ? [{ text: `Steuernummer: ${tax_number}`, space: 14 }] : []),
      { text: 'Sehr geehrte Damen und Herren,' },
      {
        text: 'hiermit zeigen wir an, dass wir Bestätigungen über Geldzuwendungen künftig in einem maschinellen Verfahren ohne eigenhändige Unterschrift erstellen. Bestätigungen über Sachzuwendungen und über den Verzicht auf Erstattung von Aufwendungen sind davon ausgenommen und werden eigenhändig unterschrieben.',
      },
      { text: 'Die Voraussetzungen halten wir ein:' },
      ...conditions.map((condition, at) => ({ text: `${at + 1}. ${condition}`, space: 5 })),
      { text: '', space: 4 },
      { text: 'Mit freundlichen Grüßen' },
      { sign: [signatory, title].filter(Boolean).join(', ') },
    ],
  }
}
