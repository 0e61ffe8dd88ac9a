import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { guardedActs, isLower, type RuledAct } from '#shared/approvals.ts'
import type { Locale } from '#shared/messages.ts'
import { audit, auditOf, differences } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import type { Effect } from '#server/routes/assessment.ts'
import { type Assess, guarded, implement } from '#server/routes/implement.ts'
import { fullNameWithUsername, type User } from '#server/auth/session.ts'
import { text } from '#server/base/texts.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { approvalSettings, type ApprovalSettings } from '../contract.ts'

/**
 * Describes a change that weakens the rules for a second person: a rule that is disabled or gets a higher limit, or proposals
 * that last longer. Undefined for any other change. 409 `approval_nobody_else` if nobody else could approve; another person
 * must first get the right.
 */
const assessWeaker: Assess<typeof approvalSettings.change> = async (context) => {
  const { db, user, body, locale } = context
  const rules = await db.selectFrom('approval_rules').select(['act', 'enabled', 'from_cents']).execute()
  const { days, version } = await db
    .selectFrom('approval_terms')
    .select(['days', 'version'])
    .executeTakeFirstOrThrow()
  // The handler refuses a stale version.
  if (versionOf(context) !== version) return undefined
  const effects = (body.rules ?? []).flatMap((next): Effect[] => {
    const rule = rules.find(({ act }) => act === next.act)!
    if (!isLower(rule, next)) return []
    const act = text(locale, `approvals.acts.${next.act}`)
    return next.enabled
      ? [
          {
            key: 'approvals.effects.guard_higher',
            values: { act, before: { cents: rule.from_cents }, after: { cents: next.from_cents } },
          },
        ]
      : [{ key: 'approvals.effects.guard_off', values: { act } }]
  })
  const isOn = rules.some(({ act, enabled }) => enabled && act !== 'lower_guard')
  if (isOn && body.days !== undefined && body.days > days)
    effects.push({ key: 'approvals.effects.guard_longer', values: { before: days, after: body.days } })
  if (effects.length === 0) return undefined
  if (!(await hasSecondPerson(db, user))) throw conflict('approval_nobody_else')
  return {
    amount_cents: 0,
    about: { type: 'approval_rules', slug: 'approvals', title: text(locale, 'settings.approvals') },
    targets: ['approval_rules'],
    effects,
  }
}

/** True when another active account may change settings. */
async function hasSecondPerson(db: Db, user: User): Promise<boolean> {
  const { rows } = await sql`
    select from users where state = 'active' and id <> ${user.id}::bigint and user_type = 'staff'
      and (is_superuser or exists (select from user_permissions
        where user_id = users.id and permission = 'change_settings')) limit 1`.execute(db)
  return rows.length > 0
}

type Reader = { user: User; today: Day; locale: Locale }

export const approvalSettingRoutes = implement(approvalSettings, {
  read: (context) => settingsFor(context.db, context),

  change: guarded(assessWeaker, async (context) => {
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
    const said = (all: { act: RuledAct; enabled: boolean; from_cents: number }[], lasts: number) => ({
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
      ...auditOf('approval_rules', { id: null }),
      ...changes,
    })
    return settingsFor(db, context)
  }),
})

async function settingsFor(db: Db, { user, today, locale }: Reader): Promise<ApprovalSettings> {
  const { days, version } = await db
    .selectFrom('approval_terms')
    .select(['days', 'version'])
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{
    act: RuledAct
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
