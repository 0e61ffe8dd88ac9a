import { text } from '#server/base/texts.ts'
import {
  type AnyExport,
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type FieldColumn,
  importColumns,
  withFields as withOwnFields,
} from '#features/exports/server/list-export.ts'
import { scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import type { ListRecord } from '#shared/lists/list-record.ts'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { answerColumn, withCells, withFields } from '#features/additional-fields/record.ts'
import { offeredFields } from '#features/additional-fields/server/queries.ts'
import { projectCells } from '../cells.ts'
import { projectList } from '../table.ts'
import { type ProjectQuery, selectableProjects } from './list.ts'
import { presentRow } from './present.ts'
import { projectFilterTitles } from './filter-values.ts'
import { againFields, type ProjectRecord, recordFields } from './export-fields.ts'
import { allProjectIds, projectRecordsByIds, projectRowsByIds } from './queries.ts'

/**
 * Exports the project list: title and organization, then the visible columns in screen order; or every field of the record; or
 * the columns that an import reads.
 */
export async function exportOfProjects(
  db: Db,
  query: ProjectQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<AnyExport> {
  const { locale } = asked
  const fields = await offeredFields(db, locale)
  const record = withFields(projectList, fields)
  const cells = withCells(projectCells, fields)
  const list = {
    ...asked,
    name: text(locale, 'nav.projects'),
    list: record,
    query,
    filterTitles: await projectFilterTitles(db, query.filters, scopeOf(asked.holder)),
    selectable: selectableProjects,
    ids: await allProjectIds(db, query, wanted),
  }
  if (!wanted.set || wanted.set === 'as_seen')
    return {
      ...list,
      rowsByIds: async (from, ids) =>
        (await projectRowsByIds(from, ids)).map((row) => presentRow(row, locale)),
      columns: exportColumns(record, cells, stillThere(record, wanted), locale),
    }
  const columns =
    wanted.set === 'for_import'
      ? { ...importColumns(againFields, asked), notBrought: 'exports.not_brought.projects' as const }
      : withOwnFields<ProjectRecord>(
          exportColumns(record, cells, {}, locale),
          [...recordFields, ...answerFields(fields)],
          asked,
        )
  return {
    ...list,
    rowsByIds: async (from, ids) =>
      (await projectRecordsByIds(from, ids)).map((record) => ({ ...presentRow(record, locale), record })),
    ...columns,
  }
}

// Drops columns of fields deleted since the job was queued.
const stillThere = (
  { columns: known }: ListRecord,
  { columns, ...wanted }: ExportParameters,
): ExportParameters => ({
  ...wanted,
  ...(columns && { columns: columns.filter((key) => Object.hasOwn(known, key)) }),
})

// Answers to active additional fields, after the record's own fields.
const answerFields = (fields: readonly OfferedField[]): FieldColumn<ProjectRecord>[] =>
  fields
    .filter(({ active }) => active)
    .map((field) => ({ ...answerColumn(field), ...(field.type === 'paragraph' && { width: 60 }) }))
