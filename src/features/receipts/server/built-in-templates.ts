import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { text } from '#server/base/texts.ts'
import { type TemplateKind, templateKinds } from '#features/document-templates/tokens.ts'

const prefix = 'standard-'

/** The slug of the layout that is built in for a kind: a fresh installation has one of each. */
export const builtInSlug = (kind: TemplateKind) => `${prefix}${kind.replaceAll('_', '-')}`

export const builtInKind = (slug: string): TemplateKind | undefined =>
  templateKinds.find((kind) => builtInSlug(kind) === slug)

export const builtInTitle = (kind: TemplateKind, locale: Locale): string =>
  text(locale, 'documents.receipts.built_in', { title: text(locale, `documents.template_kinds.${kind}`) })

/** Title of a template, built-in or uploaded. */
export async function templateTitle(db: Db, slug: string, locale: Locale): Promise<string> {
  const kind = builtInKind(slug)
  if (kind) return builtInTitle(kind, locale)
  const row = await db
    .selectFrom('document_templates')
    .select('title')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.title ?? slug
}
