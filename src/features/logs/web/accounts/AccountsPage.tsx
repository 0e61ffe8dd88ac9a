import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ListTable } from '#web/table/list/ListTable.tsx'
import { useText } from '#web/texts.ts'
import { accountCells } from '../../accounts/cells.ts'
import type { LedgerAccount } from '../../accounts/accounts.ts'
import { accountList } from '../../accounts/table.ts'
import { LedgerCheckCallout } from '../ledger-checks/LedgerCheckCallout.tsx'

const titleColumn = titleOf<LedgerAccount>(accountList, (account) => ({
  title: account.name,
  href: `/site-admin/logs/accounts/${account.id}/`,
}))
const columns = columnsOf(accountList, accountCells)
const keyOf = (account: LedgerAccount) => String(account.id)

export function AccountsPage() {
  const t = useText()
  return (
    <ListTable
      route="GET /api/v4/logs/accounts/"
      declaration={accountList}
      title={t('accounts.title')}
      titleColumn={titleColumn}
      columns={columns}
      rowKey={keyOf}
      searchText={t('accounts.search')}
      emptyText={t('accounts.none_yet')}
      emptyHint={t('journal.none_hint')}
      noneMatchText={t('accounts.none_match')}
      above={<LedgerCheckCallout />}
    />
  )
}
