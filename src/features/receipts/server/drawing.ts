import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { type Content, type Mark, titles } from '#features/document-templates/render/built-in-layout.ts'
import { renderer, UnprintableText } from '#features/document-templates/render/in-sandbox.ts'
import { mappingInPdf } from '#features/document-templates/rules.ts'
import type { Mapping } from '#features/document-templates/places.ts'
import type { TemplateKind, TokenValues } from '#features/document-templates/tokens.ts'
import type { StoredVersion } from '#features/document-templates/server/queries.ts'

/** Content of a document and the uploaded template's version it is made from; without one the built-in layout. */
export type StoredContent = Content & { version_id?: number }

/** A text of the record is too long for its place on the template. */
export class DoesNotFit extends Error {
  override name = 'DoesNotFit'
}

type DrawContext = { db: Db; contents: Contents }

/**
 * Draws a document from its stored content in a child process. Throws UnprintableText for letters that no font has, and
 * DoesNotFit. The same content gives the same bytes.
 */
export async function drawStored(
  { db, contents }: DrawContext,
  { kind, content, mark }: { kind: TemplateKind; content: StoredContent; mark?: Mark },
): Promise<{ bytes: Uint8Array; pages: number }> {
  const { version_id, ...said } = content
  if (version_id === undefined) {
    const signed = said.values.signature
    const signature = signed ? await contents.read(String(signed)) : undefined
    return renderer.draw({ kind, content: said, ...(mark && { mark }), ...(signature && { signature }) })
  }
  const version = await db
    .selectFrom('document_template_versions')
    .selectAll()
    .where('id', '=', version_id)
    .$castTo<StoredVersion>()
    .executeTakeFirstOrThrow()
  const { values, annex } = said
  const mapping = mappingInPdf(version.mapping, version.found)
  const { bytes, pages, problems } = await renderer.render({
    pdf: await contents.read(version.sha256),
    mapping,
    values: { ...values, ...(await picturesOf(contents, mapping, values)) },
    ...(annex && { annex }),
    mark: mark ?? null,
    title: [titles[kind], values.number].filter(Boolean).join(' '),
    language: 'de',
    when: `${String(values.issue_day)}T12:00:00.000Z`,
  })
  const [problem] = problems
  if (problem?.reason === 'letters') throw new UnprintableText(problem.letters)
  if (problem) throw new DoesNotFit(problem.token)
  return { bytes, pages }
}

async function picturesOf(contents: Contents, { fields, placed }: Mapping, values: TokenValues) {
  const read: Record<string, Uint8Array | null> = {}
  for (const { format, token } of [...fields, ...placed])
    if (format === 'image' && read[token] === undefined)
      // oxlint-disable-next-line no-await-in-loop -- two at most
      read[token] = values[token] ? await contents.read(String(values[token])) : null
  return read
}
