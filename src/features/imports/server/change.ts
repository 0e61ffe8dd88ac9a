import type { z } from 'zod'
import { fundingType } from '#shared/funding-type.ts'
import { audit, type AuditContext, auditOf, differences } from '#server/audit/audit.ts'
import { scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import type { Files } from '#server/files/files.ts'
import type { User } from '#server/auth/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import type { ImportOptions } from '../choices.ts'
import type { imports } from '../contract.ts'
import { currenciesOf } from '../columns/currency.ts'
import { type ImportField, importFields } from '../columns/fields.ts'
import type { Mapping } from '../columns/mapping.ts'
import { canChange, type ImportState } from '../work-rules.ts'
import { columnsOf, valueFields } from '../shape.ts'
import { refuseForbidden, withoutForbidden } from './field-rights.ts'
import { readHead } from './file-preview.ts'
import { readOptionsOf } from './stage.ts'
import { type ByRecipe, findRecipe, findRecipeFor, type StoredRecipe } from './recipes.ts'
import { clearStaging, getImport, type ImportRecord, lockImport } from './records.ts'

const plainMapping = {
  amountInCents: false,
  keepSums: false,
  projectPerYear: false,
  skip: [],
  repairs: [],
  reasons: {},
}

/** Fields that mark an import as unchecked. */
export const unchecked = {
  state: 'uploaded',
  step: null,
  counts: null,
  failure: null,
  staged_at: null,
  rows_done: 0,
  rows_total: null,
} as const

type Change = z.output<typeof imports.change.body>
type Call = {
  id: number
  body: Change
  /** The version the change is based on; without it, any. */
  version: number | undefined
  now: Date
  files: Files
  auditContext: AuditContext
  user: User
  /** The import as it is by then, for the refusal of another version. */
  current: () => Promise<unknown>
}

const mostTries = 5

/**
 * Changes guesses and choices of an import, which invalidates its check. Another encoding, separator or sheet makes it
 * read and guess the file's beginning again. Starts over when somebody else changed it meanwhile.
 */
export async function changeImport(db: Db, call: Call): Promise<void> {
  const { body, user, version } = call
  refuseForbidden(
    [...(body.columns ?? []).flatMap((field) => field ?? []), ...valueFields(body.values)],
    user,
  )
  for (let tries = 0; tries < mostTries; tries++) {
    const before = await getImport(db, call.id, scopeOf(user))
    if (version !== undefined && version !== before.version) break
    if (await changeFrom(db, before, call)) return
  }
  throw conflict('edit_conflict', { current: await call.current() })
}

/** Changes the import that was read as `before`; false, without a change, when it is another one by now. */
async function changeFrom(db: Db, before: ImportRecord, call: Call): Promise<boolean> {
  const { id, body, now, files, auditContext, user } = call
  if (!before.file_key) throw conflict('import_at_work')
  const path = await files.localPath(before.file_key)
  const chosen = body.recipe ? await findRecipe(db, before, { slug: body.recipe }) : undefined
  const said = body.recipe === undefined ? before.options : { ...before.options, ...noChoices }
  const asked = optionsOf(said, body)
  const moved = body.before !== undefined && body.before !== (before.mapping.before ?? 0)
  const reread =
    moved ||
    body.recipe !== undefined ||
    (['encoding', 'separator', 'sheet', 'all_sheets', 'hidden_rows'] as const).some(
      (name) => (asked[name] || undefined) !== (before.options[name] || undefined),
    )
  // Outside the transaction, because reading a hostile file may take long.
  const fresh: Fresh = reread
    ? await readFileAgain(db, { path, body, chosen, options: asked, company_id: before.company_id })
    : unchanged(before)
  const options = fresh.options ? optionsOf({ ...said, ...fresh.options }, body) : asked
  // Lines are counted per sheet, so an edit would match one of several rows.
  if (options.all_sheets && body.repairs?.some(({ kind }) => kind === 'cell'))
    throw invalid({ repairs: 'imports.edit_one_sheet' })
  const mapping = withoutForbidden(mappingOf(fresh.mapping, fresh.head.columns, body, before), user)
  if (body.funding_type !== undefined) {
    const features = await getPlatformFeatures(db)
    if (!features[fundingTypes[body.funding_type].feature])
      throw invalid({ funding_type: 'projects.funding_type_switched_off' })
  }
  return inTransaction(db, async (tx) => {
    const record = await lockImport(tx, id, scopeOf(user))
    if (!canChange(record.state as ImportState)) throw conflict('import_at_work')
    if (record.version !== before.version) return false
    const changes = differences<Record<string, unknown>>(
      {
        all_sheets: false,
        hidden_rows: false,
        ...record.options,
        mapping: { ...plainMapping, ...record.mapping },
        recipe: record.recipe?.slug,
      },
      { ...options, mapping, recipe: fresh.recipe?.slug },
    )
    const changed = Object.keys(changes.after)
    if (changed.length === 0) return true
    // The recipe's name and confirmations do not affect the imported records.
    const staysRefused = !options.reversals && !record.options.reversals
    const isSame = changed.every(
      (name) => name === 'keep_as' || name === 'confirmed' || (name === 'reversals' && staysRefused),
    )
    if (!isSame) await clearStaging(tx, id)
    await tx
      .updateTable('imports')
      .set({
        options,
        mapping,
        head: fresh.head,
        recipe: fresh.recipe ?? null,
        kind: fresh.head.facts.kind,
        version: record.version + 1,
        updated_at: now,
        ...(!isSame && unchecked),
      })
      .where('id', '=', id)
      .execute()
    await audit(tx, auditContext, {
      action: 'change',
      ...auditOf('import', { id, title: record.filename }),
      ...changes,
    })
    return true
  })
}

type Fresh = Pick<ImportRecord, 'head' | 'mapping'> & Partial<Pick<ByRecipe, 'options' | 'recipe'>>

const unchanged = ({ head, mapping, recipe }: ImportRecord): Fresh => ({
  head,
  mapping,
  ...(recipe && { recipe }),
})

async function readFileAgain(
  db: Db,
  asked: {
    path: string
    body: Change
    chosen: StoredRecipe | undefined
    options: ImportOptions
    company_id: number | null
  },
): Promise<Fresh> {
  const { path, body, chosen, options, company_id } = asked
  const readFrom = (before?: number) => readHead(path, readOptionsOf(options), { before })
  const found = await readFrom(body.before)
  if (body.recipe === null) return found
  if (body.recipe === undefined) return (await findRecipeFor(db, found, { company_id })) ?? found
  const by = chosen && (await findRecipeFor(db, found, { company_id, readFrom, only: chosen }))
  if (!by) throw invalid({ recipe: 'imports.recipe_differs' })
  return by
}

export const noChoices = {
  rates: {},
  currency: undefined,
  year: undefined,
  reversals: undefined,
  funding_type: fundingType.donation,
  confirmed: [],
} as const

function optionsOf(before: ImportOptions, body: Change): ImportOptions {
  const {
    encoding,
    separator,
    sheet,
    all_sheets,
    hidden_rows,
    year,
    partial,
    rates,
    currency,
    funding_type,
    keep_as,
    reversals,
    confirmed,
  } = body
  const chosen = <T>(given: T | null | undefined, was: T | undefined) =>
    given === undefined ? was : (given ?? undefined)
  return {
    ...before,
    encoding: chosen(encoding, before.encoding),
    separator: chosen(separator, before.separator),
    sheet: chosen(sheet, before.sheet) || undefined,
    all_sheets: all_sheets ?? before.all_sheets ?? false,
    hidden_rows: hidden_rows ?? before.hidden_rows ?? false,
    year: chosen(year, before.year),
    partial: partial ?? before.partial,
    rates: rates ?? before.rates,
    currency: chosen(currency, before.currency),
    reversals: chosen(reversals, before.reversals),
    funding_type: funding_type ?? before.funding_type,
    keep_as: keep_as === undefined ? before.keep_as : keep_as,
    ...(confirmed && { confirmed }),
  }
}

/** A file of grants defines its own columns. */
function mappingOf(guessed: Mapping, names: string[], body: Change, before: ImportRecord): Mapping {
  const repairs = body.repairs ?? guessed.repairs ?? []
  if (repairs.some((one) => one.kind !== 'signs' && (one.column ?? 0) >= names.length))
    throw invalid({ repairs: 'imports.no_such_column' })
  if (before.kind === 'grants360') {
    return { ...plainMapping, ...guessed, skip: checked(body.skip, names) ?? guessed.skip ?? [], repairs }
  }
  const mapping: Mapping = {
    ...plainMapping,
    ...guessed,
    header: body.header ?? guessed.header,
    amountInCents: body.amount_in_cents ?? guessed.amountInCents ?? false,
    keepSums: body.keep_sums ?? guessed.keepSums ?? false,
    projectPerYear: body.project_per_year ?? guessed.projectPerYear ?? false,
    skip: checked(body.skip, names) ?? guessed.skip ?? [],
    repairs,
  }
  if (!body.columns && !body.values) return mapping
  if (body.columns && body.columns.length !== names.length)
    throw invalid({ columns: 'imports.columns_differ' })
  const columns: Mapping['columns'] = body.columns ? {} : { ...mapping.columns }
  body.columns?.forEach((field, column) => {
    if (field) columns[field] = column
  })
  const values = body.values ?? { ...mapping.values }
  for (const field of valueFields(values)) {
    // A newly chosen column replaces the field's former value.
    if (!body.values && columns[field] !== undefined) delete values[field]
    else delete columns[field]
    if (values[field] && columnsOf(values[field]).some((column) => column >= names.length))
      throw invalid({ values: 'imports.no_such_column' })
  }
  const { currencies: _before, unsure, ...others } = mapping
  const isOpen = !body.columns && unsure && !values.organization_title && !values.project_title
  return {
    ...others,
    ...(isOpen ? { unsure } : {}),
    columns,
    values,
    ...reasonsOf(mapping, columns),
    ...currenciesOf({ columns, values }, names),
  }
}

/** A chosen column is no guess any more; other columns keep their reasons. */
function reasonsOf(before: Mapping, columns: Mapping['columns']): Pick<Mapping, 'fromContent' | 'reasons'> {
  const reasons: NonNullable<Mapping['reasons']> = {}
  const isSame = (field: ImportField) => before.columns[field] === columns[field]
  for (const field of importFields) {
    const reason = isSame(field) ? before.reasons?.[field] : 'person'
    if (columns[field] !== undefined && reason) reasons[field] = reason
  }
  return { fromContent: before.fromContent.filter(isSame), reasons }
}

function checked(rules: Change['skip'], names: string[]): Change['skip'] {
  if (rules?.some(({ column }) => column >= names.length)) throw invalid({ skip: 'imports.no_such_column' })
  return rules
}
