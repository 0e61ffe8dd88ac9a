import type { BulkAction, ListHandle, RowAction } from '#web/table/state/types.ts'
import { allPages } from '#web/api.ts'
import { refusalWhileWaiting } from '#web/record/second-person.ts'
import { translate } from '#web/texts.ts'
import { IconCoinEuro, IconReceiptRefund } from '#web/ui/icons.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { mostFundedAtOnce } from '#features/ledger/funding-types.ts'
import { openedFunding } from '#features/ledger/web/open-funding.ts'
import type { ProjectRow } from '../contract.ts'

/** Funds one project of the list; the dialog explains why a project cannot take money. */
export const fundRowAction: RowAction<ProjectRow> = {
  key: 'fund',
  text: 'ledger.fund',
  icon: IconCoinEuro,
  permission: 'fund_projects',
  onSelect: ({ slug }) => openedFunding.set({ kind: 'fund', slugs: [slug] }),
}

export const defundRowAction: RowAction<ProjectRow> = {
  key: 'defund',
  text: 'ledger.defund',
  icon: IconReceiptRefund,
  permission: 'defund_projects',
  hidden: (row) => row.funded_cents === 0,
  refused: (row) => refusalWhileWaiting(row, 'defund'),
  onSelect: ({ slug }) => openedFunding.set({ kind: 'defund', slug }),
}

/** Funds the selected projects, at most 200. */
export const fundBulkAction: BulkAction = {
  key: 'fund',
  text: 'actions.fund_internally',
  icon: IconCoinEuro,
  permission: 'fund_projects',
  run: async (list) => {
    const { count } = list.selection
    const refuse = (message: string) =>
      void notify({ tone: 'danger', title: translate('states.error'), message })
    if (count > mostFundedAtOnce)
      return refuse(translate('ledger.too_many', { count, limit: mostFundedAtOnce }))
    try {
      const slugs = await selectedSlugs(list)
      openedFunding.set({ kind: 'fund', slugs, onDone: ({ others }) => list.keepSelected(others) })
    } catch (error) {
      refuse(explain(error, translate))
    }
  },
}

/** The selected projects by slug; fetches at most two pages of the list. */
async function selectedSlugs({ selection, query }: ListHandle): Promise<string[]> {
  const { sent } = selection
  if ('slugs' in sent) return sent.slugs
  const { results } = await allPages('GET /api/v4/projects/', query)
  const left = new Set(sent.exclude)
  return results.map(({ slug }) => slug).filter((slug) => !left.has(slug))
}
