import { dash } from '#shared/labels.ts'
import { visible } from '#shared/text-direction.ts'
import { columnsOf, otherFiltersOf, titleOf } from '#web/table/list/columns.ts'
import { payoutCells } from '../cells.ts'
import type { PayoutRow } from '../contract.ts'
import { BankAnswer } from './BankAnswer.tsx'
import { payoutList } from '../table.ts'
import '#web/table/list/cell-two.css'
import './recipient.css'

export const titleColumn = titleOf<PayoutRow>(payoutList, (row) => ({
  title: row.project.title,
  subtitle: row.number,
  href: `/site-admin/project/${row.project.slug}/update/`,
}))

/** Columns of the payouts list; a recipient takes two lines, and the bank's answer may take several. */
export const columns = columnsOf(payoutList, payoutCells, {
  bank_said: ({ bank_said: { verification, status } }) =>
    verification || status ? (
      <>
        {verification && <BankAnswer said={verification} />}
        {status && <BankAnswer said={status} />}
      </>
    ) : (
      dash
    ),
  recipient: ({ recipient }) => (
    <span className="cell-two payout-recipient">
      <span title={visible(recipient.name)}>{visible(recipient.name)}</span>
      {recipient.iban && <span className="figures">{recipient.iban}</span>}
    </span>
  ),
})

export const otherFilters = otherFiltersOf(payoutList)
