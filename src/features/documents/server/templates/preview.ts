import { standing } from '../../template-rules.ts'
import { renderer } from '../../render/in-process.ts'
import { sampleOf } from '../../tokens.ts'
import type { StoredTemplate, StoredVersion } from './queries.ts'

/** The word across test prints. */
const mark = 'TEST'

/** A version filled with samples: without a number of its own, and kept nowhere. */
export async function renderSample({
  pdf,
  row,
  version,
  now,
}: {
  pdf: Uint8Array
  row: StoredTemplate
  version: StoredVersion
  now: Date
}): Promise<Uint8Array> {
  const { bytes } = await renderer.render({
    pdf,
    mapping: standing(version.mapping, version.found),
    // Test prints take no number.
    values: { ...sampleOf(row.kind), number: mark, signature: null },
    mark,
    title: `${mark} ${row.title}`,
    language: 'de',
    when: now.toISOString(),
  })
  return bytes
}
