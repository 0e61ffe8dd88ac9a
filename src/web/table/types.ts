import type { ReactNode } from 'react'
import type { ListDeclaration } from '#shared/list-declaration.ts'
import type { ColumnKind } from '#shared/list-record.ts'
import type { Locale } from '#shared/messages.ts'
import type { PageAddress } from '#shared/pages.ts'
import type { Permission } from '#shared/permissions.ts'
import type { SentSelection } from '#shared/selection.ts'
import type { ListRoute, QueryValues, RowOf } from '../api.ts'
import type { TextKey, Translate } from '../texts.ts'
import type { Icon } from '../ui/icons.ts'

export type FilterOption = { value: string; label: string }

/** A column, mostly made by `columnsOf` from the list's record. `cell` is a plain function: no hooks inside. */
export type Column<Row> = {
  /** Its key in Table Settings. */
  key: string
  title: TextKey
  cell: (row: Row, t: Translate, locale: Locale) => ReactNode
  /** Key of `declaration.ordering`; the header then sorts. */
  ordering?: string
  /** Filter of the declaration behind the header's funnel; `texts` names its values. */
  filter?: { name: string; texts?: Readonly<Record<string, TextKey>> }
  /** What it holds: figures and days keep to one line. */
  kind?: ColumnKind
  /** Takes its share of the room that is left, as the title does. */
  grow?: true
  /** Gives way where there is no room for it. */
  yields?: true
  /** Least width in px; 116 by default. */
  width?: number
  align?: 'end'
  /** Shown on the cards below 768 px; true by default. */
  card?: boolean
}

export type RowName = {
  title: string
  subtitle?: string
  /** The row's own page. */
  href?: PageAddress
  /** Where a row has no page: the key of the row action that the title starts. */
  action?: string
}

/** The first column: the row's title as a link, and a quieter second line. Never hidden by Table Settings. */
export type TitleColumn<Row> = {
  title: TextKey
  ordering?: string
  cell: (row: Row) => RowName
}

/** One action of a row. `prominent` ones are icons in the row, all of them stand in the row's menu. */
export type RowAction<Row> = {
  key: string
  text: TextKey
  icon: Icon
  onSelect?: (row: Row) => void
  /** A page, which opens here. */
  href?: (row: Row) => PageAddress
  /** Any address, which opens in a new tab. */
  newTab?: (row: Row) => string
  permission?: Permission
  danger?: boolean
  prominent?: boolean
  /** Accent background of a prominent one, e.g. open tasks exist. */
  tinted?: (row: Row) => boolean
  hidden?: (row: Row) => boolean
  /** Loads the dialog's code ahead, when the pointer is on the way: `TasksModal.preload`. */
  preload?: () => void
}

/** What is selected: rows by key, or everything that matches the list's query less some. */
export type Selection = {
  /** Exactly the rows that an action changes. */
  count: number
  /** Their sum, in lists that say `amountOf`; undefined while a row of another visit is among them. */
  sum_cents?: number | undefined
  /** Titles of the rows that were ticked one by one; none with "all that match". */
  titles: readonly string[]
  /** Set with "all that match": how many those are, and the titles of the rows taken out again. */
  all: { total: number; except: readonly string[] } | undefined
  /** As the server takes it. */
  sent: SentSelection
}

/** The list as actions and toolbars see it. */
export type ListHandle = {
  /** Filters, search, ordering and archived view as the server takes them; without paging. */
  query: QueryValues
  count: number
  /** Column keys as shown, in order (for an export that equals the screen). */
  visibleColumns: readonly string[]
  selection: Selection
  clearSelection: () => void
  /** Keeps only these selected: the rows that failed. */
  keepSelected: (rows: readonly { slug: string; title: string }[]) => void
  /** Of the rows taken out of "all that match" only these still match: the list is read again. */
  correctSelection: (except: readonly string[]) => void
  /** The title of a row that was selected, as it was last seen. */
  titleOf: (key: string) => string | undefined
  refresh: () => Promise<void>
}

export type BulkAction = {
  key: string
  text: TextKey
  icon: Icon
  permission?: Permission
  /** While the promise is open the button shows that it works, and no second action starts. */
  run: (list: ListHandle) => void | Promise<void>
}

export type ListTableProps<N extends ListRoute, Row = RowOf<N>> = {
  /** Translated; the page's h1. */
  title: string
  route: N
  params?: Record<string, string | number>
  /** Sent with every call beside the list's own query. */
  extraQuery?: QueryValues
  declaration: ListDeclaration
  titleColumn: TitleColumn<Row>
  columns: readonly Column<Row>[]
  /** Stable key of a row; its slug by default. */
  rowKey?: (row: Row) => string
  /** Cents of a row: what is selected then has a sum. The answer says `sum_cents` of all that match. */
  amountOf?: (row: Row) => number
  /** Filters of the declaration that no column holds: set by links and in the filter drawer, shown as chips. */
  filters?: readonly { name: string; title: TextKey; texts: Readonly<Record<string, TextKey>> }[]
  /** Values of filters that come from the database, by filter name; also replaces declared values. */
  options?: Record<string, readonly FilterOption[]>
  rowActions?: readonly RowAction<Row>[]
  bulkActions?: readonly BulkAction[]
  /** Checkboxes; on when there are bulk actions. */
  selectable?: boolean
  /** Active and archived are two pages; `archived` says which one this is. */
  views?: { active: PageAddress; archived: PageAddress }
  archived?: boolean
  /** Beside the title where the views are others than active and archived. */
  viewSwitch?: ReactNode
  /** Name and placeholder of the search box, e.g. "Search projects". */
  /** What the search box is called; without it there is none. */
  searchText?: string
  /** Nothing yet · nothing matches. */
  emptyText?: string
  noneMatchText?: string
  emptyAction?: ReactNode
  /** Buttons at the right of the title (Export, Create …). */
  actions?: (list: ListHandle) => ReactNode
  /** Between title and toolbar: tabs, a callout. */
  above?: ReactNode
  /** Between rows and pager: sums of what the list finds. */
  below?: (list: ListHandle) => ReactNode
  /** Column keys the table offers in Table Settings; without it there is no such button. */
  settings?: boolean
}
