import { api } from '../../api.ts'
import { queryClient } from '../../query-client.ts'
import { translate } from '../../texts.ts'
import { notify } from '../../ui/toasts.ts'
import type { Layout } from './layout.ts'
import { layoutOf, settingsOf } from './settings.ts'

/** Saves hidden columns and layout; false after a failure, which is reported. */
export async function saveColumns(
  table: string,
  { hidden, layout }: { hidden: readonly string[]; layout: Layout },
): Promise<boolean> {
  try {
    const settings = await api('PATCH /api/v4/table-settings/:tableName/', {
      params: { tableName: table },
      body: { [table]: hidden.join('/') },
    })
    const saved = await api('PUT /api/v4/table-settings/:tableName/layout/', {
      params: { tableName: table },
      body: { columns: layout.columns && [...layout.columns], widths: { ...layout.widths } },
    })
    queryClient.setQueryData(settingsOf(table).queryKey, settings)
    queryClient.setQueryData(layoutOf(table).queryKey, saved)
    return true
  } catch {
    // The catalogue has one message for every cause (spec §8).
    notify({ tone: 'danger', title: translate('states.error'), message: translate('list.settings_failed') })
    return false
  }
}
