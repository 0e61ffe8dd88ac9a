import type { Db } from '#server/db/db.ts'
import type { Mapping } from '#features/document-templates/places.ts'
import type { TokenValues } from '#features/document-templates/tokens.ts'
import { signatureOf } from '#features/signatures/server/signatures.ts'

export const tokensIn = ({ fields, placed }: Mapping) =>
  new Set([...fields, ...placed].map(({ token }) => token))

const picturesIn = ({ fields, placed }: Mapping) =>
  new Set([...fields, ...placed].flatMap(({ format, token }) => (format === 'image' ? [token] : [])))

/** Pictures of a template by the hashes of their contents; the place of a missing picture stays empty. */
export async function picturesFor(
  db: Db,
  mapping: Mapping,
  {
    organization_id,
    project_id,
    isSigned,
  }: {
    organization_id: number
    project_id: number
    /** False for a receipt that is signed by hand. */
    isSigned: boolean
  },
): Promise<TokenValues> {
  const wanted = picturesIn(mapping)
  const values: TokenValues = {}
  if (wanted.has('signature'))
    values.signature = isSigned ? ((await signatureOf(db, organization_id))?.sha256 ?? '') : ''
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
