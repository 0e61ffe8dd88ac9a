import { useState } from 'react'
import { download } from '../api.ts'
import { PermissionButton } from '../profile.tsx'
import { translate, useText } from '../texts.ts'
import { IconDownload } from '../ui/icons.ts'
import { explain } from '../ui/states.tsx'
import { notify } from '../ui/toasts.ts'
import type { ListHandle } from './types.ts'

/** Routes that answer with a list as a file. */
export type ExportRoute =
  | 'GET /api/v4/projects/export/'
  | 'GET /api/v4/organizations/export/'
  | 'GET /api/v4/users/export/'
  | 'GET /api/v4/emails/export/'
  | 'GET /api/v4/permissions/export/'

/** Longest list of slugs an address holds; a longer selection is all that match, or is narrowed first. */
const longestSlugs = 12_000

/**
 * Exports exactly what is seen: filters, search, ordering and visible columns; with `selection` only the selected rows.
 * A long one comes by e-mail.
 */
export async function exportList<Row>(
  route: ExportRoute,
  { query, visibleColumns, selection }: ListHandle<Row>,
  { onlySelection = false } = {},
): Promise<void> {
  const slugs = onlySelection && !selection.all ? selection.keys.join(',') : undefined
  if (slugs && slugs.length > longestSlugs)
    return void notify({
      tone: 'danger',
      title: translate('states.error'),
      message: translate('list.too_many_picked', { count: selection.count }),
    })
  try {
    const columns = visibleColumns.join(',')
    const job = await download(route, { query: { ...query, format: 'xlsx', columns, slugs } })
    if (job)
      notify({ tone: 'info', title: translate('actions.export'), message: translate('states.long_job') })
  } catch (error) {
    notify({
      tone: 'danger',
      title: translate('states.error'),
      message: explain(error, translate),
    })
  }
}

/** The Export button beside a list's title. */
export function ExportButton<Row>({ route, list }: { route: ExportRoute; list: ListHandle<Row> }) {
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
        void exportList(route, list).finally(() => setRunning(false))
      }}
    >
      {t('actions.export')}
    </PermissionButton>
  )
}
