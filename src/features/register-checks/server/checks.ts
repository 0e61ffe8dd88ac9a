import { type Day, showDay } from '#shared/dates.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { invalid, notFound } from '#server/base/errors.ts'
import { nameOfJoined } from '#server/auth/session.ts'
import { endRaisedTask } from '#features/tasks/server/raise.ts'
import type { RegisterChecks } from '../contract.ts'
import { dueOn, type RegisterEntry, warningsOf } from '../rules.ts'

export type NewCheck = RegisterEntry & { ibans: string[]; economic_id: string; note: string }

/** Number of checks that the page lists. */
const listed = 20

const find = (db: Db, slug: string) =>
  db
    .selectFrom('organizations')
    .select(['id', 'title', 'exemption_kind', 'exemption_date', 'iban'])
    .where('slug', '=', slug)

/** An organization's state in the register. Throws 404. */
export async function registerChecksOf(db: Db, slug: string, today: Day): Promise<RegisterChecks> {
  const organization = await find(db, slug).executeTakeFirst()
  if (!organization) throw notFound()
  const rows = await db
    .selectFrom('register_checks')
    .leftJoin('users', 'users.id', 'register_checks.created_by')
    .selectAll('register_checks')
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .where('organization_id', '=', organization.id)
    .orderBy('checked_on', 'desc')
    .orderBy('register_checks.id', 'desc')
    .limit(listed)
    .execute()
  const [newest] = rows
  return {
    warnings: warningsOf(newest, organization, today),
    due_on: newest ? dueOn(newest) : null,
    checks: rows.map(
      ({ checked_on, is_listed, notice_day, ibans, economic_id, note, created_at, ...row }) => ({
        checked_on,
        is_listed,
        notice_day,
        ibans,
        economic_id,
        note,
        created_by: nameOfJoined(row) ?? '',
        created_at: created_at.toISOString(),
      }),
    ),
    ours: { notice_day: organization.exemption_date, iban: organization.iban },
  }
}

/**
 * Records a check and completes the task that requested it. Throws 404, and 400 for a day in the future or before the
 * newest check.
 */
export async function recordCheck(
  tx: Db,
  context: AuditContext,
  { slug, today, check }: { slug: string; today: Day; check: NewCheck },
): Promise<void> {
  const organization = await find(tx, slug).forNoKeyUpdate().executeTakeFirst()
  if (!organization) throw notFound()
  if (check.checked_on > today) throw invalid({ checked_on: 'register_checks.in_future' })
  const before = await tx
    .selectFrom('register_checks')
    .selectAll()
    .where('organization_id', '=', organization.id)
    .orderBy('checked_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before && check.checked_on < before.checked_on)
    throw invalid({
      checked_on: { key: 'register_checks.before_newest', parameters: { date: showDay(before.checked_on) } },
    })
  await tx
    .insertInto('register_checks')
    .values({
      ...check,
      organization_id: organization.id,
      created_by: context.actor.id,
      created_at: context.now,
    })
    .execute()
  await endRaisedTask(tx, context, before?.reminder_id ?? null)
  await audit(tx, context, {
    action: 'check_register',
    ...auditOf('organization', organization),
    before: { register: before ? inWords(before) : null },
    after: { register: inWords(check) },
  })
}

const inWords = ({ checked_on, is_listed, notice_day, ibans, economic_id }: Omit<NewCheck, 'note'>) =>
  [
    showDay(checked_on),
    ...(is_listed ? [] : ['–']),
    ...(notice_day === null ? [] : [showDay(notice_day)]),
    ...ibans,
    economic_id,
  ]
    .filter(Boolean)
    .join(' · ')
