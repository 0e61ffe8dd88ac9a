import { type ImportField, importFields } from '#features/imports/columns/fields.ts'
import type { Mapping } from '#features/imports/columns/mapping.ts'
import type { Expression, SkipRule } from '#features/imports/shape.ts'

/** A command line that cannot be parsed. */
export class UsageError extends Error {}

/**
 * The command line's description of a file's shape; columns by name or number from 1, resolved once the file is open.
 */
export type ShapeArguments = {
  constant: string[]
  also: string[]
  join: string[]
  joinedBy: string
  split: string[]
  slice: string[]
  skip: string[]
  keepSums: boolean
  projectPerYear: boolean
}

/** The index of a column in the file; throws UsageError when there is none. */
export type FindColumn = (column: string) => number

/** Finds columns by their header name, else by their number from 1. */
export function columnFinder(names: readonly string[], option: string): FindColumn {
  return (column) => {
    const named = names.indexOf(column)
    const place = named >= 0 ? named : /^\d+$/.test(column) ? Number(column) - 1 : -1
    if (place < 0 || place >= names.length)
      throw new UsageError(`${option}: the file has no column ${column}.`)
    return place
  }
}

/** `FIELD=REST` of an option; throws UsageError for another form or an unknown field. */
export function fieldAndRest(option: string, text: string, form: string): [ImportField, string] {
  const at = text.indexOf('=')
  const field = text.slice(0, at)
  if (at < 0 || !(importFields as readonly string[]).includes(field))
    throw new UsageError(`${option} ${text}: write it as ${form}.`)
  return [field as ImportField, text.slice(at + 1)]
}

/** The parts of a mapping beyond plain columns. */
export function shapeOf(
  given: ShapeArguments,
  names: readonly string[],
): Pick<Mapping, 'values' | 'skip' | 'keepSums' | 'projectPerYear'> {
  const values: NonNullable<Mapping['values']> = {}
  const put = (option: string, field: ImportField, expression: Expression) => {
    if (values[field]) throw new UsageError(`${option}: ${field} is said twice.`)
    values[field] = expression
  }
  for (const text of given.constant) {
    const [field, constant] = fieldAndRest('--constant', text, 'FIELD=TEXT')
    put('--constant', field, { parts: [{ constant }], join: '' })
  }
  for (const text of given.also) {
    const [field, column] = fieldAndRest('--also', text, 'FIELD=COLUMN')
    put('--also', field, { parts: [{ column: columnFinder(names, '--also')(column) }], join: '' })
  }
  for (const text of given.join) {
    const [field, rest] = fieldAndRest('--join', text, 'FIELD=COLUMN|COLUMN')
    const parts = rest.split('|').map((column) => ({ column: columnFinder(names, '--join')(column) }))
    put('--join', field, { parts, join: given.joinedBy })
  }
  for (const text of given.split) {
    const [field, rest] = fieldAndRest('--split', text, 'FIELD=COLUMN|SEPARATOR|PART')
    const [column = '', separator = '', part = ''] = rest.split('|')
    if (separator === '' || !/^-?[1-9]\d?$/.test(part))
      throw new UsageError(`--split ${text}: write it as FIELD=COLUMN|SEPARATOR|PART.`)
    const place = columnFinder(names, '--split')(column)
    put('--split', field, { parts: [{ column: place, split: { separator, part: Number(part) } }], join: '' })
  }
  for (const text of given.slice) {
    const [field, rest] = fieldAndRest('--slice', text, 'FIELD=COLUMN|FROM|LENGTH')
    const match = /^(.*)\|([1-9]\d{0,2})\|([1-9]\d{0,2})$/.exec(rest)
    if (!match) throw new UsageError(`--slice ${text}: write it as FIELD=COLUMN|FROM|LENGTH.`)
    const place = columnFinder(names, '--slice')(match[1]!)
    const slice = { from: Number(match[2]), length: Number(match[3]) }
    put('--slice', field, { parts: [{ column: place, slice }], join: '' })
  }
  const skip = given.skip.map((text) => readSkip(text, names))
  return {
    ...(Object.keys(values).length > 0 && { values }),
    ...(skip.length > 0 && { skip }),
    ...(given.keepSums && { keepSums: true }),
    ...(given.projectPerYear && { projectPerYear: true }),
  }
}

function readSkip(text: string, names: readonly string[]): SkipRule {
  const match = /^([^=~!]+)(!?=|~)(.*)$/.exec(text)
  if (!match || (match[2] !== '=' && match[3] === ''))
    throw new UsageError(
      `--skip ${text}: write it as COLUMN=TEXT, COLUMN!=TEXT, COLUMN~PART, or COLUMN= for empty cells.`,
    )
  const column = columnFinder(names, '--skip')(match[1]!)
  const words = match[3]!
  const tests = { '~': 'contains', '!=': 'is_not', '=': words === '' ? 'empty' : 'is' } as const
  const test = tests[match[2] as keyof typeof tests]
  return { column, test, text: words }
}
