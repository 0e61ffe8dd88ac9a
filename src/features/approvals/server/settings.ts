import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { type GuardedAct, guardedActs, isLower } from '#shared/approvals.ts'
import type { Locale } from '#shared/messages.ts'
import { audit, differences } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/errors.ts'
import { implement } from '#server/routes.ts'
import { fullNameWithUsername, type User } from '#server/session.ts'
import { text } from '#server/texts.ts'
import { versionOf } from '#server/version.ts'
import { approvalSettings, type ApprovalSettings } from '../contract.ts'

type Asking = { user: User; today: Day; locale: Locale }

/** When a second person is needed. */
export const approvalSettingRoutes = implement(approvalSettings, {
  read: (context) => settingsFor(context.db, context),

  change: async (context) => {
    const { db, body, user, now, auditContext } = context
    await db.selectFrom('approval_terms').select('id').forNoKeyUpdate().execute()
    const current = await settingsFor(db, context)
    if (versionOf(context) !== current.version) throw conflict('edit_conflict', { current })
    const named = (body.rules ?? []).map(({ act }) => act)
    if (new Set(named).size < named.length) throw invalid({ rules: 'validation.invalid' })
    const rules = current.rules.map((rule) => ({
      rule,
      next: body.rules?.find(({ act }) => act === rule.act) ?? rule,
    }))
    const changed = rules.filter(
      ({ rule, next }) => rule.enabled !== next.enabled || rule.from_cents !== next.from_cents,
    )
    const days = body.days ?? current.days
    const said = (all: { act: GuardedAct; enabled: boolean; from_cents: number }[], lasts: number) => ({
      ...Object.fromEntries(
        all.flatMap(({ act, enabled, from_cents }) => [
          [act, enabled],
          [`${act}_from_cents`, from_cents],
        ]),
      ),
      days: lasts,
    })
    const changes = differences<Record<string, unknown>>(
      said(current.rules, current.days),
      said(
        rules.map(({ next }) => next),
        days,
      ),
    )
    const lowered = changed.filter(({ rule, next }) => isLower(rule, next)).map(({ rule }) => rule.act)
    if (changed.length === 0 && days === current.days) return current
    for (const { next } of changed)
      await db
        .updateTable('approval_rules')
        .set({
          enabled: next.enabled,
          from_cents: next.from_cents,
          ...(lowered.includes(next.act) && { lowered_at: now, lowered_by: user.id }),
        })
        .where('act', '=', next.act)
        .execute()
    await db
      .updateTable('approval_terms')
      .set({ days, version: current.version + 1 })
      .execute()
    await audit(db, auditContext, {
      action: lowered.length > 0 ? 'lower_guard' : 'change',
      object_type: 'approval_rules',
      object_id: null,
      ...changes,
    })
    return settingsFor(db, context)
  },
})

async function settingsFor(db: Db, { user, today, locale }: Asking): Promise<ApprovalSettings> {
  const { days, version } = await db
    .selectFrom('approval_terms')
    .select(['days', 'version'])
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{
    act: GuardedAct
    enabled: boolean
    from_cents: number
    lowered_at: Date | null
    person: { first_name: string; last_name: string; username: string } | null
    own_cents_today: number
  }>`
    select act, enabled, from_cents, lowered_at,
      (select json_build_object('first_name', first_name, 'last_name', last_name, 'username', username)
        from users where id = lowered_by) as person,
      (select coalesce(sum(amount_cents), 0)::bigint from approval_direct_acts done
        where done.act = approval_rules.act and done.user_id = ${user.id}::bigint and done.together = ''
          and done.business_day = ${today}::date) as own_cents_today
    from approval_rules`.execute(db)
  const rules = guardedActs.map((act) => {
    const { person, lowered_at, ...rule } = rows.find((row) => row.act === act)!
    return {
      ...rule,
      title: text(locale, `approvals.acts.${act}`),
      lowered_at: lowered_at && lowered_at.toISOString(),
      lowered_by: person && fullNameWithUsername(person),
    }
  })
  return { rules, days, version }
}
