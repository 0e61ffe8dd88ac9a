import { addDays, type Day } from '#shared/dates.ts'
import { acceptsFormat, type Box, formatsOf, type FoundPdf, type Mapping, sizeLimits } from './places.ts'
import { missingTokens, type TemplateKind, tokensOf } from './tokens.ts'

/** When a version counts: from its first day on, until its last or until the next one begins. */
export type Window = { number: number; valid_from: Day; valid_until: Day | null }

/** The days of each version, the earliest first; an open one ends the day before the next begins. */
export function windowsOf<V extends Window>(versions: readonly V[]): (V & { ends: Day | null })[] {
  const inOrder = versions.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
  return inOrder.map((version, at) => {
    const next = inOrder[at + 1]
    return { ...version, ends: version.valid_until ?? (next ? addDays(next.valid_from, -1) : null) }
  })
}

/** The first version whose days meet those of the version before it. */
export function overlap(versions: readonly Window[]): { number: number; with: number } | undefined {
  const inOrder = windowsOf(versions)
  const at = inOrder.findIndex((version, one) => {
    const next = inOrder[one + 1]
    if (next === undefined) return false
    // An open one ends where the next begins, unless that is the same day.
    const isSameDay = version.valid_from === next.valid_from
    return isSameDay || version.ends === null || version.ends >= next.valid_from
  })
  return at < 0 ? undefined : { number: inOrder[at + 1]!.number, with: inOrder[at]!.number }
}

/** Days between two versions on which none counts. */
export function gaps(versions: readonly Window[]): { from: Day; until: Day }[] {
  const inOrder = windowsOf(versions)
  return inOrder.slice(1).flatMap(({ valid_from }, at) => {
    const { ends } = inOrder[at]!
    const from = ends === null ? valid_from : addDays(ends, 1)
    return from < valid_from ? [{ from, until: addDays(valid_from, -1) }] : []
  })
}

/** The version that counts on a day, of those that may be used. */
export function versionOn<V extends Window>(versions: readonly V[], day: Day): V | undefined {
  return windowsOf(versions).findLast(
    ({ valid_from, ends }) => valid_from <= day && (ends === null || ends >= day),
  )
}

/** The part of a mapping that exists in the PDF: its fields, and places on its pages. */
export function mappingInPdf({ fields, placed }: Mapping, { fields: found }: FoundPdf): Mapping {
  const names = new Set(found.map(({ name }) => name))
  return { fields: fields.filter(({ field }) => names.has(field)), placed }
}

/** Fields of the mapping that the PDF does not have, e.g. after the PDF was replaced. */
export function missingPdfFields({ fields }: Mapping, { fields: found }: FoundPdf): string[] {
  const names = new Set(found.map(({ name }) => name))
  return fields.filter(({ field }) => !names.has(field)).map(({ field }) => field)
}

export function missingIn(kind: TemplateKind, mapping: Mapping, found: FoundPdf): string[] {
  const { fields, placed } = mappingInPdf(mapping, found)
  const present = new Set([...fields, ...placed].map(({ token }) => token))
  return missingTokens(kind, present).map(({ key }) => key)
}

export type MappingFault = {
  at: 'fields' | 'placed'
  reason:
    | 'unknown_field'
    | 'field_twice'
    | 'unknown_token'
    | 'format'
    | 'field_type'
    | 'size'
    | 'outside'
    | 'id_twice'
  name: string
}

const smallestSide = 4

/** The first error of a mapping; fields in `known` may be gone from the PDF. */
export function mappingFault(
  kind: TemplateKind,
  { fields, placed }: Mapping,
  found: FoundPdf,
  known: ReadonlySet<string> = new Set(),
): MappingFault | undefined {
  const types = new Map(found.fields.map(({ name, type }) => [name, type]))
  const tokens = new Map(tokensOf[kind].map((token) => [token.key, token]))
  const wrongValue = ({ token, format, size }: Mapping['fields'][number] | Mapping['placed'][number]) => {
    const { type } = tokens.get(token) ?? {}
    if (!type) return 'unknown_token'
    if (!formatsOf[type].includes(format)) return 'format'
    return size.from > size.to || size.from < sizeLimits.smallest || size.to > sizeLimits.largest
      ? 'size'
      : undefined
  }
  const seen = new Set<string>()
  for (const one of fields) {
    const type = types.get(one.field)
    const reason =
      type === undefined && !known.has(one.field)
        ? 'unknown_field'
        : seen.has(one.field)
          ? 'field_twice'
          : (wrongValue(one) ??
            (type !== undefined && !acceptsFormat(type, one.format) ? 'field_type' : undefined))
    if (reason) return { at: 'fields', reason, name: one.field }
    seen.add(one.field)
  }
  const ids = new Set<string>()
  for (const one of placed) {
    const page = found.pages[one.page - 1]
    const reason = ids.has(one.id)
      ? 'id_twice'
      : (wrongValue(one) ?? (page !== undefined && isInside(one, page) ? undefined : 'outside'))
    if (reason) return { at: 'placed', reason, name: one.token }
    ids.add(one.id)
  }
  return undefined
}

const isInside = (box: Box, page: Box) =>
  box.width >= smallestSide &&
  box.height >= smallestSide &&
  box.x >= page.x - 0.5 &&
  box.y >= page.y - 0.5 &&
  box.x + box.width <= page.x + page.width + 0.5 &&
  box.y + box.height <= page.y + page.height + 0.5
