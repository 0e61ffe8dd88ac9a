import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Encoding, encodings, type Separator, separators } from '#shared/reading/encodings.ts'
import { type ImportOptions } from '#features/imports/choices.ts'
import { isRate } from '#features/imports/rates.ts'
import { currenciesOf } from '#features/imports/columns/currency.ts'
import { type ImportField, importFields } from '#features/imports/columns/fields.ts'
import type { Mapping } from '#features/imports/columns/mapping.ts'
import { years } from '#features/imports/rules.ts'
import { valueFields } from '#features/imports/shape.ts'
import type { FundingType } from '#features/ledger/funding-types.ts'
import { type Locale, locales } from '#shared/messages.ts'
import { columnFinder, fieldAndRest, type ShapeArguments, shapeOf, UsageError } from './import-shape.ts'

/** Arguments of `npm run import`. */
export type Arguments = {
  path: string
  dryRun: boolean
  yes: boolean
  sum: string | undefined
  refused: string | undefined
  header: boolean | undefined
  cents: boolean
  /** Field → column, by its name in the header or its number from 1; an empty column unmaps the field. */
  mapping: { field: ImportField; column: string }[]
  shape: ShapeArguments
  recipe: string | undefined
  /** The argument; else the recipe's, or a donation. */
  fundingType: FundingType | undefined
  /** Rows above the header; detected by default. */
  above: number | undefined
  options: ImportOptions
}

export const usage = `npm run import -- FILE [options]

  --dry-run             count what the file would bring, change nothing
  --partial             import the good rows and leave the refused ones out
  --refused FILE        write the refused rows with the reasons (.csv or .xlsx)
  --rate GBP=1.15       take amounts in a currency at this rate; may be repeated
  --currency EUR        the currency of amounts that say none themselves
  --year 2024           the year of gifts where the file has neither year nor date
  --mapping FIELD=COLUMN  say which column is which, by its name or its number from 1; may be repeated
  --also FIELD=COLUMN   a column that another field has as well
  --constant FIELD=TEXT one text for all rows
  --join FIELD=COLUMN|COLUMN     several columns for one field, with --joined-by TEXT between them (a space)
  --split FIELD=COLUMN|SIGN|PART a part of a column, counted from 1, or from the end: -1
  --slice FIELD=COLUMN|FROM|LENGTH   a part of a column by its place
  --skip COLUMN=TEXT    leave rows out: COLUMN=TEXT is, COLUMN!=TEXT is not, COLUMN~PART contains, COLUMN= is empty; may be repeated
  --project-per-year    gifts without a project's name go to one project per organization and year
  --keep-sums           rows that look like sums of others are data
  --above N             so many rows stand above the header
  --header, --no-header whether the first row names the columns
  --cents               the amounts are whole cents
  --recipe NAME         read the file by a recipe that was kept; all else said here goes before it
  --without-gifts       no column holds an amount, and that is meant
  --many-organizations  nearly each gift has an organization of its own, and that is meant
  --alike-names         names that look alike are different organizations
  --reversals           amounts below zero take gifts back; else they are refused
  --keep-recipe NAME    keep the steps as a recipe once they are booked
  --encoding NAME       ${encodings.join(', ')}
  --separator SIGN      "," ";" or tab
  --sheet NAME          the sheet of a workbook
  --all-sheets          all sheets that have the header of the first
  --hidden-rows         rows of a workbook that are hidden or filtered out too; else they are refused
  --funding-type N      of new projects: 1 donation, 2 sponsoring, 3 foundation, 4 profit-savings
  --language NAME       of texts the import itself writes: ${locales.join(', ')}
  --yes                 do not ask, whatever the sum
  --sum AMOUNT          the sum in euros that is to be booked: else nothing is; above the limit this or --yes
                        is needed where nobody can be asked

Fields: ${importFields.join(', ')}`

/** Reads the command line; throws UsageError. */
export function readArguments(args: string[]): Arguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  if (positionals.length !== 1) throw new UsageError('Name one file.')
  return {
    path: inCaller(positionals[0]!),
    dryRun: values['dry-run'] ?? false,
    yes: values.yes ?? false,
    sum: values.sum,
    refused: values.refused && inCaller(values.refused),
    header: values['no-header'] ? false : values.header,
    cents: values.cents ?? false,
    mapping: readMappings(values.mapping ?? []),
    shape: {
      constant: values.constant ?? [],
      also: values.also ?? [],
      join: values.join ?? [],
      joinedBy: values['joined-by'] ?? ' ',
      split: values.split ?? [],
      slice: values.slice ?? [],
      skip: values.skip ?? [],
      keepSums: values['keep-sums'] ?? false,
      projectPerYear: values['project-per-year'] ?? false,
    },
    recipe: values.recipe,
    fundingType: values['funding-type'] === undefined ? undefined : readFundingType(values['funding-type']),
    above: values.above === undefined ? undefined : readAbove(values.above),
    options: {
      partial: values.partial ?? false,
      rates: Object.fromEntries((values.rate ?? []).map(readRate)),
      // Without a name nothing is saved: the command line itself is the recipe.
      keep_as: values['keep-recipe'] ?? values.recipe ?? null,
      confirmed: [
        ...(values['without-gifts'] ? (['without_gifts'] as const) : []),
        ...(values['many-organizations'] ? (['many_organizations'] as const) : []),
        ...(values['alike-names'] ? (['alike_names'] as const) : []),
      ],
      funding_type: readFundingType(values['funding-type'] ?? '1'),
      language: oneOf('--language', values.language ?? 'sie_DE', locales) as Locale,
      ...(values.encoding && { encoding: oneOf('--encoding', values.encoding, encodings) as Encoding }),
      ...(values.separator && { separator: readSeparator(values.separator) }),
      ...(values.sheet && { sheet: values.sheet }),
      ...(values['all-sheets'] && { all_sheets: true }),
      ...(values['hidden-rows'] && { hidden_rows: true }),
      ...(values.reversals && { reversals: true }),
      ...(values.currency && { currency: readCurrency(values.currency) }),
      ...(values.year && { year: readYear(values.year) }),
    },
  }
}

/** npm runs scripts in the project's folder; paths are relative to the caller's folder. */
function inCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

function parse(args: string[]) {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  const texts = { type: 'string', multiple: true } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': flag,
        'hidden-rows': flag,
        partial: flag,
        yes: flag,
        help: flag,
        header: flag,
        'no-header': flag,
        cents: flag,
        refused: text,
        encoding: text,
        separator: text,
        sheet: text,
        year: text,
        sum: text,
        language: text,
        'funding-type': text,
        rate: texts,
        mapping: texts,
        constant: texts,
        also: texts,
        join: texts,
        'joined-by': text,
        split: texts,
        slice: texts,
        skip: texts,
        'keep-sums': flag,
        'project-per-year': flag,
        'all-sheets': flag,
        reversals: flag,
        'alike-names': flag,
        above: text,
        recipe: text,
        'keep-recipe': text,
        'without-gifts': flag,
        'many-organizations': flag,
        currency: text,
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readRate(text: string): [string, string] {
  const [currency = '', rate = ''] = text.split('=')
  if (!/^[A-Z]{3}( \d{4}(-\d{2}-\d{2})?)?$/.test(currency) || currency.startsWith('EUR') || !isRate(rate))
    throw new UsageError(`--rate ${text}: write it as GBP=1.15, for a year as "GBP 2016=1.15".`)
  return [currency, rate]
}

/** Each field and each column once: a duplicate would be ambiguous. */
function readMappings(texts: string[]): Arguments['mapping'] {
  const mapping = texts.map((text) => {
    const [field, column] = fieldAndRest('--mapping', text, 'FIELD=COLUMN')
    return { field, column }
  })
  mapping.forEach(({ field, column }, at) => {
    const before = mapping.slice(0, at)
    if (before.some((other) => other.field === field))
      throw new UsageError(`--mapping: ${field} is said twice.`)
    if (column !== '' && before.some((other) => other.column === column))
      throw new UsageError(`--mapping: column ${column} is said twice. Say the second one by --also.`)
  })
  return mapping
}

const readFundingType = (text: string) =>
  Number(oneOf('--funding-type', text, ['1', '2', '3', '4'])) as FundingType

function readAbove(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > 50) throw new UsageError(`--above ${text}: write it as 3.`)
  return Number(text)
}

function readCurrency(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw new UsageError(`--currency ${text}: write it as EUR.`)
  return text
}

function readSeparator(text: string): Separator {
  return oneOf(
    '--separator',
    text === 'tab' || text === String.raw`\t` ? '\t' : text,
    separators,
  ) as Separator
}

function readYear(text: string): number {
  const year = Number(text)
  if (!Number.isInteger(year) || year < years.first || year > years.last)
    throw new UsageError(`--year ${text}: write it as 2024.`)
  return year
}

function oneOf(option: string, value: string, allowed: readonly string[]): string {
  if (!allowed.includes(value)) throw new UsageError(`${option} ${value}: one of ${allowed.join(', ')}.`)
  return value
}

/** The guessed mapping with the command line's corrections; throws UsageError for a missing column. */
export function correctMapping(
  guessed: Mapping,
  names: readonly string[],
  { mapping, header, cents, shape }: Pick<Arguments, 'mapping' | 'header' | 'cents' | 'shape'>,
): Mapping {
  const columns = { ...guessed.columns }
  for (const { field, column } of mapping) {
    delete columns[field]
    if (column === '') continue
    const place = columnFinder(names, '--mapping')(column)
    const twin = mapping.find(
      (one) => one.field !== field && one.column !== '' && columns[one.field] === place,
    )
    if (twin) throw new UsageError(`--mapping: column ${column} is said twice. Say the second one by --also.`)
    for (const other of importFields) if (columns[other] === place) delete columns[other]
    columns[field] = place
  }
  const made = shapeOf(shape, names)
  for (const field of valueFields(made.values)) delete columns[field]
  // A recipe contributes its own values and rules.
  const values = { ...guessed.values, ...made.values }
  for (const { field } of mapping) if (!made.values?.[field]) delete values[field]
  const skip = [...(guessed.skip ?? []), ...(made.skip ?? [])]
  const { currencies: _before, values: _values, unsure, ...others } = guessed
  const isAnswered =
    mapping.some(({ field }) => field === 'organization_title') ||
    made.values?.organization_title !== undefined
  return {
    ...others,
    ...(unsure && !isAnswered ? { unsure } : {}),
    ...made,
    ...(valueFields(values).length > 0 && { values }),
    ...(skip.length > 0 && { skip }),
    ...currenciesOf({ columns, values }, names),
    columns,
    header: header ?? guessed.header,
    amountInCents: cents || (guessed.amountInCents ?? false),
  }
}
