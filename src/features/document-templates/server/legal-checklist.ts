import { createHash } from 'node:crypto'
import { type Contents, storedBytes } from '#server/files/contents.ts'
import { type CheckedPart, checklistOf, isComplete } from '../legal-checklist.ts'
import type { Mapping } from '../places.ts'
import { wordsOfPdf } from '#features/document-reading/reading/in-sandbox.ts'
import { renderer } from '../render/in-sandbox.ts'
import { sampleOf, type TemplateKind } from '../tokens.ts'
import { sampleAnnex, sampleSignature } from './preview.ts'

/** The content of a version and its PDF; `mapping` covers only fields that the PDF has. */
type CheckableVersion = { kind: TemplateKind; sha256: string; mapping: Mapping }

/** Results for checked versions; the same PDF and mapping always give the same result. */
const known = new Map<string, CheckedPart[]>()
const mostKnown = 200

/**
 * The legal statements, found or not in the text of a version filled with samples; empty for documents that are no
 * receipts. An unreadable version has none. Throws 409 when the PDF is gone.
 */
export async function checkedTemplate(
  contents: Contents,
  { kind, sha256, mapping }: CheckableVersion,
): Promise<CheckedPart[]> {
  const values = sampleOf(kind)
  if (checklistOf(kind, '', values).length === 0) return []
  const key = createHash('sha256')
    .update(JSON.stringify([kind, sha256, mapping]))
    .digest('hex')
  const before = known.get(key)
  if (before) return before
  const pdf = await storedBytes(contents, sha256)
  const { fields } = await renderer.fields(pdf)
  const { bytes } = await renderer.render({
    pdf,
    mapping,
    values: { ...values, signature: sampleSignature() },
    ...(kind === 'collective_receipt' && { annex: sampleAnnex() }),
    mark: null,
    title: 'Prüfung',
    language: 'de',
    when: '2026-01-01T12:00:00.000Z',
  })
  const words = await wordsOfPdf(bytes)
  const own = fields.flatMap(({ own_format }) => own_format ?? [])
  const checked = checklistOf(kind, words ?? '', values, own)
  // A file that could not be read just now may be read next time.
  if (words === undefined) return checked
  if (known.size >= mostKnown) known.delete(known.keys().next().value!)
  known.set(key, checked)
  return checked
}

export const isOfficial = async (contents: Contents, filled: CheckableVersion): Promise<boolean> =>
  isComplete(await checkedTemplate(contents, filled))
