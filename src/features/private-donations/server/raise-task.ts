import type { Day } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { text } from '#server/base/texts.ts'
import type { LockedGift } from '#features/ledger/server/private-gifts.ts'
import { receiptsOf } from '#features/ledger/server/receipted.ts'
import { type RaisedTask, raiseTaskFor } from '#features/tasks/server/raise.ts'

type RaiseContext = { today: Day; auditContext: AuditContext }

export function raiseTask(tx: Db, when: RaiseContext, task: Omit<RaisedTask, 'right'>): Promise<number> {
  return raiseTaskFor(tx, when, { ...task, right: 'change_private_donations' })
}

/** A project with a negative balance needs a task. */
export async function raiseNegative(
  tx: Db,
  when: RaiseContext,
  gift: LockedGift,
  negative_cents: number,
): Promise<void> {
  await raiseTask(tx, when, {
    target: { id: gift.project_id, type: 'project' },
    words: (locale) => ({
      title: text(locale, 'private_donations.negative_task'),
      description: text(locale, 'private_donations.negative_task_text', {
        number: gift.number,
        amount: formatEuro(negative_cents, locale),
      }),
    }),
  })
}

/** A bank or provider returned money that a receipt certifies, so somebody must withdraw the receipt. */
export async function raiseReceipted(tx: Db, when: RaiseContext, gift: LockedGift): Promise<void> {
  for (const { number } of await receiptsOf(tx, [gift.id]))
    await raiseTask(tx, when, {
      target: { id: gift.project_id, type: 'project' },
      words: (locale) => ({
        title: text(locale, 'documents.receipts.back_task', { number }),
        description: text(locale, 'documents.receipts.back_task_text', { number, gift: gift.number }),
      }),
    })
}
