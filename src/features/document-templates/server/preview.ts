import { readFileSync } from 'node:fs'
import { mappingInPdf } from '../rules.ts'
import { renderer } from '../render/in-sandbox.ts'
import { sampleOf, type TokenValues } from '../tokens.ts'
import type { StoredTemplate, StoredVersion } from './queries.ts'

/** The word across test prints. */
const mark = 'TEST'

/** A version filled with samples, or with given values; it has no number and is not stored. */
export async function renderSample({
  pdf,
  row,
  version,
  now,
  values = sampleOf(row.kind),
  photo = sample('photo.png'),
}: {
  pdf: Uint8Array
  row: StoredTemplate
  version: StoredVersion
  now: Date
  values?: TokenValues
  photo?: Uint8Array
}): Promise<Uint8Array> {
  const { bytes } = await renderer.render({
    pdf,
    mapping: mappingInPdf(version.mapping, version.found),
    // Test prints take no number.
    values: { ...values, number: mark, signature: sampleSignature(), photo },
    ...(row.kind === 'collective_receipt' && { annex: sampleAnnex() }),
    mark,
    title: `${mark} ${row.title}`,
    language: 'de',
    when: now.toISOString(),
  })
  return bytes
}

/** A placeholder picture that shows where the real signature or photo will be. */
const sample = (name: string) => new Uint8Array(readFileSync(new URL(`./samples/${name}`, import.meta.url)))

export const sampleSignature = () => sample('signature.png')

/** Gifts that make up the amount of the samples. */
export function sampleAnnex() {
  const { amount, gifts } = sampleOf('collective_receipt')
  const count = Number(gifts)
  return Array.from({ length: count }, (_, at) => ({
    day: `2026-${String(at * 3 + 1).padStart(2, '0')}-15`,
    amount_cents: Math.floor((Number(amount) * (at + 1)) / count) - Math.floor((Number(amount) * at) / count),
    waiver: false,
  }))
}
