import { fitText } from '../fit-text.ts'
import { formatValue } from '../format-value.ts'
import {
  type Box,
  type Format,
  formatsOf,
  type Mapping,
  type OwnFormat,
  type PlacedToken,
  sizes,
  type Size,
  acceptsFormat,
  usualSize,
} from '../places.ts'
import { type TemplateKind, type Token, type TokenValues, tokensOf } from '../tokens.ts'
import type { Answer } from '#web/api.ts'

export type Fields = Answer<'GET /api/v4/document-templates/:slug/versions/:number/fields/'>
export type PdfField = Fields['found'][number]

/** The selection: a field of the PDF by its name, or a placed token by its id. */
export type SpotRef = { kind: 'field' | 'placed'; key: string }

/** A place on a page that holds something or may hold it. */
export type Spot = SpotRef & {
  page: number
  box: Box
  token?: string
  format?: Format
  size?: Size
  /** The form's own format for days or amounts there. */
  own?: OwnFormat
}

export const isSame = (a: SpotRef | undefined, b: SpotRef) => a?.kind === b.kind && a.key === b.key

/** Every place of every page in the order in which it is read: from the top, and from the left on a line. */
export function spotsOf({ fields, placed }: Mapping, found: readonly PdfField[]): Spot[] {
  const mapped = new Map(fields.map((one) => [one.field, one]))
  const spots: Spot[] = found.flatMap(({ name, places, own_format }) => {
    const own = own_format && { own: own_format }
    return places.map(({ page, ...box }) => ({
      kind: 'field',
      key: name,
      page,
      box,
      ...own,
      ...valueOf(mapped.get(name)),
    }))
  })
  for (const { id, page, x, y, width, height, ...value } of placed)
    spots.push({ kind: 'placed', key: id, page, box: { x, y, width, height }, ...valueOf(value) })
  const top = ({ box }: Spot) => Math.round((box.y + box.height) / 8)
  return spots.toSorted((a, b) => a.page - b.page || top(b) - top(a) || a.box.x - b.box.x)
}

const valueOf = (value: { token: string; format: Format; size: Size } | undefined) =>
  value && { token: value.token, format: value.format, size: value.size }

/** Tokens that a field can hold; all of them for a place set by hand. */
export const tokensFor = (kind: TemplateKind, type?: PdfField['type']): Token[] =>
  tokensOf[kind].filter(
    (token) => type === undefined || formatsOf[token.type].some((format) => acceptsFormat(type, format)),
  )

export const tokenOf = (kind: TemplateKind, key: string) => tokensOf[kind].find((token) => token.key === key)

/** Formats of a token that its place takes. */
export const formatsFor = (token: Token, type?: PdfField['type']): Format[] =>
  formatsOf[token.type].filter((format) => type === undefined || acceptsFormat(type, format))

/** The usual format of a token in its place: several lines where there is room for them. */
function usualFormat(token: Token, type?: PdfField['type']): Format {
  const formats = formatsFor(token, type)
  if (type === 'text' && formats.includes('text')) return 'text'
  return formats[0] ?? formatsOf[token.type][0]
}

/** A field with another token, or none. */
export function withToken(mapping: Mapping, found: PdfField, token: Token | undefined): Mapping {
  const before = mapping.fields.find(({ field }) => field === found.name)
  const others = mapping.fields.filter(({ field }) => field !== found.name)
  if (!token) return { ...mapping, fields: others }
  const one = {
    field: found.name,
    token: token.key,
    format: usualFormat(token, found.type),
    size: before?.size ?? usualSize,
  }
  return { ...mapping, fields: [...others, one] }
}

type Changes = Partial<Omit<PlacedToken, 'id'>>

/** Changes format or size of a field's token, or anything of a placed one. */
export function updateSpot(mapping: Mapping, { kind, key }: SpotRef, changes: Changes): Mapping {
  if (kind === 'placed')
    return {
      ...mapping,
      placed: mapping.placed.map((one) => (one.id === key ? { ...one, ...changes } : one)),
    }
  const { format, size } = changes
  const set = { ...(format && { format }), ...(size && { size }) }
  return { ...mapping, fields: mapping.fields.map((one) => (one.field === key ? { ...one, ...set } : one)) }
}

export const replaceToken = (mapping: Mapping, key: string, token: Token): Mapping =>
  updateSpot(mapping, { kind: 'placed', key }, { token: token.key, format: usualFormat(token) })

/** Removes a placed token, or the token of a field. */
export function removeToken(mapping: Mapping, { kind, key }: SpotRef): Mapping {
  return kind === 'placed'
    ? { ...mapping, placed: mapping.placed.filter(({ id }) => id !== key) }
    : { ...mapping, fields: mapping.fields.filter(({ field }) => field !== key) }
}

export const minBoxSize = 6

/** A box inside its page, in whole points, no smaller than a letter. */
export function clampToPage(box: Box, page: Box): Box {
  const width = Math.round(Math.min(Math.max(box.width, minBoxSize), page.width))
  const height = Math.round(Math.min(Math.max(box.height, minBoxSize), page.height))
  const between = (value: number, low: number, high: number) =>
    Math.min(Math.max(Math.round(value), low), high)
  return {
    x: between(box.x, Math.ceil(page.x), Math.floor(page.x + page.width - width)),
    y: between(box.y, Math.ceil(page.y), Math.floor(page.y + page.height - height)),
    width,
    height,
  }
}

/** Places a token on a page; returns the mapping and the new selection. */
export function placeToken(mapping: Mapping, token: Token, page: number, box: Box): [Mapping, SpotRef] {
  const taken = new Set(mapping.placed.map(({ id }) => id))
  let number = mapping.placed.length + 1
  while (taken.has(`p${number}`)) number++
  const id = `p${number}`
  const one = { id, page, token: token.key, format: usualFormat(token), size: usualSize, ...box }
  return [
    { ...mapping, placed: [...mapping.placed, one] },
    { kind: 'placed', key: id },
  ]
}

/** Arrow keys move by a point, with Shift by ten; with Alt they change the size from the lower right corner. */
export function moveByArrow(
  box: Box,
  { key, shiftKey, altKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>,
): Box | undefined {
  const step = shiftKey ? 10 : 1
  const ways: Record<string, [number, number]> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, step],
    ArrowDown: [0, -step],
  }
  const way = ways[key]
  if (!way) return undefined
  const [right, up] = way
  if (!altKey) return { ...box, x: box.x + right, y: box.y + up }
  const height = Math.max(minBoxSize, box.height - up)
  return { ...box, width: box.width + right, height, y: box.y + box.height - height }
}

/** Sample values of previews, and the widths of their letters at one point. */
export type Sample = { values: TokenValues; letters: Readonly<Record<string, number>> }

/** The sample in a place, and the size at which it fits. */
export function sampleIn(
  { token, format, size, box, own }: Pick<Spot, 'token' | 'format' | 'size' | 'box' | 'own'>,
  { values, letters }: Sample,
) {
  if (token === undefined || format === undefined || size === undefined) return undefined
  const value = formatValue(values[token], format, own)
  if (typeof value === 'boolean')
    return { text: value ? 'X' : '', lines: [value ? 'X' : ''], points: box.height * 0.9, fits: true }
  const measure = (text: string) =>
    Array.from(text).reduce((sum, letter) => sum + (letters[letter] ?? 0.6), 0)
  return { text: value.split('\n').join(', '), ...fitText(value, box, size, measure, format === 'lines') }
}

export const sizeKey = ({ from, to }: Size) => `${from}-${to}`
/** Sizes to choose from, with the one that is set. */
export const sizesWith = (set: Size): Size[] =>
  sizes.some((one) => sizeKey(one) === sizeKey(set)) ? [...sizes] : [...sizes, set]
