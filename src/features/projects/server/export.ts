import { text } from '#server/texts.ts'
import {
  type AnyExport,
  type AskedBy,
  type AskedFor,
  exportColumns,
  importColumns,
  withFields,
} from '#features/exports/server/list-export.ts'
import type { Db } from '#server/db/db.ts'
import { projectCells } from '../cells.ts'
import { projectList } from '../table.ts'
import { type ProjectQuery, selectableProjects } from './list.ts'
import { presentRow } from './present.ts'
import { projectFilterTitles } from './filter-values.ts'
import { againFields, type ProjectRecord, recordFields } from './export-fields.ts'
import { allProjectIds, projectRecordsByIds, projectRowsByIds } from './queries.ts'

/**
 * The export of the project list: title and organization, then the visible columns in the order of the screen; or every
 * field of the record; or what an import reads.
 */
export async function exportOfProjects(
  db: Db,
  query: ProjectQuery,
  wanted: AskedFor,
  asked: AskedBy,
): Promise<AnyExport> {
  const { locale } = asked
  const list = {
    ...asked,
    name: text(locale, 'nav.projects'),
    list: projectList,
    query,
    filterTitles: await projectFilterTitles(db, query.filters),
    selectable: selectableProjects,
    ids: await allProjectIds(db, query, wanted),
  }
  if (!wanted.set || wanted.set === 'as_seen')
    return {
      ...list,
      rowsByIds: async (from, ids) =>
        (await projectRowsByIds(from, ids)).map((row) => presentRow(row, locale)),
      columns: exportColumns(projectList, projectCells, wanted, locale),
    }
  const columns =
    wanted.set === 'for_import'
      ? { ...importColumns(againFields, asked), notBrought: 'exports.not_brought.projects' as const }
      : withFields<ProjectRecord>(exportColumns(projectList, projectCells, {}, locale), recordFields, asked)
  return {
    ...list,
    rowsByIds: async (from, ids) =>
      (await projectRecordsByIds(from, ids)).map((record) => ({ ...presentRow(record, locale), record })),
    ...columns,
  }
}
