import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { transliterate } from 'transliteration'
import { foldName } from '#shared/normalize.ts'
import type { Db } from './db.ts'
import { advisoryLocks } from './locks.ts'

/** German transliteration. */
const german: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  æ: 'ae',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
}
const longest = 80

/**
 * A title as an address segment of ASCII letters, digits and hyphens: `Öko-Straße 1` → `oeko-strasse-1`, `Plzeňský kraj`
 * → `plzensky-kraj` (in any Unicode normalization form), `Σύλλογος` → `syllogos`. Never empty.
 */
export function slugify(title: string): string {
  const spelled = foldName(title).replace(/[äöüæøåłđ]/g, (letter) => german[letter]!)
  const latin = spelled.normalize('NFKD').replace(/\p{M}+/gu, '')
  // Sufficient for most titles.
  const letters = /[^\p{ASCII}\p{P}\p{S}]/u.test(latin) ? transliterate(spelled).toLowerCase() : latin
  const slug = letters
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longest)
    .replace(/-+$/, '')
  return slug || 'untitled'
}

type SlugTable =
  | 'projects'
  | 'organizations'
  | 'internal_statuses'
  | 'individual_bank_accounts'
  | 'companies'
  | 'budgets'
  | 'bank_accounts'
  | 'import_recipes'
  | 'project_views'

export async function freeSlug(db: Db, table: SlugTable, title: string): Promise<string> {
  const [slug] = await freeSlugs(db, table, [title])
  return slug!
}

/** The same for many titles, in order. Concurrent callers with the same slugs wait for this transaction. */
export async function freeSlugs(db: Db, table: SlugTable, titles: string[]): Promise<string[]> {
  const bases = titles.map(slugify)
  const roots = [...new Set(bases.map((base) => base.replace(/(-\d+)+$/, '')))].sort()
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`${table}:`} || root, ${advisoryLocks.slug}))
    from unnest(${roots}::text[]) root`.execute(db)
  // Slugs with the same prefix and a hyphen; the full stop is the character after the hyphen.
  const { rows } = await sql<{ slug: string }>`
    select distinct slug from unnest(${[...new Set(bases)]}::text[]) base, ${sql.table(table)}
    where slug collate "C" = base or (slug collate "C" > base || '-' and slug collate "C" < base || '.')`.execute(
    db,
  )
  const taken = new Set(rows.map((row) => row.slug))
  return bases.map((base) => {
    let slug = base
    for (let n = 2; taken.has(slug); n++) slug = `${base}-${n}`
    taken.add(slug)
    return slug
  })
}

/** A slug for numerous rows with similar titles (tasks): the title's beginning and 40 random bits. */
export function randomSlug(title: string): string {
  return `${slugify(title).slice(0, 40).replace(/-+$/, '')}-${randomBytes(5).toString('hex')}`
}
