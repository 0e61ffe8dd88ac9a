import type { TextKeyUnder } from '#shared/text-keys.ts'

/** Kinds of documents made from a template. */
export const templateKinds = [
  'thank_you',
  'funding_agreement',
  'profit_savings',
  'donation_receipt',
  'collective_receipt',
] as const
export type TemplateKind = (typeof templateKinds)[number]

/**
 * Types of token values: a line of text, several lines, a day, cents in figures or in words, a checkbox, a picture by
 * the hash of its content.
 */
export const tokenTypes = ['text', 'lines', 'day', 'eur', 'eur_words', 'boolean', 'image'] as const
export type TokenType = (typeof tokenTypes)[number]

/** Value of a token: cents are integers, days `YYYY-MM-DD`, lines are separated by `\n`. */
export type TokenValue = string | number | boolean
export type TokenValues = Record<string, TokenValue>

/** A value that documents of one kind can show. */
export type Token = {
  key: string
  label: TextKeyUnder<'documents.tokens'>
  type: TokenType
  /** A version that lacks it is not activated. */
  required: boolean
  /** Sample value in previews. */
  sample: TokenValue
}

const token = (key: string, type: TokenType, sample: TokenValue, required = true): Token => ({
  key,
  label: `documents.tokens.${key}` as Token['label'],
  type,
  required,
  sample,
})
const optional = (key: string, type: TokenType, sample: TokenValue) => token(key, type, sample, false)

const place = [optional('issuer_city', 'text', 'Hohenfels'), token('issue_day', 'day', '2026-11-23')]
const issuer = [
  token('issuer', 'lines', 'Naturschutzgruppe Hohenfels e. V.\nAm Anger 4\n78355 Hohenfels'),
  optional('issuer_name', 'text', 'Naturschutzgruppe Hohenfels e. V.'),
]
const donor = [
  token('donor', 'lines', 'Ελένη Παπαδοπούλου\nGroße Straße 12\n70173 Stuttgart'),
  optional('donor_name', 'text', 'Ελένη Παπαδοπούλου'),
]
const project = [optional('project', 'text', 'Nistkästen für die Grundschule')]
const signature = [optional('signature', 'image', '')]
/** Only letters show one: a receipt's content must survive for its reprints. */
const photo = [optional('photo', 'image', '')]

const proof = [
  token('proof_kind', 'text', 'Freistellungsbescheid'),
  token('purposes', 'lines', 'Naturschutz und Landschaftspflege (§ 52 Abs. 2 Satz 1 Nr. 8 AO)'),
  token('tax_office', 'text', 'Singen'),
  token('tax_number', 'text', '18165/04712'),
  token('notice_day', 'day', '2024-03-12'),
  token('period', 'text', '2020 bis 2022'),
  optional('is_notice', 'boolean', true),
  optional('is_art60a', 'boolean', false),
]
/** Statement of a machine-made receipt; empty when a person signs by hand. */
const announced = [
  optional(
    'announced',
    'lines',
    'Diese Zuwendungsbestätigung wurde maschinell erstellt und ist ohne eigenhändige Unterschrift gültig. Das Verfahren wurde dem Finanzamt Singen am 12.03.2026 angezeigt (R 10b.1 Abs. 4 EStR).',
  ),
]
const certified = [
  ...issuer,
  ...donor,
  token('amount', 'eur', 4000),
  token('amount_words', 'eur_words', 4000),
  ...proof,
  token('number', 'text', '2026-0061'),
  ...place,
  ...signature,
  ...announced,
]
const given = [
  ...issuer,
  token('amount', 'eur', 1_250_000),
  optional('amount_words', 'eur_words', 1_250_000),
  token('project', 'text', 'Nistkästen für die Grundschule'),
  ...place,
  ...signature,
  ...photo,
]

/** Empty for gifts that need a receipt, and where the organization's proof does not count. */
const slip = [
  optional(
    'slip',
    'lines',
    'Beleg für das Finanzamt: Für Zuwendungen bis 300 Euro gilt dieser Beleg zusammen mit der Buchungsbestätigung Ihrer Bank (zum Beispiel dem Kontoauszug) als Zuwendungsnachweis (§ 50 Abs. 4 Satz 1 Nr. 2 EStDV).',
  ),
]

/** Tokens of each kind of document, in reading order. */
export const tokensOf: Record<TemplateKind, readonly Token[]> = {
  thank_you: [
    ...donor,
    token('amount', 'eur', 4000),
    token('gift_day', 'day', '2026-04-22'),
    optional('amount_words', 'eur_words', 4000),
    token('project', 'text', 'Nistkästen für die Grundschule'),
    token('issuer_name', 'text', 'Naturschutzgruppe Hohenfels e. V.'),
    ...place,
    ...signature,
    ...photo,
    ...slip,
  ],
  funding_agreement: [...given, optional('project_ends_on', 'day', '2027-08-31')],
  profit_savings: [...given, token('year', 'text', '2026'), optional('purposes', 'lines', 'Naturschutz')],
  donation_receipt: [
    ...certified,
    token('gift_day', 'day', '2026-04-22'),
    token('waiver', 'boolean', false),
    optional('no_waiver', 'boolean', true),
    ...project,
  ],
  collective_receipt: [
    ...certified,
    token('period_from', 'day', '2026-01-01'),
    token('period_until', 'day', '2026-12-31'),
    optional('gifts', 'text', '4'),
  ],
}

/** The sample of a kind: what a preview is filled with. */
export function sampleOf(kind: TemplateKind): TokenValues {
  return Object.fromEntries(tokensOf[kind].map(({ key, sample }) => [key, sample]))
}

/** The required tokens that a mapping leaves out, in the order in which they are read. */
export function missingTokens(kind: TemplateKind, mapped: ReadonlySet<string>): Token[] {
  return tokensOf[kind].filter(({ key, required }) => required && !mapped.has(key))
}
