import type { Day } from '#shared/dates.ts'
import type { Context } from '#server/routes.ts'
import type { Route } from '#shared/route.ts'
import type { Locale } from '#shared/messages.ts'
import { textOf } from '#server/texts.ts'
import type { ImportDetail, ImportRow } from '../contract.ts'
import { addEvidence, noEvidence } from '../reading/evidence.ts'
import type { ImportField } from '../reading/fields.ts'
import type { SourceRow } from '../reading/row.ts'
import { readRow, receivedOn, type Refusal } from '../rules.ts'
import {
  canChange,
  canRun,
  isWorking,
  secondsOfWaiting,
  type ImportState,
  type ImportStep,
} from '../work-rules.ts'
import type { Failure, ImportRecord } from './records.ts'

/** An import as lists show it. */
export function presentImport(record: ImportRecord, locale: Locale): ImportRow {
  const state = record.state as ImportState
  const { counts, failure } = record
  return {
    id: record.id,
    filename: record.filename,
    size_bytes: record.size_bytes,
    kind: record.kind as ImportRow['kind'],
    state,
    step: record.step as ImportStep | null,
    rows_total: record.rows_total,
    rows_done: record.rows_done,
    counts: counts && {
      ...counts,
      refused_by: counts.refused_by.map((one) => ({ ...one, text: refusalText(one, locale) })),
    },
    failure: failure && {
      code: failure.code,
      text: failureText(failure, locale),
      line: failure.line ?? null,
    },
    started_by: record.actor_name,
    created_at: record.created_at.toISOString(),
    finished_at: record.finished_at?.toISOString() ?? null,
    can_change: canChange(state) && record.file_key !== null,
    can_run: canRun(state, counts, record.options.partial) && record.file_key !== null,
    can_cancel: isWorking(state) && !record.cancel_requested,
  }
}

/** An import with its first rows and what they would become. */
export function presentImportDetail(
  record: ImportRecord,
  { locale, today, services }: Pick<Context<Route>, 'locale' | 'today' | 'services'>,
): ImportDetail {
  const { head, mapping, options, counts } = record
  const oneSession = services.database.kind === 'embedded'
  const fields = new Map(
    Object.entries(mapping.columns).map(([field, column]) => [column, field as ImportField]),
  )
  return {
    ...presentImport(record, locale),
    guessed: { encoding: head.facts.encoding ?? null, separator: head.facts.separator ?? null },
    options: {
      encoding: options.encoding ?? null,
      separator: options.separator ?? null,
      sheet: options.sheet ?? null,
      partial: options.partial,
      rates: options.rates,
      year: options.year ?? null,
      funding_type: options.funding_type,
    },
    header: mapping.header,
    amount_in_cents: mapping.amountInCents ?? false,
    lists_wait_seconds: oneSession && counts && record.state !== 'done' ? secondsOfWaiting(counts) : null,
    columns: head.columns.map((name, column) => {
      const field = fields.get(column) ?? null
      return { name, field, from_content: field !== null && mapping.fromContent.includes(field) }
    }),
    preview: previewOf(record, locale, today),
  }
}

function previewOf({ head, mapping, options }: ImportRecord, locale: Locale, today: Day) {
  const body = head.facts.kind !== 'grants360' && mapping.header ? head.rows.slice(1) : head.rows
  const evidence = noEvidence()
  for (const row of body) addEvidence(evidence, mapping, row.cells)
  const choices = { currencies: Object.keys(options.rates), year: options.year, today }
  return body.map((row: SourceRow) => {
    const result = readRow(mapping, evidence, row, choices)
    const { line, cells } = row
    if ('refused' in result) {
      const refused = result.refused.map((one) => ({ ...one, text: refusalText(one, locale) }))
      return { line, cells, refused, gift: null }
    }
    const { gift } = result.ok
    return {
      line,
      cells,
      refused: [],
      gift: gift
        ? {
            cents: gift.amount_cents,
            currency: gift.currency ?? 'EUR',
            received_on: receivedOn(gift, today),
          }
        : null,
    }
  })
}

/** A refusal in words: which field, and why. */
export function refusalText(
  { field, code }: { field: string; code: string } | Refusal,
  locale: Locale,
): string {
  return `${textOf(locale, `imports.fields.${field}`)}: ${textOf(locale, `imports.refusals.${code}`)}`
}

/** Why a file could not be read, or its import not be done. */
export function failureText({ code, line }: Failure, locale: Locale): string {
  const text = textOf(locale, `imports.file_errors.${code}`)
  return line === undefined ? text : textOf(locale, 'imports.at_line', { text, line })
}
