import type { ApprovalState } from '#shared/approvals.ts'
import { can, isPermission } from '#shared/permissions.ts'
import type { Route } from '#shared/route.ts'
import { isCompanyUser } from '#server/auth/company-scope.ts'
import { mayDecide, mayPropose } from '#server/approvals/visibility.ts'
import { dryRun } from '#server/approvals/second-person.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, HttpError } from '#server/base/errors.ts'
import { contextOfWaiting, makeWaitingCall } from '#server/http/register.ts'
import type { Context, Implemented } from '#server/routes/implement.ts'
import { findActiveUser, type User } from '#server/auth/session.ts'
import { lockApproval, type StoredApproval } from './queries.ts'
import { notifyProposer } from './mails.ts'

type DecisionContext = Context<Route> & { user: User; params: { id: number } }

/**
 * Executes a waiting call in this transaction and in the approver's name. Both people must hold its right today. If the
 * proposer lost it, or the handler now refuses, the approval is refused and the proposal stays waiting. Nobody can approve
 * their own proposal, not even a superuser.
 */
export async function approve(context: DecisionContext, all: readonly Implemented[]): Promise<void> {
  const { db, user } = context
  const row = await lockWaiting(context)
  refuseOwn(context, row)
  const proposer = await findActiveUser(db, row.proposed_by)
  if (!proposer || !mayPropose(proposer, row)) throw conflict('approval_proposer')
  const implemented = all.find(({ route }) => `${route.method} ${route.path}` === row.route)
  if (!implemented) throw conflict('approval_gone')
  const doing = contextOfWaiting(context, implemented, row.call, user)
  await refuseOtherSum(row, implemented, doing)
  // Further checks of the handler must hold for both people.
  const trial = contextOfWaiting(context, implemented, row.call, proposer)
  await dryRun(db, () => makeWaitingCall(trial, implemented)).catch((error: unknown) => {
    throw isCompanyUser(user) ? withoutFacts(error) : error
  })
  await makeWaitingCall(doing, implemented)
  await close(context, row, { state: 'approved', reason: '' })
  await notifyProposer(context, row, { state: 'approved', reason: '' })
}

export async function reject(context: DecisionContext, reason: string): Promise<void> {
  const row = await lockWaiting(context)
  refuseOwn(context, row)
  await close(context, row, { state: 'rejected', reason })
  await notifyProposer(context, row, { state: 'rejected', reason })
}

export async function withdraw(context: DecisionContext): Promise<void> {
  const row = await lockWaiting(context)
  if (row.proposed_by !== context.user.id) throw conflict('approval_not_own')
  await close(context, row, { state: 'withdrawn', reason: '' })
}

async function lockWaiting({ db, params, user, now }: DecisionContext): Promise<StoredApproval> {
  const row = await lockApproval(db, params.id, user)
  if (row.state === 'expired' || (row.state === 'waiting' && row.expires_at <= now))
    throw conflict('approval_expired')
  if (row.state !== 'waiting') throw conflict('approval_decided', { current: { state: row.state } })
  return row
}

function refuseOwn({ user }: DecisionContext, row: StoredApproval): void {
  if (row.proposed_by === user.id) throw conflict('approval_own')
  if (!mayDecide(user, row)) {
    const missing = row.permissions.filter(isPermission).find((name) => !can(user, name))
    throw missing ? forbidden(missing) : conflict('approval_proposer')
  }
}

/**
 * The approver has seen a sum, so a defunding that would now take a different sum needs a new proposal. Bank details have no
 * sum that changes.
 */
async function refuseOtherSum(
  row: StoredApproval,
  { assess }: Implemented,
  doing: Context<Route>,
): Promise<void> {
  if (row.act === 'bank_details') return
  const assessed = await assess!(doing)
  if (assessed && assessed.amount_cents !== row.amount_cents)
    throw conflict('approval_changed', { current: { amount_cents: assessed.amount_cents } })
}

// The refusal's details are the proposer's, who may see more companies than the approver.
function withoutFacts(error: unknown): unknown {
  if (!(error instanceof HttpError)) return error
  delete error.extra.current
  delete error.extra.blocking
  return error
}

const actionOf = {
  approved: 'approve',
  rejected: 'reject',
  withdrawn: 'withdraw',
  expired: 'expire',
} as const

/** Ends a proposal; its audit event names the request that executed it. */
export async function close(
  { db, now, auditContext }: Pick<Context<Route>, 'now' | 'auditContext'> & { db: Db },
  row: Pick<StoredApproval, 'id' | 'act' | 'amount_cents' | 'about_title'>,
  { state, reason }: { state: Exclude<ApprovalState, 'waiting'>; reason: string },
): Promise<void> {
  await db
    .updateTable('approvals')
    .set({
      state,
      reason,
      decided_by: auditContext.actor.id,
      decided_at: now,
      request_id: auditContext.requestId ?? null,
    })
    .where('id', '=', row.id)
    .execute()
  await audit(db, auditContext, {
    action: actionOf[state],
    ...auditOf('approval', { id: row.id, title: row.about_title }),
    before: { state: 'waiting' },
    after: { state, act: row.act, amount_cents: row.amount_cents, ...(reason && { reason }) },
  })
}
