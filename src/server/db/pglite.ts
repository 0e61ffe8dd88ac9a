import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

/** Opens PGlite with the extensions that the migrations use. */
export async function openPglite(options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>): Promise<PGlite> {
  return await PGlite.create({ ...options, extensions: { citext, pg_trgm, unaccent } })
}
