import type { Db } from '#server/db/db.ts'
import type { Mapping } from '../../places.ts'
import type { TokenValues } from '../../tokens.ts'

/** Tokens that are pictures, of those that a template has a place for. */
const picturesIn = ({ fields, placed }: Mapping) =>
  new Set([...fields, ...placed].flatMap(({ format, token }) => (format === 'image' ? [token] : [])))

/** The pictures that a template shows, by the hashes of their contents; of what there is none its place stays empty. */
export async function picturesFor(
  db: Db,
  mapping: Mapping,
  { organization_id, project_id }: { organization_id: number; project_id: number },
): Promise<TokenValues> {
  const wanted = picturesIn(mapping)
  const values: TokenValues = {}
  if (wanted.has('signature')) {
    const row = await db
      .selectFrom('signatures')
      .select('sha256')
      .where('organization_id', '=', organization_id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    values.signature = row?.sha256 ?? ''
  }
  if (wanted.has('photo')) {
    const row = await db
      .selectFrom('photos')
      .select('sha256')
      .where('project_id', '=', project_id)
      .where('is_title', '=', true)
      .executeTakeFirst()
    values.photo = row?.sha256 ?? ''
  }
  return values
}
