import type { Locale } from '#shared/messages.ts'
import { foldName } from '#shared/normalize.ts'
import { text } from '#server/base/texts.ts'
import { type DocumentType, documentTypes } from '../rules.ts'

/** Kinds named differently from their type, each with its type. */
const kinds = {
  art60a: { type: 'exemption_notice', name: 'documents.kinds.art60a' },
  donor_letter: { type: 'letter', name: 'documents.kinds.donor_letter' },
  thank_you: { type: 'letter', name: 'documents.template_kinds.thank_you' },
  profit_savings: { type: 'other', name: 'documents.template_kinds.profit_savings' },
  collective: { type: 'receipt', name: 'documents.template_kinds.collective_receipt' },
} as const

const hasOwnName = (kind: string): kind is keyof typeof kinds => Object.hasOwn(kinds, kind)

/** Name of a document's type; a finding under § 60a and a letter to a donor have their own names. */
export function typeText(locale: Locale, type: DocumentType, kind: string): string {
  return kind === 'art60a' || kind === 'donor_letter'
    ? text(locale, kinds[kind].name)
    : text(locale, `documents.types.${type}`)
}

type Named = { type: DocumentType; kind: string; number: string | null; issued_on: string | null }

/** A document's name in words: its kind with its number or year of issue: `Notice of exemption 2022`. */
export function nameInWords(locale: Locale, { type, kind, number, issued_on }: Named): string {
  const what = kindText(locale, type, kind)
  const mark = number ?? issued_on?.slice(0, 4)
  return mark === undefined ? what : text(locale, 'documents.named', { kind: what, mark })
}

function kindText(locale: Locale, type: DocumentType, kind: string): string {
  if (hasOwnName(kind)) return text(locale, kinds[kind].name)
  return type === 'other' ? text(locale, 'documents.other_named') : text(locale, `documents.types.${type}`)
}

/** The kinds whose name holds a folded word, as `type` or `type/kind`. */
export function kindsNamed(word: string, locale: Locale): string[] {
  const all: [DocumentType, string][] = [
    ...documentTypes.map((type): [DocumentType, string] => [type, '']),
    ...Object.entries(kinds).map(([kind, { type }]): [DocumentType, string] => [type, kind]),
  ]
  return all
    .filter(([type, kind]) => foldName(kindText(locale, type, kind)).includes(word))
    .map(([type, kind]) => (kind === '' ? type : `${type}/${kind}`))
}
