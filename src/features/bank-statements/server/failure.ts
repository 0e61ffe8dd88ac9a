import { showDay } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import { textOf } from '#server/base/texts.ts'
import { fileErrorKey } from '#server/reading/error-key.ts'
import { StatementError } from '../reading/statement.ts'

export type Failure = { code: string; line?: number; parameters: Record<string, string | number> }

export const failureOf = ({ code, line, parameters }: StatementError): Failure => ({
  code,
  parameters,
  ...(line !== undefined && { line }),
})

const cents = new Set(['opening', 'sum', 'closing', 'difference'])

/** The refusal as text, with its line and the file inside a ZIP. */
export function failureText({ code, line, parameters }: Failure, locale: Locale): string {
  const shown = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      cents.has(name) ? formatEuro(Number(value), locale) : name === 'day' ? showDay(String(value)) : value,
    ]),
  )
  const text = textOf(locale, fileErrorKey('bank_statements.file_errors', code), shown)
  const placed = line === undefined ? text : textOf(locale, 'bank_statements.at_line', { text, line })
  const file = parameters['file']
  return file === undefined ? placed : textOf(locale, 'bank_statements.in_file', { file, text: placed })
}
