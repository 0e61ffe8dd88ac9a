import { useState } from 'react'
import { exportFormats, giftFormats } from '#shared/lists/exports.ts'
import type { SentSelection } from '#shared/lists/selection.ts'
import { loadCode } from '../../lazy-part.ts'
import { useCan } from '../../profile.tsx'
import { markStale } from '../../stale.ts'
import { IconButton } from '../../ui/Button.tsx'
import { lazyDialog, reportLoadFailure } from '../../ui/lazyDialog.tsx'
import { isMissingCode } from '../../ui/new-version.ts'
import { PermissionButton } from '../../ui/PermissionButton.tsx'
import { translate, useText } from '../../texts.ts'
import { IconChevronDown, IconDownload } from '../../ui/icons.ts'
import { explain } from '../../ui/states.tsx'
import { notify } from '../../ui/toasts.ts'
import type { ExportChoice } from './ExportDialog.tsx'
import { correctIfChanged } from '../state/refusals.ts'
import type { ListHandle } from '../state/types.ts'
import '../list/table.css'

/** Routes that answer a list as a file. */
export type ExportRoute =
  | 'GET /api/v4/projects/export/'
  | 'GET /api/v4/organizations/export/'
  | 'GET /api/v4/users/export/'
  | 'GET /api/v4/emails/export/'
  | 'GET /api/v4/permissions/export/'
  | 'GET /api/v4/documents/export/'
  | 'GET /api/v4/document-logs/export/'
  | 'GET /api/v4/payouts/export/'
  | 'GET /api/v4/recovery-claims/export/'
  | 'GET /api/v4/gifts/export/'
  | 'GET /api/v4/private-donations/export/'
  | 'GET /api/v4/logs/journal/export/'
  | 'GET /api/v4/logs/searches/export/'
  | 'GET /api/v4/logs/internal-fundings/export/'
  | 'GET /api/v4/logs/defunds/export/'
  | 'GET /api/v4/logs/accounts/:id/export/'
  | 'GET /api/v4/bank-statements/:id/transactions/export/'

/** Lists of records: they can also be exported completely and for re-import. */
const withSets: readonly ExportRoute[] = [
  'GET /api/v4/projects/export/',
  'GET /api/v4/organizations/export/',
  'GET /api/v4/gifts/export/',
]

/** Longest list of slugs in an address; for a longer selection, select all matches or narrow it first. */
const longestSlugs = 12_000

/** The exported list; only selectable lists have a selection. */
type ExportedList = Pick<ListHandle, 'query' | 'visibleColumns'> &
  Partial<Pick<ListHandle, 'selection' | 'correctSelection'>>

/**
 * Exports exactly the visible data: filters, search, ordering and visible columns; with `selection` only the selected
 * rows. A long export comes by e-mail.
 */
export async function exportList(
  route: ExportRoute,
  list: ExportedList,
  {
    onlySelection = false,
    params,
    choice: { format = 'xlsx', set = 'as_seen' } = {},
  }: { onlySelection?: boolean; params?: Record<string, string>; choice?: ExportChoice } = {},
): Promise<void> {
  const { query, visibleColumns, selection } = list
  const picked: SelectionParams = onlySelection && selection ? selectionParams(selection.sent) : {}
  const named = picked.slugs ?? picked.exclude ?? ''
  if (named.length > longestSlugs)
    return void notify({
      tone: 'danger',
      title: translate('states.error'),
      message: translate('list.too_many_picked', { count: named.split(',').length }),
    })
  try {
    const { download } = await loadCode(() => import('../../download.ts'))
    const columns = visibleColumns.join(',')
    const job = await download(route, {
      ...(params && { params }),
      query: { ...query, format, ...(set === 'as_seen' ? { columns } : { set }), ...picked },
    })
    if (job) {
      void markStale('export')
      notify({ tone: 'info', title: translate('actions.export'), message: translate('states.long_job') })
    }
  } catch (error) {
    if (isMissingCode(error)) return void reportLoadFailure(error)
    if (list.correctSelection) correctIfChanged(error, { correctSelection: list.correctSelection })
    notify({
      tone: 'danger',
      title: translate('states.error'),
      message: explain(error, translate),
    })
  }
}

type SelectionParams = { slugs?: string; exclude?: string; expected_count?: number }

function selectionParams(sent: SentSelection): SelectionParams {
  return 'slugs' in sent
    ? { slugs: sent.slugs.join(',') }
    : { exclude: (sent.exclude ?? []).join(','), expected_count: sent.expected_count }
}

const ExportDialog = lazyDialog(() => import('./ExportDialog.tsx'), 'ExportDialog')

type ExportOf = {
  route: ExportRoute
  params?: Record<string, string>
  list: Parameters<typeof exportList>[1]
}

export function ExportChoices({
  route,
  params,
  list,
  onExport = (choice) => void exportList(route, list, { ...(params && { params }), choice }),
  onClose,
}: ExportOf & { onExport?: (choice: ExportChoice) => void; onClose: () => void }) {
  return (
    <ExportDialog
      sets={withSets.includes(route)}
      formats={route === 'GET /api/v4/gifts/export/' ? giftFormats : exportFormats}
      onExport={onExport}
      onClose={onClose}
    />
  )
}

/** The Export button beside a list's title: one click exports the visible data, the menu offers columns and format. */
export function ExportButton({ route, params, list }: ExportOf) {
  const t = useText()
  const allowed = useCan('export_data')
  const [running, setRunning] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const run = (choice: ExportChoice) => {
    setRunning(true)
    void exportList(route, list, { ...(params && { params }), choice }).finally(() => setRunning(false))
  }
  return (
    <span className="export-buttons">
      <PermissionButton
        permission="export_data"
        icon={IconDownload}
        size="sm"
        loading={running}
        onClick={() => run({})}
      >
        {t('actions.export')}
      </PermissionButton>
      {allowed && (
        <IconButton
          label={t('exports.as')}
          icon={IconChevronDown}
          aria-haspopup="dialog"
          onPointerEnter={ExportDialog.preload}
          onClick={() => setChoosing(true)}
        />
      )}
      {choosing && (
        <ExportChoices
          route={route}
          {...(params && { params })}
          list={list}
          onExport={run}
          onClose={() => setChoosing(false)}
        />
      )}
    </span>
  )
}
