/**
 * Template A, a whole list page: title, count, views, toolbar, table (cards below 768 px), footer. A page declares its
 * columns and actions at module scope and renders this:
 *
 *   const InfoModal = lazyDialog(() => import('../../ui/InfoModal.tsx'), 'InfoModal')
 *   const columns: Column<ProjectRow>[] = [
 *     { key: 'status', title: 'columns.status', ordering: 'status',
 *       filter: { name: 'status', texts: { in_progress: 'labels.in_progress' } },
 *       cell: (row) => <Labels labels={…} /> },
 *   ]
 *   export function ProjectsPage({ archived = false }) {
 *     const t = useText()
 *     const [info, setInfo] = useState<ProjectRow>()
 *     return (
 *       <>
 *         <ListTable route="GET /api/v4/projects/" declaration={projectList} title={t('nav.projects')}
 *           titleColumn={titleColumn} columns={columns} rowActions={[{ key: 'info', text: 'actions.info',
 *           icon: IconInfoCircle, onSelect: setInfo }]} searchText={t('projects.search')} settings />
 *         {info && <InfoModal title={info.title} … onClose={() => setInfo(undefined)} />}
 *       </>
 *     )
 *   }
 *
 * It handles state, paging, search, filters, selection, storage, errors and empty states itself.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { type ApiError, q, type QueryValues } from '../../api.ts'
import { useProfile } from '../../profile.tsx'
import { queryClient } from '../../query-client.ts'
import { useLocale, useText } from '../../texts.ts'
import { useIsMobile, useIsNarrow, usePageTitle } from '../../theme.ts'
import { useLocation } from '../../router/page.ts'
import { IconLayoutSidebarRight } from '../../ui/icons.ts'
import { ErrorPanel } from '../../ui/states.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ListBody } from './ListBody.tsx'
import { isForbidden, ListFailed, useFailureToast } from './ListFailed.tsx'
import { declarationFor, hasOnlyInitialFilters, listQueryOf } from '#shared/lists/list-state.ts'
import { type Neighbour, rememberRows } from '../state/neighbours.ts'
import { Pager } from '../toolbar/Pager.tsx'
import { PeekSplit } from '../peek/PeekSplit.tsx'
import { usePeek } from '../peek/usePeek.ts'
import { ColumnsLine } from '../toolbar/ColumnsLine.tsx'
import { applyLayout, type Layout } from '../state/layout.ts'
import { layoutOf, settingsOf } from '../state/settings.ts'
import { Toolbar } from '../toolbar/Toolbar.tsx'
import type { Answer, ListRoute, RowOf } from '../../api.ts'
import { markListStale } from '../../stale.ts'
import type { Column, ListHandle, ListTableProps, RowAction } from '../state/types.ts'
import { useListState } from '../state/useListState.ts'
import { useFirstRows } from '../state/useFirstRows.ts'
import { useFitting } from '../state/useFitting.ts'
import { useRestoreListScroll } from '../state/useRestoreListScroll.ts'
import { widestOf } from '../state/widths.ts'
import { countOf, scopeOf, sentSelection } from '../state/selection.ts'
import { selectedText } from '../state/selected-text.ts'
import { useSelection } from '../state/useSelection.ts'
import { useSelectedSum } from '../state/useSelectedSum.ts'
import { lazyPagePart } from '../../ui/lazyDialog.tsx'
// Search box, checkboxes and page size are fields as well.
import '../../form/form.css'
import './table.css'
import './density.css'

type Page<Row> = {
  results: Row[]
  count: number
  total_pages: number
  current_page: number
  sum_cents?: number
}
const ListKeys = lazyPagePart(() => import('./ListKeys.tsx'), 'ListKeys')
/** Milliseconds by which counts of all matches are delayed after the rows. */
const rowsFirst = 250
const noHidden: readonly string[] = []
const noLayout: Layout = { columns: null, widths: {} }

export function ListTable<const N extends ListRoute>(given: ListTableProps<N>) {
  type Row = RowOf<N>
  const { title, route, params, extraQuery, columns, archived = false, rowKey = slugOf } = given
  const declaration = useMemo(
    () => declarationFor(given.declaration, archived),
    [given.declaration, archived],
  )
  const narrow = useIsNarrow()
  const peek = usePeek(given.peek !== undefined, narrow)
  const peekAction: RowAction<Row> = {
    key: 'peek',
    text: 'list.peek',
    icon: IconLayoutSidebarRight,
    onSelect: (row) => peek.show(rowKey(row)),
  }
  // After the first action, which most people use.
  const rowActions = given.peek ? given.rowActions?.toSpliced(1, 0, peekAction) : given.rowActions
  const props = { ...given, declaration, ...(rowActions && { rowActions }) }
  const t = useText()
  const locale = useLocale()
  const mobile = useIsMobile()
  const profile = useProfile()
  const { href: address } = useLocation()
  const list = useListState(declaration, profile?.id, archived, given.opening)
  const { state } = list
  const brief = mobile && given.phone !== undefined
  const [selects, setSelects] = useState(false)
  usePageTitle(title)

  const extra = JSON.stringify(extraQuery ?? {})
  const query = useMemo(
    () => ({ ...listQueryOf(state, declaration, archived), ...(JSON.parse(extra) as QueryValues) }),
    [state, declaration, archived, extra],
  )
  const selection = useSelection(declaration.table, address, scopeOf(query, archived))
  const optionsFor = (page: number) =>
    ({
      ...q(route, { params, query: { ...query, page, page_size: state.pageSize } } as never),
      retry: false,
    }) as unknown as Parameters<typeof useQuery<Page<Row>, ApiError>>[0]
  const { data, error, isPlaceholderData, isFetching, isError, refetch } = useQuery<Page<Row>, ApiError>({
    ...optionsFor(state.page),
    placeholderData: keepPreviousData,
  })
  const settings = useQuery({ ...settingsOf(declaration.table), enabled: props.settings === true })
  const hidden = settings.data?.hidden_fields ?? noHidden
  const record = props.filterMenu?.list
  const layout = useQuery({ ...layoutOf(declaration.table), enabled: record?.presets !== undefined })
  const laid = layout.data ?? noLayout
  const shown = useMemo(() => applyLayout(columns, hidden, laid), [columns, hidden, laid])

  const pastEnd = useLastPageInstead(
    data,
    error,
    state.page,
    (page) => list.goToPage(page, { replace: true }),
    () => queryClient.fetchQuery(optionsFor(1) as never),
  )
  const seen = useLastPage(data)
  const rows = seen?.results
  const retry = () => void refetch()
  // A failed first load has the panel, which brings its own toast.
  useFailureToast(rows === undefined || pastEnd ? null : error, retry)
  const scroller = useRestoreListScroll(declaration.table, address, data !== undefined)
  const fitting = useFitting(shown, scroller, mobile, peek.key !== undefined)

  const keyed = useMemo(() => (rows ?? []).map((row) => [rowKey(row), row] as const), [rows, rowKey])
  const drawn = useFirstRows(keyed, declaration.table, address)
  const count = seen?.count ?? 0
  const { titleColumn } = given
  const titled = useMemo(
    () => keyed.map(([key, row]) => [key, titleColumn.cell(row).title] as const),
    [keyed, titleColumn],
  )
  const neighboursOf = useEffectEvent((page: readonly Row[]) =>
    page.flatMap((row): Neighbour[] => {
      const { title: name, href } = titleColumn.cell(row)
      return href ? [{ key: rowKey(row), title: name, href }] : []
    }),
  )
  const note = useEffectEvent(({ results, count: all, current_page, total_pages }: Page<Row>) =>
    rememberRows(declaration.table, {
      rows: neighboursOf(results),
      first: (current_page - 1) * state.pageSize + 1,
      count: all,
      page: current_page,
      lastPage: total_pages,
      read: async (page) =>
        neighboursOf(((await queryClient.fetchQuery(optionsFor(page) as never)) as Page<Row>).results),
    }),
  )
  useEffect(() => {
    if (data && !isPlaceholderData) note(data)
  }, [data, isPlaceholderData])
  const peeked = peek.key === undefined ? undefined : titled.find(([key]) => key === peek.key)?.[1]
  const { selected, send } = selection
  useEffect(() => {
    if (data && !isPlaceholderData) send({ type: 'read', page: titled, total: data.count })
  }, [send, data, isPlaceholderData, titled])
  const sum_cents = useSelectedSum(keyed, given.amountOf, selected, seen?.sum_cents)
  const refresh = () => markListStale(route)
  // Counts wait until the rows have been requested.
  const countsToo = useDelayed(data !== undefined, rowsFirst)
  const handle: ListHandle = {
    query,
    ready: countsToo,
    filters: state.filters,
    count,
    visibleColumns: shown.map((column) => column.key),
    selection: {
      count: countOf(selected, count),
      sum_cents,
      titles: [...selected.picked.values()],
      all: selected.all ? { total: count, except: [...selected.left.values()] } : undefined,
      sent: sentSelection(selected, query, count),
    },
    clearSelection: () => {
      setSelects(false)
      send({ type: 'clear' })
    },
    keepSelected: (kept) => send({ type: 'keep', rows: kept.map(({ slug, title }) => [slug, title]) }),
    correctSelection: (left) => {
      send({ type: 'correct', left })
      void refresh()
    },
    titleOf: (key) => selected.picked.get(key),
    refresh,
  }
  const selecting = selects || handle.selection.count > 0
  const phoneMenu = brief && given.phone && (
    <given.phone.Menu
      list={handle}
      archived={archived}
      headings={[titleColumn, ...columns]}
      ordering={state.ordering}
      onOrdering={list.setOrdering}
      selecting={selecting}
      onSelecting={(on) => (on ? setSelects(true) : handle.clearSelection())}
    />
  )
  const isFiltered = !hasOnlyInitialFilters(state, declaration)
  const firstFailed = isError && !rows && !pastEnd
  // Without permission for the list, no actions are offered.
  const forbidden = firstFailed && isForbidden(error)
  const body = (
    <>
      <div className="list-refresh" data-active={(isFetching && rows !== undefined) || undefined} />
      {firstFailed ? (
        <div className="list-scroll">
          <ListFailed error={error} text={t('states.try_again')} onRetry={retry} />
        </div>
      ) : (
        <ListBody
          props={props}
          list={list}
          columns={fitting}
          rows={drawn}
          titled={titled}
          loading={rows === undefined || pastEnd}
          stale={isPlaceholderData && isFetching ? 'loading' : isError && !pastEnd ? 'failed' : undefined}
          firstIndex={((seen?.current_page ?? state.page) - 1) * state.pageSize + 1}
          selection={selection}
          isFiltered={isFiltered}
          groups={props.grouped?.(handle)}
          mobile={mobile}
          selecting={selecting}
          peeked={peek.key}
          scroller={scroller}
        />
      )}
      {props.below?.(handle, seen as Answer<N> | undefined)}
      {/* No pages and no count: the message is enough. */}
      {seen?.count !== 0 && !firstFailed && (
        <Pager
          page={state.page}
          pages={seen?.total_pages ?? state.page}
          pageSize={state.pageSize}
          count={seen?.count}
          onPage={(page) => {
            scroller.current?.scrollTo({ top: 0 })
            list.goToPage(page)
          }}
          onPageSize={list.setPageSize}
          onAim={(page) =>
            page >= 1 &&
            page <= (data?.total_pages ?? 1) &&
            page !== state.page &&
            void queryClient.prefetchQuery(optionsFor(page) as never)
          }
        >
          {given.peek && countsToo && <ListKeys />}
        </Pager>
      )}
    </>
  )
  return (
    <section
      className="panel list"
      aria-label={title}
      data-brief={brief || undefined}
      // Beside a peek the rows take all available room.
      style={given.peek ? undefined : { maxWidth: widestOf(shown) }}
    >
      <header className="list-head">
        {/* On a phone the view names say what is shown, if there are views. */}
        <h1 tabIndex={-1} className={brief && props.above ? 'visually-hidden' : undefined}>
          {title}
        </h1>
        {seen && !(brief && props.above) && (
          <span className="list-count figures">{formatInteger(count, locale)}</span>
        )}
        {props.views && !brief && (
          <Tabs
            look="segmented"
            label={t('list.view')}
            tabs={[
              { to: props.views.active, text: t('list.active') },
              { to: props.views.archived, text: t('list.archived') },
            ]}
          />
        )}
        {props.viewSwitch}
        {!forbidden && <div className="list-actions">{props.actions?.(handle)}</div>}
      </header>
      {typeof props.above === 'function' ? props.above(countsToo) : props.above}
      {forbidden ? (
        <ErrorPanel error={error} isPart={false} />
      ) : (
        <>
          <Toolbar
            props={props}
            list={list}
            handle={handle}
            hidden={hidden}
            layout={laid}
            selection={selection}
            rows={titled}
            phoneMenu={phoneMenu}
            beside={
              !mobile && (
                <>
                  {props.beside?.(handle, list.setFilters, countsToo)}
                  {record?.presets && (
                    <ColumnsLine
                      list={record}
                      columns={columns as readonly Column<never>[]}
                      shown={handle.visibleColumns}
                      ordering={state.ordering}
                      onOrdering={list.setOrdering}
                    />
                  )}
                </>
              )
            }
            {...(given.peek && { peek: { ...peek, first: keyed[0]?.[0] } })}
          />
          {props.beneath && <div className="second-line">{props.beneath(countsToo)}</div>}
          {given.peek ? (
            <PeekSplit peek={peek} offer={given.peek} rows={keyed}>
              {body}
            </PeekSplit>
          ) : (
            body
          )}
        </>
      )}
      <LiveRegion text={data && !isPlaceholderData ? t('list.results', { count }) : ''} />
      <LiveRegion text={peeked === undefined ? '' : t('list.peek_of', { title: peeked })} />
      <LiveRegion text={handle.selection.count > 0 ? selectedText(handle.selection, t, locale) : ''} />
    </section>
  )
}

/** True a given number of milliseconds after an event first happened. */
function useDelayed(happened: boolean, delay: number): boolean {
  const [after, setAfter] = useState(false)
  useEffect(() => {
    if (!happened) return
    const timer = setTimeout(() => setAfter(true), delay)
    return () => clearTimeout(timer)
  }, [happened, delay])
  return after
}

const slugOf = (row: unknown) => (row as { slug: string }).slug

/** Replaces a page past the end (404, or fewer pages than the address says) by the last existing one. */
function useLastPageInstead(
  data: Page<unknown> | undefined,
  error: ApiError | null,
  page: number,
  goTo: (page: number) => void,
  readFirst: () => Promise<unknown>,
): boolean {
  const refused = error?.status === 404 && page > 1
  const empty = data !== undefined && data.results.length === 0 && data.count > 0 && page > data.total_pages
  const leave = useEffectEvent(async (isCurrent: () => boolean) => {
    const pages = empty
      ? data.total_pages
      : await readFirst().then(
          (first) => (first as Page<unknown>).total_pages,
          () => 1,
        )
    if (isCurrent()) goTo(Math.max(1, pages))
  })
  const lost = refused || empty
  useEffect(() => {
    if (!lost) return
    let current = true
    void leave(() => current)
    return () => {
      current = false
    }
  }, [lost])
  return lost
}

/** The last page seen, which stays (dimmed) when loading another fails. */
function useLastPage<Row>(data: Page<Row> | undefined): Page<Row> | undefined {
  const [last, setLast] = useState<Page<Row>>()
  if (data && data !== last) setLast(data)
  return data ?? last
}

function LiveRegion({ text }: { text: string }) {
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  )
}
