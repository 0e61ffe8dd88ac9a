import { readFileSync } from 'node:fs'
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
    values: { ...sampleOf(row.kind), number: mark, ...samplePictures() },
    mark,
    title: `${mark} ${row.title}`,
    language: 'de',
    when: now.toISOString(),
  })
  return bytes
}

/** Pictures that nobody has signed and nobody has taken, to show where the real ones will stand. */
const samplePictures = () => ({ signature: sample('signature.png'), photo: sample('photo.png') })

const sample = (name: string) => new Uint8Array(readFileSync(new URL(`./samples/${name}`, import.meta.url)))
