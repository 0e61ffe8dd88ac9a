import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Cells } from '#shared/lists/list-cells.ts'
import type { ListDeclaration } from '#shared/lists/list-declaration.ts'
import { defineList, type ListRecord } from '#shared/lists/list-record.ts'
import { columnsOf } from '#web/table/list/columns.ts'
import type { Column, FilterMenuOf } from '#web/table/state/types.ts'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { withCells, withFields } from '#features/additional-fields/record.ts'
import { offeredFieldsQuery } from '#features/additional-fields/web/offered-fields.ts'
import { projectCells } from '../cells.ts'
import type { ProjectRow } from '../contract.ts'
import { projectList } from '../table.ts'
import { drawn } from './columns.ts'
import { filterMenu } from './filter-menu.ts'

/** Columns and filters of the additional fields, in the table's form. */
export type ListOfFields = {
  declaration: ListDeclaration
  columns: readonly Column<ProjectRow>[]
  filterMenu: FilterMenuOf
}

/** The project list with the additional fields as columns and filters; undefined while these load. */
export function useListOfFields(): ListOfFields | undefined {
  const { data } = useQuery(offeredFieldsQuery)
  return useMemo(() => data && listWith(data.results), [data])
}

function listWith(fields: readonly OfferedField[]): ListOfFields {
  const record: ListRecord = withFields(projectList, fields)
  // The fields are loaded, so the list ignores filters on unknown fields.
  const { dynamic: _open, ...declaration }: ListDeclaration = defineList(record)
  const cells = withCells(projectCells, fields) as Cells<ListRecord, ProjectRow>
  return {
    declaration,
    columns: columnsOf(record, cells, drawn),
    filterMenu: { ...filterMenu, list: record },
  }
}
