import { formatValue } from './format-value.ts'
import { formatsOf, type OwnFormat } from './places.ts'
import { type TemplateKind, type TokenValues, tokensOf } from './tokens.ts'

/** Statements that the law requires of a receipt (BMF 2013-11-07, EStH annexes), in the order of the official text. */
export const legalParts = [
  'title',
  'law',
  'issuer',
  'donor',
  'amount',
  'amount_words',
  'gift_day',
  'period',
  'waiver',
  'status',
  'use',
  'fee',
  'no_other',
  'signed',
  'liability',
  'validity',
] as const
export type LegalPart = (typeof legalParts)[number]

type Words = readonly string[]
/** Words that must all be present; of several lists one is enough. */
type Requirement = { part: LegalPart; anyOf: readonly Words[]; required?: false }

const common: readonly Requirement[] = [
  { part: 'law', anyOf: [['im Sinne des § 10b des Einkommensteuergesetzes']] },
  { part: 'issuer', anyOf: [['Aussteller']] },
  { part: 'donor', anyOf: [['Name und Anschrift des Zuwendenden']] },
  { part: 'amount_words', anyOf: [['in Buchstaben']] },
  {
    part: 'status',
    anyOf: [
      ['Freistellungsbescheid', '§ 5 Abs. 1 Nr. 9 des Körperschaftsteuergesetzes', 'StNr.'],
      ['nach § 60a AO gesondert festgestellt', 'StNr.'],
    ],
  },
  { part: 'use', anyOf: [['Es wird bestätigt, dass die Zuwendung nur zur Förderung']] },
  // Only for issuers whose membership fees are not deductible.
  { part: 'fee', anyOf: [['dass es sich nicht um einen Mitgliedsbeitrag handelt']], required: false },
  { part: 'signed', anyOf: [['Ort, Datum und Unterschrift des Zuwendungsempfängers']] },
  {
    part: 'liability',
    anyOf: [['vorsätzlich oder grob fahrlässig', 'haftet für die entgangene Steuer', '§ 10b Abs. 4 EStG']],
  },
  {
    part: 'validity',
    anyOf: [['länger als 5 Jahre', 'länger als 3 Jahre', '§ 63 Abs. 5 AO']],
  },
]

const requirements: Partial<Record<TemplateKind, readonly Requirement[]>> = {
  donation_receipt: [
    { part: 'title', anyOf: [['Bestätigung über Geldzuwendungen']] },
    { part: 'amount', anyOf: [['Betrag der Zuwendung', 'in Ziffern']] },
    { part: 'gift_day', anyOf: [['Tag der Zuwendung']] },
    { part: 'waiver', anyOf: [['Es handelt sich um den Verzicht auf Erstattung von Aufwendungen']] },
    ...common,
  ],
  collective_receipt: [
    { part: 'title', anyOf: [['Sammelbestätigung über Geldzuwendungen']] },
    { part: 'amount', anyOf: [['Gesamtbetrag der Zuwendung', 'in Ziffern']] },
    { part: 'period', anyOf: [['Zeitraum der Sammelbestätigung']] },
    {
      part: 'waiver',
      anyOf: [
        ['Verzicht auf Erstattung von Aufwendungen handelt', 'Anlage zur Sammelbestätigung zu entnehmen'],
      ],
    },
    { part: 'no_other', anyOf: [['keine weiteren Bestätigungen', 'ausgestellt wurden und werden']] },
    ...common,
  ],
}

/** One required part of a receipt: statutory words, or the value of a token; if missing, the text searched for. */
export type CheckedPart = {
  kind: 'words' | 'value'
  key: string
  required: boolean
  found: boolean
  looked_for: string
}

/** Text for comparison, without case, white space, soft hyphens and dashes. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad\p{Pd}]/gu, '')

/**
 * The legal statements, found or not in the text of a receipt filled with `values`; empty for documents that are no
 * receipts. A value counts as found in any format in which a place may write it.
 */
export function checklistOf(
  kind: TemplateKind,
  text: string,
  values: TokenValues,
  own: readonly OwnFormat[] = [],
): CheckedPart[] {
  const parts = requirements[kind]
  if (!parts) return []
  const said = plain(text)
  const has = (words: string) => said.includes(plain(words))
  const inOrder = parts.toSorted((a, b) => legalParts.indexOf(a.part) - legalParts.indexOf(b.part))
  const words = inOrder.map(({ part, anyOf, required = true }): CheckedPart => {
    const missing = anyOf.map((all) => all.filter((one) => !has(one)))
    const nearest = missing.toSorted((a, b) => a.length - b.length)[0]!
    const found = nearest.length === 0
    return {
      kind: 'words',
      key: part,
      required,
      found,
      looked_for: (found ? anyOf[0]! : nearest).join(' … '),
    }
  })
  const tokens = tokensOf[kind].filter(
    ({ required, type }) => required && type !== 'boolean' && type !== 'image',
  )
  return [
    ...words,
    ...tokens.map(({ key, type }): CheckedPart => {
      const written = formatsOf[type]
        .flatMap((format) => [undefined, ...own].map((by) => formatValue(values[key], format, by)))
        .filter((one) => typeof one === 'string' && one !== '') as string[]
      return { kind: 'value', key, required: true, found: written.some(has), looked_for: written[0] ?? '' }
    }),
  ]
}

export const isComplete = (checked: readonly CheckedPart[]): boolean =>
  checked.every(({ required, found }) => found || !required)
