import { agrees, type FoundField, type FoundValue } from '#features/document-reading/findings.ts'

/** Fields stored in a record; a notice's period is not stored. */
export const recordFields = [
  'issued_on',
  'tax_number',
  'tax_office',
  'purposes',
] as const satisfies FoundField[]
export type RecordField = (typeof recordFields)[number]
/** A day is `YYYY-MM-DD` or the typed text; '' means none. */
export type Values = Record<RecordField, string>

export type Decision = 'used' | 'kept'
export type Decisions = Partial<Record<RecordField, Decision>>

/** Result of comparing a found value with the record, or the person's decision on it. */
export type FoundState = 'agrees' | 'suggestion' | 'differs' | Decision

/** A found value in the list, with the number of its marker on the page. */
export type FoundItem = {
  field: RecordField
  number: number
  candidates: readonly FoundValue[]
  /** The relevant candidate: the only one, one that agrees, or the one a person chose. */
  chosen: FoundValue | undefined
  recorded: string
  state: FoundState
}

type FoundFields = readonly { field: FoundField; candidates: readonly FoundValue[] }[]

export function itemsOf(
  found: FoundFields,
  recorded: Values,
  { decisions, choices }: { decisions: Decisions; choices: Partial<Record<RecordField, number>> },
): FoundItem[] {
  const known = found.flatMap(({ field, candidates }) => (isRecorded(field) ? [{ field, candidates }] : []))
  return known.map(({ field, candidates }, at) => {
    const record = recorded[field]
    const same = candidates.find(({ value }) => record !== '' && agrees(field, value, record))
    const chosen = same ?? candidates[candidates.length === 1 ? 0 : (choices[field] ?? -1)]
    const open = record === '' ? 'suggestion' : 'differs'
    const state = decisions[field] ?? (same ? 'agrees' : open)
    return { field, number: at + 1, candidates, chosen, recorded: record, state }
  })
}

const isRecorded = (field: FoundField): field is RecordField =>
  (recordFields as readonly FoundField[]).includes(field)

/** True while a value differs from the record or is missing there, and no person has decided. */
export const isOpen = ({ state }: Pick<FoundItem, 'state'>) => state === 'suggestion' || state === 'differs'

/** The next open value after a field, wrapping around at the end. */
export function nextOpen(items: readonly FoundItem[], field: RecordField | undefined): FoundItem | undefined {
  const at = items.findIndex((item) => item.field === field)
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(isOpen)
}
