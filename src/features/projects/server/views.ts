import { type RawBuilder, sql } from 'kysely'
import { roleKeys, roleOf } from '#features/users/presets.ts'
import type { Holder } from '#shared/permissions.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid, InvalidInput, notFound } from '#server/base/errors.ts'
import { lockClause, type LockFor } from '#server/db/locks.ts'
import { type Context, implement } from '#server/routes/implement.ts'
import type { User } from '#server/auth/session.ts'
import { freeSlug, slugify } from '#server/db/free-slug.ts'
import { text } from '#server/base/texts.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { valuesOfQuery } from '#shared/lists/selection.ts'
import type { Locale } from '#shared/messages.ts'
import { projects } from '../contract.ts'
import { projectCount, type ProjectQuery, resolveQuery } from './list.ts'
import { type ProjectView, projectViews } from '../views/contract.ts'
import { mostViews, productViews } from '../views/rules.ts'

type Stored = Omit<ProjectView, 'count' | 'is_built_in'> & { id: number }
type Person = Pick<User, 'id' | 'user_type' | 'company_id'>
type Reader = { user: Person; locale: Locale }

const fields = (userId: number) => sql`
  id, slug, title, query, user_id = ${userId} as is_mine, is_shared, version, ${opensFor(sql.ref('slug'))} as opens_for`

type Role = ProjectView['opens_for'][number]

/** The roles that open the list with a view, in the order of their keys. */
const opensFor = (slug: RawBuilder<unknown>) => sql<Role[]>`
  array(select role from project_view_openings where view = ${slug} order by role)`

/** The person's opening view of the list; a deleted or unshared view opens nothing. */
async function openingOf(db: Db, user: Holder & Person): Promise<{ query: string }> {
  const role = roleOf(user)
  if (!role) return { query: '' }
  const { rows } = await sql<{ view: string; query: string | null }>`
    select view, project_views.query from project_view_openings
    left join project_views on slug = view and is_shared where role = ${role}`.execute(db)
  const [set] = rows
  const query = set?.query ?? productViews.find(({ key }) => key === set?.view)?.query ?? ''
  // An unknown query would open the list with fewer filters than intended.
  return { query: (await knownQuery(db, valuesOfQuery(query), user)) ? query : '' }
}

/** A view that may be set as opening; the refusal of a private one says how to share it. */
async function offered(db: Db, slug: string, { user, locale }: Reader) {
  const built = productViews.find(({ key }) => key === slug)
  if (built) return { id: null, title: text(locale, built.title) }
  const { rows } = await sql<Stored>`
    select ${fields(user.id)} from project_views where slug = ${slug} and (is_shared or user_id = ${user.id})
    for share`.execute(db)
  const view = rows[0]
  if (!view) throw notFound()
  if (!view.is_shared) throw invalid({ roles: 'project_views.share_first' })
  return view
}

/** Others can no longer see the view, so it opens the list for nobody. */
const opensNothing = (db: Db, slug: string) =>
  sql`delete from project_view_openings where view = ${slug}`.execute(db)

/** A stored query; undefined if the list no longer has one of its filters. */
async function knownQuery(db: Db, values: object, user: Person): Promise<ProjectQuery | undefined> {
  const asked = projects.list.query.safeParse(values)
  if (!asked.success) return undefined
  try {
    return await resolveQuery(db, asked.data, user)
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}

/** Number of active matches of each query, in one statement; null for a query with an unknown filter. */
export async function countsOf(db: Db, queries: readonly string[], user: Person): Promise<(number | null)[]> {
  const counts: RawBuilder<unknown>[] = []
  for (const query of queries) {
    const asked = await knownQuery(db, { ...valuesOfQuery(query), exclude_status: 'archived' }, user)
    counts.push(asked ? sql`(${projectCount(asked)})` : sql`null`)
  }
  const { rows } = await sql<{ counts: (number | null)[] }>`
    select array[${sql.join(counts)}]::bigint[] as counts`.execute(db)
  return rows[0]!.counts
}

async function viewsOf(db: Db, { user, locale }: Reader): Promise<ProjectView[]> {
  const { rows } = await sql<Stored>`
    select ${fields(user.id)} from project_views where user_id = ${user.id} or is_shared
    order by is_shared, id`.execute(db)
  const { rows: openings } = await sql<{ role: Role; view: string }>`
    select role, view from project_view_openings order by role`.execute(db)
  const views = [
    ...productViews.map(({ key, title, query }) => ({
      slug: key,
      title: text(locale, title),
      query,
      is_built_in: true,
      is_mine: false,
      is_shared: false,
      opens_for: openings.flatMap(({ role, view }) => (view === key ? [role] : [])),
      version: 1,
    })),
    ...rows.map(({ id: _id, ...row }) => ({ ...row, is_built_in: false })),
  ]
  const counts = await countsOf(
    db,
    views.map(({ query }) => query),
    user,
  )
  return views.map((view, at) => ({ ...view, count: counts[at]! }))
}

async function shown(db: Db, { id: _id, ...view }: Stored, user: Person): Promise<ProjectView> {
  const [count] = await countsOf(db, [view.query], user)
  return { ...view, is_built_in: false, count: count! }
}

/** A person's own view, locked; views of others are read-only. */
async function lockOwn(tx: Db, slug: string, user: Person, purpose: LockFor = 'change'): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select ${fields(user.id)} from project_views where slug = ${slug} and user_id = ${user.id}
    ${lockClause(purpose)}`.execute(tx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

const auditedFields = ({
  title,
  query,
  is_shared,
  opens_for,
}: Pick<Stored, 'title' | 'query' | 'is_shared' | 'opens_for'>) => ({
  title,
  query,
  is_shared,
  ...(opens_for.length > 0 && { opens_for }),
})

export const projectViewRoutes = implement(projectViews, {
  list: ({ reader, ...asking }) => viewsOf(reader, asking),

  opening: ({ reader, user }) => openingOf(reader, user),

  setOpening: async ({ db, params, body, user, locale, now, auditContext }) => {
    const view = await offered(db, params.slug, { user, locale })
    // The lock makes concurrent calls wait: each role has one opening view.
    await sql`lock table project_view_openings in share row exclusive mode`.execute(db)
    const stands = async () => {
      const { rows } = await sql<{
        roles: Role[]
      }>`select ${opensFor(sql.val(params.slug))} as roles`.execute(db)
      return rows[0]!.roles
    }
    const before = await stands()
    const roles = roleKeys.filter((role) => body.roles.includes(role))
    await sql`delete from project_view_openings where view = ${params.slug} and role <> all(${roles}::text[])`.execute(
      db,
    )
    await sql`
      insert into project_view_openings (role, view, updated_at)
      select role, ${params.slug}, ${now} from unnest(${roles}::text[]) role
      on conflict (role) do update set view = excluded.view, updated_at = excluded.updated_at`.execute(db)
    const opens_for = await stands()
    if (before.join() !== opens_for.join())
      await audit(db, auditContext, {
        action: 'change',
        ...auditOf('project_view', view),
        before: { opens_for: before },
        after: { opens_for },
      })
    return { opens_for }
  },

  create: async ({ db, body, user, now, auditContext }) => {
    // The lock makes concurrent calls of the same person wait for each other.
    await sql`select from users where id = ${user.id} for no key update`.execute(db)
    const { rows: own } = await sql<{ n: number }>`
      select count(*) as n from project_views where user_id = ${user.id}`.execute(db)
    if (own[0]!.n >= mostViews)
      throw invalid({ title: { key: 'project_views.too_many', parameters: { limit: mostViews } } })
    // Views are addressed by slug, product views by key, so a slug must not equal a key.
    const isKey = productViews.some(({ key }) => key === slugify(body.title))
    const slug = await freeSlug(db, 'project_views', isKey ? `${body.title} 2` : body.title)
    const { rows } = await sql<Stored>`
      insert into project_views (slug, title, user_id, query, is_shared, created_at, updated_at)
      values (${slug}, ${body.title}, ${user.id}, ${body.query}, ${body.is_shared}, ${now}, ${now})
      returning ${fields(user.id)}`.execute(db)
    const view = rows[0]!
    await audit(db, auditContext, {
      action: 'create',
      ...auditOf('project_view', view),
      after: auditedFields(view),
    })
    return shown(db, view, user)
  },

  change: async (context: Context<(typeof projectViews)['change']>) => {
    const { db, params, body, user, now, auditContext } = context
    const before = await lockOwn(db, params.slug, user)
    if (versionOf(context) !== before.version)
      throw conflict('edit_conflict', { current: await shown(db, before, user) })
    const { version: _version, ...changes } = body
    const next = { ...auditedFields(before), ...changes }
    if (JSON.stringify(auditedFields(before)) === JSON.stringify(next)) return shown(db, before, user)
    const { rows } = await sql<Stored>`
      update project_views set title = ${next.title}, query = ${next.query}, is_shared = ${next.is_shared},
        version = version + 1, updated_at = ${now}
      where id = ${before.id} returning ${fields(user.id)}`.execute(db)
    if (!next.is_shared) {
      await opensNothing(db, before.slug)
      rows[0]!.opens_for = []
    }
    await audit(db, auditContext, {
      action: 'change',
      ...auditOf('project_view', rows[0]!),
      before: auditedFields(before),
      after: auditedFields(rows[0]!),
    })
    return shown(db, rows[0]!, user)
  },

  delete: async ({ db, params, user, auditContext }) => {
    const view = await lockOwn(db, params.slug, user, 'removal')
    await sql`delete from project_views where id = ${view.id}`.execute(db)
    await opensNothing(db, view.slug)
    await audit(db, auditContext, {
      action: 'delete',
      ...auditOf('project_view', view),
      before: auditedFields(view),
    })
  },
})
