import { cellsOf } from '#shared/lists/list-cells.ts'
import { dash } from '#shared/labels.ts'
import type { SearchLogRow } from './searches.ts'
import { searchLogList } from './table.ts'

export const searchLogCells = cellsOf<typeof searchLogList, SearchLogRow>(searchLogList, {
  words: (row) => row.words || dash,
  list: (row) => row.list_display,
})
