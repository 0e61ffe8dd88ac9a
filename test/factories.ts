import type { Insertable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { postConfirmedGift } from '#features/ledger/server/gifts.ts'
import type { FundingType } from '#features/ledger/funding-types.ts'
import type { Permission } from '#shared/permissions.ts'

const start = new Date('2026-11-01T08:00:00Z')
let counter = 0
const next = () => ++counter

type Overrides<T extends keyof DB> = Partial<Insertable<DB[T]>>

/** A staff account with exactly these rights. */
export async function createUser(
  db: Db,
  {
    rights = [],
    now = start,
    ...overrides
  }: { rights?: Permission[] | 'superuser'; now?: Date } & Overrides<'users'> = {},
) {
  const n = next()
  const user = await db
    .insertInto('users')
    .values({
      username: `user${n}`,
      email: `user${n}@example.org`,
      first_name: 'Test',
      last_name: `Person ${n}`,
      user_type: 'staff',
      state: 'active',
      is_superuser: rights === 'superuser',
      created_at: now,
      updated_at: now,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (rights !== 'superuser' && rights.length > 0)
    await db
      .insertInto('user_permissions')
      .values(rights.map((permission) => ({ user_id: user.id, permission, granted_at: now })))
      .execute()
  return user
}

/** An organization that may receive money by default. */
export async function createOrganization(db: Db, overrides: Overrides<'organizations'> = {}) {
  const n = next()
  return db
    .insertInto('organizations')
    .values({
      slug: `organization-${n}`,
      title: `Organization ${n}`,
      preview_token: `preview-token-${n}`,
      email_contact: `organization${n}@example.org`,
      status: 2,
      review_status: 2,
      exemption_kind: 'notice',
      exemption_date: '2025-01-15',
      created_at: start,
      updated_at: start,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A project in financing by default; a missing organization is created. `needs` in cents. */
export async function createProject(
  db: Db,
  { needs = [100_000], ...overrides }: { needs?: number[] } & Overrides<'projects'> = {},
) {
  const n = next()
  const organization_id = overrides.organization_id ?? (await createOrganization(db)).id
  const { id } = await db
    .insertInto('projects')
    .values({
      slug: `project-${n}`,
      title: `Project ${n}`,
      status: 2,
      review_status: 2,
      funding_type: 1,
      created_at: start,
      updated_at: start,
      ...overrides,
      organization_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (needs.length > 0)
    await db
      .insertInto('needs')
      .values(
        needs.map((amount_cents, position) => ({
          project_id: id,
          title: `Need ${position + 1}`,
          amount_cents,
          position,
        })),
      )
      .execute()
  return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** A confirmed gift on the ledger, in cents. */
export async function createGift(
  db: Db,
  project: { id: number; funding_type: number },
  amount_cents: number,
  { received_on = '2026-11-10', now = start }: { received_on?: string; now?: Date } = {},
) {
  return db.transaction().execute((tx) =>
    postConfirmedGift(tx, {
      project_id: project.id,
      funding_type: project.funding_type as FundingType,
      amount_cents,
      received_on,
      source: 'test',
      note: '',
      created_by: null,
      now,
    }),
  )
}

/** An open task for a project; missing project, creator and assignee are created. */
export async function createTask(
  db: Db,
  { users, ...overrides }: { users?: number[] } & Overrides<'reminders'> = {},
) {
  const n = next()
  const project_id = overrides.organization_id
    ? null
    : (overrides.project_id ?? (await createProject(db, { needs: [] })).id)
  const created_by = overrides.created_by === undefined ? (await createUser(db, {})).id : overrides.created_by
  const scheduled_for = overrides.scheduled_for ?? '2026-11-30'
  const task = await db
    .insertInto('reminders')
    .values({
      slug: `task-${n}`,
      title: `Task ${n}`,
      scheduled_for,
      series_start: scheduled_for,
      created_at: start,
      updated_at: start,
      ...overrides,
      project_id,
      created_by,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const assignees = users ?? [(await createUser(db, {})).id]
  if (assignees.length > 0)
    await db
      .insertInto('reminder_assignees')
      .values(
        assignees.map((user_id) => ({
          reminder_id: task.id,
          user_id,
          status: task.status,
          scheduled_for,
          added_at: start,
        })),
      )
      .execute()
  return task
}
