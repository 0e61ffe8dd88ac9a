import { useState } from 'react'
import type { SentSelection } from '#shared/selection.ts'
import { download } from '../api.ts'
import { PermissionButton } from '../ui/PermissionButton.tsx'
import { translate, useText } from '../texts.ts'
import { IconDownload } from '../ui/icons.ts'
import { explain } from '../ui/states.tsx'
import { notify } from '../ui/toasts.ts'
import { correctIfChanged } from './refusals.ts'
import type { ListHandle } from './types.ts'

/** Routes that answer with a list as a file. */
export type ExportRoute =
  | 'GET /api/v4/projects/export/'
  | 'GET /api/v4/organizations/export/'
  | 'GET /api/v4/users/export/'
  | 'GET /api/v4/emails/export/'
  | 'GET /api/v4/permissions/export/'
  | 'GET /api/v4/payouts/export/'
  | 'GET /api/v4/recovery-claims/export/'
  | 'GET /api/v4/private-donations/export/'
  | 'GET /api/v4/logs/journal/export/'
  | 'GET /api/v4/logs/searches/export/'
  | 'GET /api/v4/logs/internal-fundings/export/'
  | 'GET /api/v4/logs/defunds/export/'
  | 'GET /api/v4/logs/accounts/:id/export/'

/** Longest list of slugs an address holds; a longer selection is all that match, or is narrowed first. */
const longestSlugs = 12_000

/**
 * Exports exactly what is seen: filters, search, ordering and visible columns; with `selection` only the selected rows.
 * A long one comes by e-mail.
 */
export async function exportList(
  route: ExportRoute,
  list: Pick<ListHandle, 'query' | 'visibleColumns' | 'selection' | 'correctSelection'>,
  { onlySelection = false, params }: { onlySelection?: boolean; params?: Record<string, string> } = {},
): Promise<void> {
  const { query, visibleColumns, selection } = list
  const picked: Picked = onlySelection ? pickedRows(selection.sent) : {}
  const named = picked.slugs ?? picked.exclude ?? ''
  if (named.length > longestSlugs)
    return void notify({
      tone: 'danger',
      title: translate('states.error'),
      message: translate('list.too_many_picked', { count: named.split(',').length }),
    })
  try {
    const columns = visibleColumns.join(',')
    const job = await download(route, {
      ...(params && { params }),
      query: { ...query, format: 'xlsx', columns, ...picked },
    })
    if (job)
      notify({ tone: 'info', title: translate('actions.export'), message: translate('states.long_job') })
  } catch (error) {
    correctIfChanged(error, list)
    notify({
      tone: 'danger',
      title: translate('states.error'),
      message: explain(error, translate),
    })
  }
}

type Picked = { slugs?: string; exclude?: string; expected_count?: number }

/** A selection as an export's address says it. */
function pickedRows(sent: SentSelection): Picked {
  return 'slugs' in sent
    ? { slugs: sent.slugs.join(',') }
    : { exclude: (sent.exclude ?? []).join(','), expected_count: sent.expected_count }
}

/** The Export button beside a list's title. */
export function ExportButton({
  route,
  params,
  list,
}: {
  route: ExportRoute
  params?: Record<string, string>
  list: Parameters<typeof exportList>[1]
}) {
  const t = useText()
  const [running, setRunning] = useState(false)
  return (
    <PermissionButton
      permission="export_data"
      icon={IconDownload}
      size="sm"
      loading={running}
      onClick={() => {
        setRunning(true)
        void exportList(route, list, params && { params }).finally(() => setRunning(false))
      }}
    >
      {t('actions.export')}
    </PermissionButton>
  )
}
