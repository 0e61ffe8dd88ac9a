import { showDay } from '../dates.ts'
import {
  type FilterShape,
  me,
  nobody,
  noDay,
  numberedValue,
  readRange,
  relativeDay,
} from './filter-shapes.ts'
import { negations } from './list-declaration.ts'
import { type FilterRecord, filtersOf, type ListRecord } from './list-record.ts'
import type { Locale } from '../messages.ts'
import { formatEuro, formatInteger } from '../money.ts'

/** Texts for server and page, and names of values from the database, by filter and value. */
export type FilterTexts = {
  locale: Locale
  textOf: (key: string, parameters?: Record<string, string | number>) => string
  titles?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** One filter as text: `Town · is not · Berlin, Bonn`. */
export type FilterInWords = { name: string; heading: string; negated: boolean; values: string[] }

/** The filters of a query as text, in the list's declared order: chips, exports and bulk acts show the same. */
export function filterWords(
  list: ListRecord,
  asked: Readonly<Record<string, readonly string[] | undefined>>,
  texts: FilterTexts,
): FilterInWords[] {
  return filtersOf(list).flatMap((filter) => {
    const values = asked[filter.name]
    if (!values || values.length === 0) return []
    return [
      {
        name: filter.name,
        heading: texts.textOf(filter.heading),
        negated: asked[negations]?.includes(filter.name) === true,
        values: values.map(
          (value) => texts.titles?.[filter.name]?.[value] ?? valueWords(filter, value, texts),
        ),
      },
    ]
  })
}

/** One value of a filter as text. */
export function valueWords(filter: FilterRecord, value: string, texts: FilterTexts): string {
  const { values, also = {}, numbered = {}, shape } = filter
  if (values === 'any') return shape ? shapeWords(shape, value, texts) : value
  const counted = numberedValue(value)
  const withNumber = counted && numbered[counted[0]]
  if (withNumber) return texts.textOf(withNumber, { count: counted[1] })
  return texts.textOf(values[value] ?? also[value] ?? value)
}

function shapeWords(shape: FilterShape, value: string, { locale, textOf }: FilterTexts): string {
  if (shape === 'postcode') return value
  if (shape === 'person') return value === me || value === nobody ? textOf(`filters.${value}`) : value
  if (value === noDay) return textOf('labels.none')
  const bound = (text: string) => {
    if (shape === 'cents') return formatEuro(Number(text), locale)
    if (shape === 'number') return formatInteger(Number(text), locale)
    if (shape === 'percent') return `${formatInteger(Number(text), locale)} %`
    return dayWords(text, textOf)
  }
  const { from, to } = readRange(value)
  if (from !== undefined && to !== undefined)
    return from === to ? bound(from) : textOf('filters.between', { from: bound(from), to: bound(to) })
  return from === undefined
    ? textOf('filters.to', { to: bound(to ?? '') })
    : textOf('filters.from', { from: bound(from) })
}

function dayWords(text: string, textOf: FilterTexts['textOf']): string {
  const meant = relativeDay(text)
  if (!meant) return text
  if ('day' in meant) return showDay(meant.day)
  if (meant.offset === 0) return textOf('filters.today')
  return meant.offset > 0
    ? textOf('filters.in_days', { count: meant.offset })
    : textOf('filters.days_ago', { count: -meant.offset })
}
