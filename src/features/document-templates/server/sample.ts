import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { forbidden, notFound } from '#server/base/errors.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'
import type { User } from '#server/auth/session.ts'
import { can } from '#shared/permissions.ts'
import { sampleOf, type TemplateKind, type TokenValues, tokensOf } from '../tokens.ts'

/** Tokens that a sample takes from a project and its organization; donor, amount and days stay invented. */
const ofProject: readonly string[] = [
  'issuer',
  'issuer_name',
  'issuer_city',
  'proof_kind',
  'purposes',
  'tax_office',
  'tax_number',
  'notice_day',
  'period',
  'is_notice',
  'is_art60a',
  'project',
  'project_ends_on',
]

/** The token values of a project and its organization for a kind of document; receipts provide them. */
export type ValuesOfProject = (
  db: Db,
  kind: TemplateKind,
  project: { id: number; title: string; ends_on: Day | null; organization_id: number },
  today: Day,
) => Promise<TokenValues>

/** A sample with a project in it, and the hash of its title photo. */
export type Sample = { project: { slug: string; title: string }; values: TokenValues; photo: string | null }

/**
 * The sample of a kind with a project and its organization; throws notFound, and 403 for a person who may not see them.
 */
export async function sampleWith(
  db: Db,
  kind: TemplateKind,
  { user, slug, today, valuesOf }: { user: User; slug: string; today: Day; valuesOf: ValuesOfProject },
): Promise<Sample> {
  for (const permission of ['view_projects', 'view_organizations'] as const)
    if (!can(user, permission)) throw forbidden(permission)
  const project = await db
    .selectFrom('projects')
    .select(['id', 'slug', 'title', 'ends_on', 'organization_id'])
    .where('slug', '=', slug)
    .where(notRemoved)
    .executeTakeFirst()
  if (!project) throw notFound()
  const photo = await db
    .selectFrom('photos')
    .select('sha256')
    .where('project_id', '=', project.id)
    .where('is_title', '=', true)
    .executeTakeFirst()
  const values = await valuesOf(db, kind, project, today)
  const real = tokensOf[kind]
    .filter(({ key }) => ofProject.includes(key))
    .map(({ key }) => [key, values[key]!])
  return {
    project: { slug: project.slug, title: project.title },
    values: { ...sampleOf(kind), ...Object.fromEntries(real) },
    photo: photo?.sha256 ?? null,
  }
}
