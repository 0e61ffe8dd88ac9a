import type { Day } from '#shared/dates.ts'
import type { Context } from '#server/routes/implement.ts'
import type { Route } from '#shared/route.ts'
import type { Locale } from '#shared/messages.ts'
import type { Holder } from '#shared/permissions.ts'
import { textOf } from '#server/base/texts.ts'
import { fileErrorKey } from '#server/reading/error-key.ts'
import type { ImportDetail, ImportRow } from '../contract-answers.ts'
import { addEvidence, noEvidence } from '../columns/evidence.ts'
import type { ImportField } from '../columns/fields.ts'
import { guessOf } from '../columns/mapping.ts'
import type { Cell, SourceRow } from '#shared/reading/row.ts'
import { belowHeader, leftOutReason } from '../reading/scan.ts'
import { repairer } from '../repair.ts'
import { readRow, receivedOn, type Refusal } from '../rules.ts'
import { bankCellsFor } from './masked-cells.ts'
import { moneyOfThisYear } from './money-rights.ts'
import {
  bookedBy,
  canChange,
  canRun,
  type Expected,
  isWorking,
  sumToType,
  type ImportState,
  type ImportStep,
} from '../work-rules.ts'
import { canSaveRecipe, titleToSave } from './recipes.ts'
import type { Failure, ImportRecord, UsedRecipe } from './records.ts'
import {
  columnQuestion,
  currencyQuestion,
  lettersQuestion,
  negativeQuestion,
  toConfirm,
} from './questions.ts'
import { choicesOf } from './staged-row.ts'

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
      currencies: [],
      repaired: 0,
      equal_rows: 0,
      reversals: { new: 0, known: 0, cents: 0 },
      alike: { pairs: 0, first: [] },
      ...counts,
      taken_back: { gifts: 0, cents: 0, first: [], years: [], ...counts.taken_back },
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
    can_run:
      canRun(state, counts, record.options.partial) &&
      record.file_key !== null &&
      !record.mapping.unsure &&
      !currencyQuestion(record) &&
      !lettersQuestion(record) &&
      toConfirm(record).length === 0,
    can_cancel: isWorking(state) && !record.cancel_requested,
    undone_at: record.undone_at?.toISOString() ?? null,
    undo: record.undo && { by: record.undo.actor.name, reason: record.undo.reason },
  }
}

export function presentImportDetail(
  record: ImportRecord,
  {
    locale,
    today,
    confirmFromCents,
    recipes,
    user,
  }: Pick<Context<Route>, 'locale' | 'today'> & {
    user: Holder
    confirmFromCents: number
    recipes: UsedRecipe[]
  },
): ImportDetail {
  const { head, mapping, options, counts } = record
  const thisYear = moneyOfThisYear(counts, today)
  const keep_as = titleToSave(record, recipes)
  const fields = new Map(
    Object.entries(mapping.columns).map(([field, column]) => [column, field as ImportField]),
  )
  return {
    ...presentImport(record, locale),
    version: record.version,
    guessed: { encoding: head.facts.encoding ?? null, separator: head.facts.separator ?? null },
    options: {
      encoding: options.encoding ?? null,
      separator: options.separator ?? null,
      sheet: options.sheet ?? null,
      all_sheets: options.all_sheets ?? false,
      hidden_rows: options.hidden_rows ?? false,
      partial: options.partial,
      rates: options.rates,
      currency: options.currency ?? null,
      year: options.year ?? null,
      funding_type: options.funding_type,
      keep_as,
      reversals: options.reversals ?? null,
      confirmed: [...(options.confirmed ?? [])],
    },
    header: mapping.header,
    before: mapping.before ?? 0,
    sheets: head.facts.sheets ?? [],
    hidden: {
      rows: head.facts.hidden?.rows ?? false,
      columns: (head.facts.hidden?.columns ?? []).flatMap((at) =>
        at < head.columns.length ? [head.columns[at] || String(at + 1)] : [],
      ),
    },
    values: mapping.values ?? {},
    skip: mapping.skip ?? [],
    repairs: mapping.repairs ?? [],
    keep_sums: mapping.keepSums ?? false,
    project_per_year: mapping.projectPerYear ?? false,
    currency_question: currencyQuestion(record),
    letters_question: lettersQuestion(record),
    column_question: columnQuestion(record),
    negative_question: negativeQuestion(record),
    to_confirm: toConfirm(record),
    amount_in_cents: mapping.amountInCents ?? false,
    confirm: counts && {
      ...confirmOf(bookedBy(counts), confirmFromCents),
      this_year_cents: thisYear.new_cents,
      taken_this_year_cents: thisYear.taken_cents,
    },
    columns: head.columns.map((name, column) => {
      const field = fields.get(column) ?? null
      const isStandard = head.facts.kind === 'grants360'
      const why = isStandard
        ? ({ reason: 'standard', sureness: 'sure' } as const)
        : field && guessOf(mapping, field)
      return { name, field, guess: field && why }
    }),
    preview: previewOf(record, bankCellsFor(user, record), locale, today),
    recipe: { used: record.recipe, known: recipes, can_keep: canSaveRecipe(record) },
  }
}

const confirmOf = (expected: Required<Expected>, from_cents: number) => ({
  ...expected,
  is_typed: sumToType(expected) >= from_cents,
  from_cents,
})

function previewOf(
  { head, mapping, options }: ImportRecord,
  shown: (cells: readonly Cell[]) => Cell[],
  locale: Locale,
  today: Day,
) {
  const isFixed = head.facts.kind === 'grants360'
  const body = belowHeader(head.rows, isFixed ? { header: false } : mapping)
    .map(repairer(mapping.repairs ?? []))
    .filter((row) => !leftOutReason(mapping, row))
  const evidence = noEvidence()
  for (const row of body) addEvidence(evidence, mapping, row.cells)
  const choices = choicesOf(options, today)
  return body.map((row: SourceRow) => {
    const result = readRow(mapping, evidence, row, choices)
    const { line } = row
    const cells = shown(row.cells)
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

export function refusalText(
  { field, code }: { field: string; code: string } | Refusal,
  locale: Locale,
): string {
  return `${textOf(locale, `imports.fields.${field}`)}: ${textOf(locale, `imports.refusals.${code}`)}`
}

export function failureText({ code, line }: Failure, locale: Locale): string {
  const text = textOf(locale, fileErrorKey('imports.file_errors', code))
  return line === undefined ? text : textOf(locale, 'imports.at_line', { text, line })
}
