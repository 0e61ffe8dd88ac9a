import { text } from '#server/texts.ts'
import {
  type AskedBy,
  type AskedFor,
  exportColumns,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import { internalStatusTitles } from '#features/internal-statuses/server/queries.ts'
import type { Db } from '#server/db/db.ts'
import { projectCells } from '../cells.ts'
import type { ProjectRow } from '../contract.ts'
import { projectList } from '../table.ts'
import { type ProjectQuery, selectableProjects } from './list.ts'
import { presentRow } from './present.ts'
import { allProjectIds, projectRowsByIds } from './queries.ts'

/** The export of the project list: title and organization, then the visible columns in the order of the screen. */
export async function exportOfProjects(
  db: Db,
  query: ProjectQuery,
  wanted: AskedFor,
  asked: AskedBy,
): Promise<ListExport<ProjectRow>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'nav.projects'),
    list: projectList,
    query,
    filterTitles: await internalStatusTitles(db, 'project', query.filters.internal_status),
    selectable: selectableProjects,
    ids: await allProjectIds(db, query, wanted),
    rowsByIds: async (from, ids) => (await projectRowsByIds(from, ids)).map((row) => presentRow(row, locale)),
    columns: exportColumns(projectList, projectCells, wanted, locale),
  }
}
