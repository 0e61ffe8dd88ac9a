import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Encoding,
  encodings,
  type ImportOptions,
  type Separator,
  separators,
} from '#features/imports/choices.ts'
import { isRate } from '#features/imports/rates.ts'
import { type ImportField, importFields } from '#features/imports/reading/fields.ts'
import type { Mapping } from '#features/imports/reading/mapping.ts'
import { years } from '#features/imports/rules.ts'
import type { FundingType } from '#features/ledger/funding-types.ts'
import { type Locale, locales } from '#shared/messages.ts'

/** What `npm run import` was asked to do. */
export type Arguments = {
  path: string
  dryRun: boolean
  yes: boolean
  /** Where the refused rows are to be written. */
  refused: string | undefined
  header: boolean | undefined
  cents: boolean
  /** Field → column, by its name in the header or its number from 1; nothing after the sign unmaps the field. */
  mapping: { field: ImportField; column: string }[]
  options: ImportOptions
}

/** A command line that cannot be understood. */
export class UsageError extends Error {}

export const usage = `npm run import -- FILE [options]

  --dry-run             count what the file would bring, change nothing
  --partial             import the good rows and leave the refused ones out
  --refused FILE        write the refused rows with the reasons (.csv or .xlsx)
  --rate GBP=1.15       take amounts in a currency at this rate; may be repeated
  --year 2024           the year of gifts where the file has neither year nor date
  --mapping FIELD=COLUMN  say which column is which, by its name or its number from 1; may be repeated
  --header, --no-header whether the first row names the columns
  --cents               the amounts are whole cents
  --encoding NAME       ${encodings.join(', ')}
  --separator SIGN      "," ";" or tab
  --sheet NAME          the sheet of a workbook
  --funding-type N      of new projects: 1 donation, 2 sponsoring, 3 foundation, 4 profit-savings
  --language NAME       of texts the import itself writes: ${locales.join(', ')}
  --yes                 do not ask

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
    refused: values.refused && inCaller(values.refused),
    header: values['no-header'] ? false : values.header,
    cents: values.cents ?? false,
    mapping: (values.mapping ?? []).map(readMapping),
    options: {
      partial: values.partial ?? false,
      rates: Object.fromEntries((values.rate ?? []).map(readRate)),
      funding_type: Number(
        oneOf('--funding-type', values['funding-type'] ?? '1', ['1', '2', '3', '4']),
      ) as FundingType,
      language: oneOf('--language', values.language ?? 'sie_DE', locales) as Locale,
      ...(values.encoding && { encoding: oneOf('--encoding', values.encoding, encodings) as Encoding }),
      ...(values.separator && { separator: readSeparator(values.separator) }),
      ...(values.sheet && { sheet: values.sheet }),
      ...(values.year && { year: readYear(values.year) }),
    },
  }
}

/** npm runs scripts in the project's folder; paths are meant from where the person is. */
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
        language: text,
        'funding-type': text,
        rate: texts,
        mapping: texts,
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readRate(text: string): [string, string] {
  const [currency = '', rate = ''] = text.split('=')
  if (!/^[A-Z]{3}$/.test(currency) || currency === 'EUR' || !isRate(rate))
    throw new UsageError(`--rate ${text}: write it as GBP=1.15.`)
  return [currency, rate]
}

function readMapping(text: string): { field: ImportField; column: string } {
  const at = text.indexOf('=')
  const field = text.slice(0, at)
  if (at < 0 || !(importFields as readonly string[]).includes(field))
    throw new UsageError(`--mapping ${text}: write it as FIELD=COLUMN.`)
  return { field: field as ImportField, column: text.slice(at + 1) }
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

/** The guessed mapping with what the command line says instead; throws UsageError for a column that is not there. */
export function correctMapping(
  guessed: Mapping,
  names: readonly string[],
  { mapping, header, cents }: Pick<Arguments, 'mapping' | 'header' | 'cents'>,
): Mapping {
  const columns = { ...guessed.columns }
  for (const { field, column } of mapping) {
    delete columns[field]
    if (column === '') continue
    const named = names.indexOf(column)
    const place = named >= 0 ? named : /^\d+$/.test(column) ? Number(column) - 1 : -1
    if (place < 0 || place >= names.length)
      throw new UsageError(`--mapping: the file has no column ${column}.`)
    for (const other of importFields) if (columns[other] === place) delete columns[other]
    columns[field] = place
  }
  return {
    ...guessed,
    columns,
    header: header ?? guessed.header,
    amountInCents: cents || (guessed.amountInCents ?? false),
  }
}
