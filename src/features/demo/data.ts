import type { Locale } from '#shared/messages.ts'
import type { Permission } from '#shared/permissions.ts'
import { fundingType } from '#shared/funding-type.ts'

/** Invented names: no place, bank or person of the demo exists. */
export const towns = [
  'Hohenfels',
  'Lindenau',
  'Talheim',
  'Waldhof',
  'Brunnental',
  'Wiesengrund',
  'Neustadt',
  'Mühlhausen',
  'Oberau',
  'Sankt Veit',
  'Rosenberg',
  'Eichstätten',
  'Kirchbach',
  'Großbühl',
  'Seefeld',
]

/** Organization names; `{}` is replaced by the town. */
export const organizations = [
  'Naturschutzgruppe {} e. V.',
  'TSV {} 1908 e. V.',
  'Förderverein Grundschule {} e. V.',
  'Freiwillige Feuerwehr {}',
  'Musikverein Harmonie {}',
  'Nachbarschaftshilfe {} e. V.',
  'Bürgerverein {}',
  'Evangelische Jugend {}',
  'Freundeskreis Stadtbücherei {}',
  'Hospizdienst {} e. V.',
  'Kulturwerk {}',
  'Lebensmittelhilfe {} e. V.',
]

export const streets = [
  'Lindenweg',
  'Am Weiher',
  'Schulstraße',
  'Kirchgasse',
  'Bahnhofstraße',
  'Im Winkel',
  'Mühlweg',
]

export const projects: { title: string; description: string; needs: [string, number][] }[] = [
  {
    title: 'Streuobstwiese: 40 neue Bäume',
    description: 'Alte Sorten für eine neue Wiese am Ortsrand, gepflegt von Schulklassen und Nachbarn.',
    needs: [
      ['Hochstämme', 2400],
      ['Pfähle und Verbissschutz', 680],
      ['Wiesenpflege im ersten Jahr', 900],
    ],
  },
  {
    title: 'Neue Kletterwand für die Grundschule',
    description:
      'Die alte Kletterwand auf dem Pausenhof wurde vom TÜV gesperrt. Wir bauen eine neue, 12 Meter breite Boulderwand mit Fallschutz für rund 280 Kinder.',
    needs: [
      ['Wand und Griffe', 8200],
      ['Fallschutz', 2900],
      ['Montage', 1400],
    ],
  },
  {
    title: 'Trikots und Trainingsmaterial für die U12',
    description: 'Zwei neue Mannschaften brauchen Trikots, Bälle und Hütchen.',
    needs: [
      ['Trikotsätze', 1180],
      ['Bälle und Zubehör', 640],
    ],
  },
  {
    title: 'Demenzcafé im Pfarrheim',
    description: 'Einmal in der Woche ein Nachmittag für Menschen mit Demenz und ihre Angehörigen.',
    needs: [
      ['Schulung der Ehrenamtlichen', 1800],
      ['Einrichtung', 1250],
      ['Raummiete für ein Jahr', 2400],
    ],
  },
  {
    title: 'Barrierefreier Zugang zur Stadtbücherei',
    description: 'Eine Rampe und eine automatische Tür, damit alle an die Bücher kommen.',
    needs: [
      ['Rampe', 9800],
      ['Automatische Tür', 6400],
    ],
  },
  {
    title: 'Lastenrad für die Lebensmittelausgabe',
    description: 'Gerettete Lebensmittel holen wir künftig mit dem Rad statt mit dem Auto ab.',
    needs: [
      ['Lastenrad', 5200],
      ['Kühlbox und Sicherung', 780],
    ],
  },
  {
    title: 'Ferienfreizeit an der Ostsee',
    description: 'Zwölf Tage für Kinder, deren Familien sich keinen Urlaub leisten können.',
    needs: [
      ['Unterkunft', 7600],
      ['Fahrt', 2100],
      ['Verpflegung', 3900],
    ],
  },
  {
    title: 'Theaterwerkstatt „Bühne frei“',
    description: 'Jugendliche schreiben und spielen ihr eigenes Stück.',
    needs: [
      ['Honorar Theaterpädagogik', 3600],
      ['Bühne und Licht', 2200],
    ],
  },
  {
    title: 'Ausbildung ehrenamtlicher Hospizbegleitung',
    description: 'Ein Kurs über 100 Stunden für vierzehn neue Begleitende.',
    needs: [
      ['Kursleitung', 5400],
      ['Material und Räume', 1100],
    ],
  },
  {
    title: 'Schulgarten mit Hochbeeten und Wetterstation',
    description: 'Säen, messen, ernten: Unterricht im Freien.',
    needs: [
      ['Hochbeete', 1900],
      ['Wetterstation', 850],
      ['Erde und Pflanzen', 600],
    ],
  },
  {
    title: 'Fledermauskästen und Nachtführungen',
    description: 'Sechzig Kästen im Stadtwald, dazu Führungen mit Detektoren.',
    needs: [
      ['Kästen', 1500],
      ['Detektoren', 1350],
    ],
  },
  {
    title: 'Rollstuhlrampe für das Bürgerhaus',
    description: 'Der Saal wird für alle zugänglich.',
    needs: [
      ['Planung', 1200],
      ['Bau', 11800],
    ],
  },
  {
    title: 'Leseförderung: 600 neue Kinderbücher',
    description: 'Bücher in neun Sprachen und Vorlesestunden am Samstag.',
    needs: [
      ['Bücher', 7200],
      ['Regale', 1600],
    ],
  },
  {
    title: 'Notstromaggregat für die Jugendfeuerwehr',
    description: 'Für Übungen, Zeltlager und den Ernstfall.',
    needs: [
      ['Aggregat', 4300],
      ['Anhänger', 2700],
    ],
  },
  {
    title: 'Chorfreizeit und neue Notenschränke',
    description: 'Ein Probenwochenende und endlich Ordnung bei 3.000 Noten.',
    needs: [
      ['Probenwochenende', 2600],
      ['Schränke', 1450],
    ],
  },
  {
    title: 'Defibrillator für das Freibad',
    description: 'Ein öffentlich zugängliches Gerät und Schulungen für das Team.',
    needs: [
      ['Gerät mit Außenkasten', 2350],
      ['Schulungen', 480],
    ],
  },
  {
    title: 'Solaranlage fürs Vereinsheim',
    description: '18 kWp auf dem Dach, der Überschuss zahlt die Jugendarbeit.',
    needs: [
      ['Module und Wechselrichter', 16400],
      ['Montage', 5200],
    ],
  },
  {
    title: 'Leihinstrumente für das Jugendblasorchester',
    description: 'Zwölf Instrumente, die Kinder kostenlos ausleihen.',
    needs: [
      ['Klarinetten', 4800],
      ['Trompeten', 3900],
      ['Posaunen', 2600],
    ],
  },
  {
    title: 'Sanierung Kunstrasenplatz',
    description: 'Nach 17 Jahren braucht der Platz einen neuen Belag.',
    needs: [
      ['Belag', 38000],
      ['Entsorgung', 6500],
      ['Tore', 3200],
    ],
  },
  {
    title: 'Repair-Café: Werkzeug und Messgeräte',
    description: 'Reparieren statt wegwerfen, jeden ersten Samstag im Monat.',
    needs: [
      ['Werkzeug', 1250],
      ['Messgeräte', 980],
    ],
  },
  {
    title: 'Trainingshelme für die Inline-Skater',
    description: 'Dreißig Helme in allen Größen.',
    needs: [['Helme', 1050]],
  },
  {
    title: 'Vorlesepaten in Kindertagesstätten',
    description: 'Ausbildung und Bücherkisten für zwanzig Patinnen und Paten.',
    needs: [
      ['Seminare', 1600],
      ['Bücherkisten', 1100],
    ],
  },
  {
    title: 'Trinkbrunnen auf dem Marktplatz',
    description: 'Kostenloses Wasser an heißen Tagen.',
    needs: [
      ['Brunnen', 6900],
      ['Anschluss', 2400],
    ],
  },
  {
    title: 'Erste-Hilfe-Kurse für Jugendliche',
    description: 'Zehn Kurse an fünf Schulen.',
    needs: [
      ['Kursleitung', 2500],
      ['Übungspuppen', 1900],
    ],
  },
]

export const staff: readonly {
  username: string
  first_name: string
  last_name: string
  language: Locale
  permissions: readonly Permission[]
}[] = [
  {
    username: 'kvollmer',
    first_name: 'Katrin',
    last_name: 'Vollmer',
    language: 'sie_DE',
    permissions: [
      'change_projects',
      'create_projects',
      'archive_projects',
      'duplicate_projects',
      'change_organizations',
      'create_organizations',
      'change_reminders',
      'create_reminders',
      'change_reminder_templates',
      'view_documents',
      'view_emails',
      'view_statistics',
      'export_data',
    ],
  },
  {
    username: 'ademir',
    first_name: 'Ayşe',
    last_name: 'Demir',
    language: 'du_DE',
    permissions: [
      'create_documents',
      'change_documents',
      'view_projects',
      'view_organizations',
      'fund_projects',
      'defund_projects',
      'change_private_donations',
      'change_payouts',
      'change_bank_statements',
      'view_settings',
      'change_reminders',
      'create_reminders',
      'view_statistics',
      'export_data',
    ],
  },
  {
    username: 'jbrandt',
    first_name: 'Jonas',
    last_name: 'Brandt',
    language: 'en_US',
    permissions: [
      'view_projects',
      'view_organizations',
      'change_users',
      'invite_users',
      'view_permissions',
      'change_reminders',
      'change_emails',
      'change_email_templates',
      'view_logs',
    ],
  },
  {
    username: 'lsteinbach',
    first_name: 'Lukas',
    last_name: 'Steinbach',
    language: 'sie_DE',
    permissions: ['view_projects', 'view_organizations', 'view_reminders', 'view_statistics'],
  },
]

export const internalStatuses = ['Rückfrage offen', 'Unterlagen fehlen', 'Bereit zur Prüfung', 'Im Beirat']
export const bankAccounts = [
  { title: 'Regionalfonds Oberland', iban: 'DE02120300000000202051' },
  { title: 'Stiftungskonto Jugend', iban: 'DE02500105170137075030' },
]
export const companies = [
  { title: 'Talheimer Holzbau GmbH', budget_cents: 4_000_000 },
  { title: 'Stadtwerke Lindenau', budget_cents: 12_000_000 },
  { title: 'Brauerei Rosenberg KG', budget_cents: 2_550_000 },
]

/** Grants with their own validity of a year, each for one funding type. */
export const budgets = [
  {
    company: 'Stadtwerke Lindenau',
    title: 'Förderfonds',
    funding_type: fundingType.foundation,
    amount_cents: 1_800_000,
  },
  {
    company: 'Brauerei Rosenberg KG',
    title: 'Sommerfest',
    funding_type: fundingType.sponsoring,
    amount_cents: 300_000,
  },
]

export const taskTemplates = [
  {
    title: 'Freistellungsbescheid anfordern',
    description: 'Aktuellen Freistellungsbescheid beim Projektträger anfordern und ablegen.',
  },
  { title: 'Rückfrage zum Kostenplan klären', description: 'Posten über 1.000 € einzeln belegen lassen.' },
  { title: 'Inhaltliche Prüfung abschließen', description: '' },
  {
    title: 'Projektbilder nachfordern',
    description: 'Mindestens zwei Bilder mit Rechten für die Veröffentlichung.',
  },
  { title: 'Verwendungsnachweis prüfen', description: '' },
]
