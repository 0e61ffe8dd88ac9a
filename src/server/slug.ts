import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

const transliterated: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
}
const longest = 80

/** A title as part of an address: `Öko-Straße 1` → `oeko-strasse-1`. Never empty. */
export function slugify(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[äöüßæøåłđ]/g, (letter) => transliterated[letter]!)
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longest)
    .replace(/-+$/, '')
  return slug || 'untitled'
}

/**
 * A slug that no row of the table has yet: the title's, or with the next free number behind it. Whoever needs a slug
 * that may be the same waits for the end of this transaction.
 */
export async function freeSlug(
  db: Db,
  table: 'projects' | 'organizations' | 'internal_statuses' | 'individual_bank_accounts' | 'companies',
  title: string,
): Promise<string> {
  const base = slugify(title)
  const root = base.replace(/(-\d+)+$/, '')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table}:${root}`}, 7261003))`.execute(db)
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)} where slug = ${base} or slug ~ ${`^${base}-[0-9]+$`}`.execute(db)
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(base)) return base
  for (let n = 2; ; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
}

/** A slug for rows that are many and alike (tasks): the title's beginning and 40 random bits. */
export function randomSlug(title: string): string {
  return `${slugify(title).slice(0, 40).replace(/-+$/, '')}-${randomBytes(5).toString('hex')}`
}
