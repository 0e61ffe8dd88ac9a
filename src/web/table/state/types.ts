import type { ComponentType, ReactNode } from 'react'
import type { ListDeclaration } from '#shared/lists/list-declaration.ts'
import type { ColumnKind, ListRecord } from '#shared/lists/list-record.ts'
import type { Locale } from '#shared/messages.ts'
import type { PageAddress } from '#shared/pages.ts'
import type { Permission } from '#shared/permissions.ts'
import type { SentSelection } from '#shared/lists/selection.ts'
import type { Answer, ListRoute, QueryValues, RowOf } from '../../api.ts'
import type { TextKey, Translate } from '../../texts.ts'
import type { Icon } from '../../ui/icons.ts'
import type { MenuItem } from '../../ui/Menu.tsx'
import type { Filters, Opening } from '#shared/lists/list-state.ts'
import type { PeekOf } from '../peek/PeekSplit.tsx'
import type { ListStateHandle } from './useListState.ts'

export type FilterOption = { value: string; label: string }

/** A column, mostly made by `columnsOf` from the list's record. `cell` is a plain function: no hooks inside. */
export type Column<Row> = {
  key: string
  title: TextKey
  cell: (row: Row, t: Translate, locale: Locale) => ReactNode
  /** Key of `declaration.ordering`; the header then sorts. */
  ordering?: string
  /** Filter of the declaration behind the header's funnel; `texts` names its values. */
  filter?: { name: string; texts?: Readonly<Record<string, TextKey>> }
  /** The kind of its values: figures and days stay on one line. */
  kind?: ColumnKind
  /** Takes a share of the remaining room, as the title does. */
  grow?: true
  /** Shown only when a layout names it. */
  optional?: true
  /** Hidden where there is no room for it. */
  yields?: true
  /** Least width in px; 116 by default. */
  width?: number
  /** Preferred width in px. */
  usual?: number
  align?: 'end'
  /** Shown on the cards below 768 px; true by default. */
  card?: boolean
}

export type RowName = {
  title: string
  subtitle?: string
  /** The row's own page. */
  href?: PageAddress
  /** For a row without a page: the key of the row action that the title triggers. */
  action?: string
}

/** The first column: the row's title as a link, and a quieter second line. Table Settings cannot hide it. */
export type TitleColumn<Row> = {
  title: TextKey
  ordering?: string
  cell: (row: Row) => RowName
}

/** One action of a row. `prominent` ones are icons in the row; all are in the row's menu. */
export type RowAction<Row> = {
  key: string
  text: TextKey
  icon: Icon
  onSelect?: (row: Row) => void
  href?: (row: Row) => PageAddress
  /** Any address, opened in a new tab. */
  newTab?: (row: Row) => string
  permission?: Permission
  danger?: boolean
  prominent?: boolean
  /** Accent background of a prominent action, e.g. when open tasks exist. */
  tinted?: (row: Row) => boolean
  hidden?: (row: Row) => boolean
  /** A single key that applies it to the focused row. */
  shortcut?: string
  /** On a card, a labelled button within a thumb's reach. */
  thumb?: boolean
  /** Why it is impossible now; the action stays in place and shows the reason. */
  refused?: (row: Row) => RefusalReason | undefined
  /** Preloads the dialog's code on hover: `TasksModal.preload`. */
  preload?: () => void
}

/** The selection: rows by key, or everything that matches the list's query except some. */
export type Selection = {
  /** The exact number of rows that an action changes. */
  count: number
  /** Their sum, in lists with `amountOf`; undefined while it includes a row from an earlier visit. */
  sum_cents?: number | undefined
  /** Titles of individually ticked rows; none with "all that match". */
  titles: readonly string[]
  /** Set with "all that match": their number, and the titles of the excluded rows. */
  all: { total: number; except: readonly string[] } | undefined
  /** The selection in the server's format. */
  sent: SentSelection
}

/** The list as seen by actions and toolbars. */
export type ListHandle = {
  /** Filters, search, ordering and archived view in the server's format; without paging. */
  query: QueryValues
  filters: Filters
  /** The rows are loaded, so counts beside them may be fetched. */
  ready: boolean
  count: number
  /** Visible column keys in order (for an export that equals the screen). */
  visibleColumns: readonly string[]
  selection: Selection
  clearSelection: () => void
  /** Keeps only these rows selected: the failed ones. */
  keepSelected: (rows: readonly { slug: string; title: string }[]) => void
  /** Only these exclusions from "all that match" still match: the list reloads. */
  correctSelection: (except: readonly string[]) => void
  /** The last known title of a selected row. */
  titleOf: (key: string) => string | undefined
  refresh: () => Promise<void>
}

/** Why an action on a row is impossible: a text, with values for its placeholders. */
export type RefusalReason = TextKey | { key: TextKey; values: Record<string, string | number> }

/** Groups of adjacent rows under a heading, in the order of the list. */
export type Groups<Row> = { of: (row: Row) => string; heading: (group: string) => ReactNode }

export type BulkAction = {
  key: string
  text: TextKey
  icon: Icon
  permission?: Permission
  /** Shown at the end of the menu. */
  more?: true
  /** While the promise is pending, the button shows progress and blocks further actions. */
  run: (list: ListHandle) => void | Promise<void>
}

/** The menu “+ Filter” of a list: its record, and the counting calls. */
export type FilterMenuOf = {
  list: ListRecord
  /**
   * Values of one filter with the number of rows each has under the other filters; `find` in the query filters by
   * letters.
   */
  values: (
    name: string,
    query: QueryValues,
    signal: AbortSignal,
  ) => Promise<{ values: { value: string; title: string | null; count: number }[]; more: boolean }>
  count: (query: QueryValues, signal: AbortSignal) => Promise<{ count: number }>
  countText: (count: number, t: Translate) => string
  /** Filters that are open on a phone. */
  often: readonly string[]
  /** Filters whose values are searched with the letters typed in the menu. */
  searched: readonly string[]
}

/** Callbacks of a row for selection and actions. */
export type RowHandlers = {
  toggle: (key: string, selected: boolean, range: boolean) => void
  act: (action: string, key: string) => void
}

export type BriefCardsProps = {
  title: string
  titleColumn: TitleColumn<never>
  rowActions: readonly RowAction<never>[]
  handlers: RowHandlers
  rows: readonly (readonly [string, unknown])[]
  loading: boolean
  has: (key: string) => boolean
  /** Shows checkboxes and menus; otherwise a long press does. */
  selecting: boolean
}

/** Props that the list passes to its phone menu. */
export type ListPhoneMenuProps = {
  list: ListHandle
  archived: boolean
} & Omit<PhoneMenuProps, 'items'>

export type PhoneMenuProps = {
  /** The orderings with their headings. */
  headings: readonly { ordering?: string; title: TextKey }[]
  ordering: string
  onOrdering: (ordering: string) => void
  selecting: boolean
  onSelecting: (on: boolean) => void
  /** Further actions of the list: export, create, its other view. */
  items: readonly MenuItem[]
}

export type ListTableProps<N extends ListRoute, Row = RowOf<N>> = {
  /** Translated; the page's h1. */
  title: string
  route: N
  params?: Record<string, string | number>
  /** Sent with every call in addition to the list's own query. */
  extraQuery?: QueryValues
  declaration: ListDeclaration
  titleColumn: TitleColumn<Row>
  columns: readonly Column<Row>[]
  /** Stable key of a row; its slug by default. */
  rowKey?: (row: Row) => string
  /** Cents of a row, which give the selection a sum. The answer holds `sum_cents` of all matches. */
  amountOf?: (row: Row) => number
  /** Declared filters without a column: set by links and in the filter drawer, shown as chips. */
  filters?: readonly { name: string; title: TextKey; texts: Readonly<Record<string, TextKey>> }[]
  /** Its filters on relations, sums and days: the menu “+ Filter” and chips that open it. */
  filterMenu?: FilterMenuOf
  /** Filter values from the database, by filter name; they replace declared values. */
  options?: Record<string, readonly FilterOption[]>
  rowActions?: readonly RowAction<Row>[]
  bulkActions?: readonly BulkAction[]
  /** How its rows are grouped, while the order allows it. */
  grouped?: (list: ListHandle) => Groups<Row> | undefined
  /** The content of the peek opened by Space. */
  peek?: PeekOf<Row>
  /** Checkboxes; on when there are bulk actions. */
  selectable?: boolean
  /** Active and archived are two pages; `archived` says which one this is. */
  views?: { active: PageAddress; archived: PageAddress }
  archived?: boolean
  /** The person's opening state, when neither address nor storage has one. */
  opening?: Opening
  /** Shown beside the title when the views differ from active and archived. */
  viewSwitch?: ReactNode
  /** Name and placeholder of the search box, e.g. "Search projects"; without it there is no search box. */
  searchText?: string
  /** Nothing yet · nothing matches. */
  emptyText?: string
  /** The next step when the list is empty. */
  emptyHint?: string
  noneMatchText?: string
  /** Replaces that text where it depends on the query; receives a function that clears it. */
  noneMatch?: (clear: () => void) => ReactNode
  emptyAction?: ReactNode
  /** Buttons on the right of the title (Export, Create …). */
  actions?: (list: ListHandle) => ReactNode
  /** Content of a card beside its title, instead of label–value pairs. */
  card?: (row: Row) => ReactNode
  /** On a phone: two-line rows, and the content of the menu beside search and filter. */
  phone?: { Cards: ComponentType<BriefCardsProps>; Menu: ComponentType<ListPhoneMenuProps> }
  /** Between title and toolbar: tabs, a callout; counts beside the rows wait for them. */
  above?: ReactNode | ((rowsAreThere: boolean) => ReactNode)
  /** In a toolbar button: figures about all matches, once the rows are loaded. Not on a phone. */
  beside?: (list: ListHandle, setFilters: ListStateHandle['setFilters'], ready: boolean) => ReactNode
  /** Between toolbar and rows, only while there is something to report: a running bulk action. */
  beneath?: (ready: boolean) => ReactNode
  /** Between rows and pager: sums of all matches, from the list's own answer, which arrives with the first rows. */
  below?: (list: ListHandle, answer: Answer<N> | undefined) => ReactNode
  /** Column keys for Table Settings; without it there is no such button. */
  settings?: boolean
}
