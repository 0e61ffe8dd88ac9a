import { text } from '#server/texts.ts'
import {
  type AskedBy,
  type AskedFor,
  cellText,
  type ListExport,
  textColumn,
} from '#features/exports/server/list-export.ts'
import { internalStatusTitles } from '#features/internal-statuses/server/queries.ts'
import type { Db } from '#server/db/db.ts'
import { projectCells } from '../cells.ts'
import type { ProjectRow } from '../contract.ts'
import { type ProjectColumn, projectColumns, projectList } from '../table.ts'
import { type ProjectQuery, selectableProjects } from './list.ts'
import { presentRow } from './present.ts'
import { allProjectIds, projectRowsByIds } from './queries.ts'

/** The export of the project list: title and organization, then the visible columns in the order of the screen. */
export async function exportOfProjects(
  db: Db,
  query: ProjectQuery,
  { columns = [...projectColumns], ...picked }: AskedFor,
  asked: AskedBy,
): Promise<ListExport<ProjectRow>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'nav.projects'),
    declaration: projectList,
    query,
    filterTitles: await internalStatusTitles(db, 'project', query.filters.internal_status),
    selectable: selectableProjects,
    ids: await allProjectIds(db, query, picked),
    rowsByIds: async (from, ids) => (await projectRowsByIds(from, ids)).map((row) => presentRow(row, locale)),
    columns: [
      textColumn(text(locale, 'columns.project'), 60, (row: ProjectRow) => row.title),
      textColumn(text(locale, 'columns.organization'), 40, (row: ProjectRow) => row.organization.title),
      ...(columns as ProjectColumn[]).map((key) =>
        textColumn(text(locale, `columns.${key}`), 24, (row: ProjectRow) =>
          cellText(projectCells[key](row), locale),
        ),
      ),
    ],
  }
}
