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
import type { Filters, Opening } from './list-state.ts'
import type { PeekOf } from '../peek/PeekSplit.tsx'
import type { ListStateHandle } from './useListState.ts'

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
  /** Shown where a layout names it. */
  optional?: true
  /** Gives way where there is no room for it. */
  yields?: true
  /** Least width in px; 116 by default. */
  width?: number
  /** Its width in px where there is room. */
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
  /** A single key that does it to the row with the focus. */
  shortcut?: string
  /** On a card a button with its word, in a thumb's reach. */
  thumb?: boolean
  /** Why it cannot be done now; it stays where it is and says so. */
  refused?: (row: Row) => Refused | undefined
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
  filters: Filters
  /** The rows are there: what is counted beside them may be asked for. */
  ready: boolean
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

/** Why an action on a row cannot be done: a text, with its values where it has some. */
export type Refused = TextKey | { key: TextKey; values: Record<string, string | number> }

/** Rows that belong together stand under a heading, in the order they come in. */
export type Groups<Row> = { of: (row: Row) => string; heading: (group: string) => ReactNode }

export type BulkAction = {
  key: string
  text: TextKey
  icon: Icon
  permission?: Permission
  /** It stands in the menu behind the others. */
  more?: true
  /** While the promise is open the button shows that it works, and no second action starts. */
  run: (list: ListHandle) => void | Promise<void>
}

/** The menu “+ Filter” of a list: its record, and the calls that count. */
export type FilterMenuOf = {
  list: ListRecord
  /** Values of one filter, each with how many of what the others find have it; `find` in the query are letters of them. */
  values: (
    name: string,
    query: QueryValues,
    signal: AbortSignal,
  ) => Promise<{ values: { value: string; title: string | null; count: number }[]; more: boolean }>
  count: (query: QueryValues, signal: AbortSignal) => Promise<{ count: number }>
  /** `16 projects`. */
  countText: (count: number, t: Translate) => string
  /** Those that stand open on a phone. */
  often: readonly string[]
  /** Filters whose values are asked for with the letters that are typed in the menu's own search. */
  searched: readonly string[]
}

/** What a row calls when it is ticked or acted on. */
export type RowHandlers = {
  toggle: (key: string, selected: boolean, range: boolean) => void
  act: (action: string, key: string) => void
}

/** Props of the cards that show a list on a phone. */
export type BriefCardsProps = {
  title: string
  titleColumn: TitleColumn<never>
  rowActions: readonly RowAction<never>[]
  handlers: RowHandlers
  rows: readonly (readonly [string, unknown])[]
  loading: boolean
  has: (key: string) => boolean
  /** Boxes and menus show; otherwise a long press brings them. */
  selecting: boolean
}

/** Props that the list passes to its phone menu. */
export type ListPhoneMenuProps = {
  list: ListHandle
  archived: boolean
} & Omit<PhoneMenuProps, 'items'>

export type PhoneMenuProps = {
  /** What can be ordered by, with its heading. */
  headings: readonly { ordering?: string; title: TextKey }[]
  ordering: string
  onOrdering: (ordering: string) => void
  selecting: boolean
  onSelecting: (on: boolean) => void
  /** What else the list offers: export, create, its other view. */
  items: readonly MenuItem[]
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
  /** Its filters over relations, sums and days: the menu “+ Filter” and chips that open it. */
  filterMenu?: FilterMenuOf
  /** Values of filters that come from the database, by filter name; also replaces declared values. */
  options?: Record<string, readonly FilterOption[]>
  rowActions?: readonly RowAction<Row>[]
  bulkActions?: readonly BulkAction[]
  /** How its rows are grouped, while they come in an order of groups. */
  grouped?: (list: ListHandle) => Groups<Row> | undefined
  /** What Space shows of a row beside the list. */
  peek?: PeekOf<Row>
  /** Checkboxes; on when there are bulk actions. */
  selectable?: boolean
  /** Active and archived are two pages; `archived` says which one this is. */
  views?: { active: PageAddress; archived: PageAddress }
  archived?: boolean
  /** What it opens with for the person, where neither address nor storage says any. */
  opening?: Opening
  /** Beside the title where the views are others than active and archived. */
  viewSwitch?: ReactNode
  /** Name and placeholder of the search box, e.g. "Search projects". */
  /** What the search box is called; without it there is none. */
  searchText?: string
  /** Nothing yet · nothing matches. */
  emptyText?: string
  /** What to do next where nothing is there yet. */
  emptyHint?: string
  noneMatchText?: string
  /** In place of that text, where it depends on what was asked for; told how to ask for everything. */
  noneMatch?: (clear: () => void) => ReactNode
  emptyAction?: ReactNode
  /** Buttons at the right of the title (Export, Create …). */
  actions?: (list: ListHandle) => ReactNode
  /** What a card says beside its title in place of pairs of label and value. */
  card?: (row: Row) => ReactNode
  /** On a phone: rows of two lines, and what stands in the one menu beside search and filter. */
  phone?: { Cards: ComponentType<BriefCardsProps>; Menu: ComponentType<ListPhoneMenuProps> }
  /** Between title and toolbar: tabs, a callout; what counts beside the rows waits for them. */
  above?: ReactNode | ((rowsAreThere: boolean) => ReactNode)
  /** In the toolbar, in one button: what is told of all that match, once the rows are there. Not on a phone. */
  beside?: (list: ListHandle, setFilters: ListStateHandle['setFilters'], ready: boolean) => ReactNode
  /** Between toolbar and rows, only while there is something to tell: a run at work. */
  beneath?: (ready: boolean) => ReactNode
  /** Between rows and pager: sums of what the list finds, from its own answer, which is there with the first rows. */
  below?: (list: ListHandle, answer: Answer<N> | undefined) => ReactNode
  /** Column keys the table offers in Table Settings; without it there is no such button. */
  settings?: boolean
}
