import { ApiError, api } from '#web/api.ts'
import { importAfterCheck, type Import, refetchImport, showImport } from './data.ts'
import type { ChangeBody, ImportChoice } from './types.ts'

/**
 * Saves a choice, after waiting for a running check, whoever started it. When somebody else changed the import since it
 * was read, the choice is made on their version, unless its lines and columns are others there.
 */
export async function saveChoice(id: number, choice: ImportChoice): Promise<void> {
  for (;;) {
    const now = await importAfterCheck(id)
    const body = typeof choice === 'function' ? choice(now) : choice
    showImport(changed(now, body)) // at once; the response brings its effects
    try {
      const saved = { ...body, version: now.version }
      return showImport(await api('PATCH /api/v4/imports/:id/', { params: { id }, body: saved }))
    } catch (error) {
      const fresh = await refetchImport(id)
      const isConflict = error instanceof ApiError && error.body.code === 'edit_conflict'
      if (isConflict ? tableOf(fresh) !== tableOf(now) : fresh.state !== 'checking') throw error
    }
  }
}

/** What a line and a column of the import mean. */
const tableOf = ({ columns, options: { sheet, all_sheets } }: Import) =>
  JSON.stringify([columns.map(({ name }) => name), sheet, all_sheets])

/** The import as it will be after the server accepted a choice. */
function changed(data: Import, { columns, recipe: _recipe, ...others }: ChangeBody): Import {
  const { header, amount_in_cents, before, values, skip, keep_sums, project_per_year, repairs, ...options } =
    others
  const shape = { header, amount_in_cents, before, values, skip, keep_sums, project_per_year, repairs }
  return {
    ...data,
    ...(withoutUndefined(shape) as Partial<Import>),
    columns: columns
      ? data.columns.map((column, i) =>
          column.field === (columns[i] ?? null)
            ? column
            : { ...column, field: columns[i] ?? null, guess: null },
        )
      : data.columns,
    options: { ...data.options, ...options },
  }
}

const withoutUndefined = (some: object) =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined))
