import { textOfCell } from '#shared/labels.ts'
import { type Cells, type Value, wordsOf } from '#shared/lists/list-cells.ts'
import type { ColumnKind, ColumnRecord, FilterRecord, ListRecord } from '#shared/lists/list-record.ts'
import type { TextKey } from '#shared/text-keys.ts'
import type { OfferedField } from './contract.ts'
import { answeredValue, shapeOf, unansweredValue } from './filter.ts'
import { type Answer, prefix } from './names.ts'
import type { FieldType } from './rules.ts'

const kinds: Record<FieldType, ColumnKind> = {
  text: 'text',
  paragraph: 'text',
  number: 'number',
  amount: 'EUR',
  day: 'day',
  boolean: 'text',
  choice: 'text',
}

// Labels written by people are shown as they are and have no catalogue key.
const asWritten = (words: string) => words as TextKey

const filterOf = ({ type, choices }: OfferedField): FilterRecord => {
  const shape = shapeOf(type)
  if (shape) return { values: 'any', shape, kept: false }
  const chosen = Object.fromEntries(choices.map(({ key, label }) => [key, asWritten(label)]))
  const answered = { [answeredValue]: 'additional_fields.given' } as const
  return choices.length > 0
    ? { values: { ...chosen, [unansweredValue]: 'additional_fields.none' }, also: answered, kept: false }
    : { values: { ...answered, [unansweredValue]: 'additional_fields.none' }, kept: false }
}

// A header's filter menu offers values; ranges are entered through "+ Filter".
const hasFunnel = ({ type }: OfferedField) => shapeOf(type) === undefined

const columnOf = (field: OfferedField): ColumnRecord => ({
  heading: asWritten(field.label),
  kind: kinds[field.type],
  ...(hasFunnel(field) && { filter: { ...filterOf(field), name: prefix + field.key } }),
  optional: true,
  card: false,
  width: 120,
})

/**
 * A list with the fields as optional columns and filters. Inactive fields are not offered, but keep their name for views and
 * addresses that filter by them.
 */
export function withFields<L extends ListRecord>(list: L, fields: readonly OfferedField[]): L & ListRecord {
  if (fields.length === 0) return list
  const named = (some: readonly OfferedField[]) => some.map((field) => [prefix + field.key, field] as const)
  const asked = named(fields.filter(({ active }) => active))
  const others = named(fields.filter((field) => !field.active || !hasFunnel(field)))
  return {
    ...list,
    columns: {
      ...list.columns,
      ...Object.fromEntries(asked.map(([name, field]) => [name, columnOf(field)])),
    },
    otherFilters: {
      ...list.otherFilters,
      ...Object.fromEntries(
        others.map(([name, field]) => [name, { ...filterOf(field), heading: asWritten(field.label) }]),
      ),
    },
    ...(list.filterMenu &&
      asked.length > 0 && {
        filterMenu: [
          ...list.filterMenu,
          { heading: 'additional_fields.title' as const, filters: asked.map(([name]) => name) },
        ],
      }),
  }
}

type RowWithAnswers = { additional: Readonly<Record<string, Answer>> }

export function answerCells(fields: readonly OfferedField[]): Record<string, (row: RowWithAnswers) => Value> {
  return Object.fromEntries(
    fields.map((field) => [
      prefix + field.key,
      ({ additional }) => answerValue(field, additional[field.key]),
    ]),
  )
}

export function withCells<L extends ListRecord, Row extends RowWithAnswers>(
  cells: Cells<L, Row>,
  fields: readonly OfferedField[],
): Cells<L, Row> {
  return { ...cells, ...answerCells(fields) }
}

/** An answer as an export column: choices by label, numbers and days in their own types. */
export function answerColumn(field: OfferedField) {
  return {
    heading: asWritten(field.label),
    kind: kinds[field.type],
    value: ({ additional }: RowWithAnswers): string | number | null => {
      const value = answerValue(field, additional[field.key])
      return value !== null && typeof value === 'object' ? textOfCell(value, String) : value
    },
  }
}

export function answerInWords(
  field: OfferedField,
  answer: Answer | undefined,
  texts: Parameters<typeof wordsOf>[2],
): string {
  return wordsOf(kinds[field.type], answerValue(field, answer), texts)
}

/** An answer as a cell value: choices by label, days and numbers unchanged. */
export function answerValue({ type, choices }: OfferedField, answer: Answer | undefined): Value {
  if (answer === undefined) return null
  const chosen = type === 'boolean' ? (answer ? 'yes' : 'no') : answer
  if (type === 'boolean' || type === 'choice')
    return { text: choices.find(({ key }) => key === chosen)?.label ?? String(chosen) }
  if (kinds[type] !== 'text') return answer as Value
  return { text: String(answer) }
}
