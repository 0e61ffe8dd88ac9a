import { expect } from 'vitest'
import { formatsOf, type Mapping } from '#features/document-templates/places.ts'
import { type TemplateKind, tokensOf } from '#features/document-templates/tokens.ts'
import type { Client } from './app.ts'
import { documentForm } from './documents.ts'
import { formPdf } from './make-form.ts'

export const templatesPath = '/api/v4/document-templates/'
export const size = { from: 7, to: 10 }

/** A mapping with all required tokens of a kind: named ones in fields, all others placed. */
export function wholeMapping(kind: TemplateKind, inFields: Record<string, string> = {}): Mapping {
  const tokens = tokensOf[kind].filter(({ required }) => required)
  const fields = Object.entries(inFields).map(([field, token]) => {
    const { type } = tokensOf[kind].find(({ key }) => key === token)!
    return { field, token, format: formatsOf[type][0], size }
  })
  const placed = tokens
    .filter(({ key }) => !Object.values(inFields).includes(key))
    .map(({ key, type }, at) => ({
      id: `p${at}`,
      page: 1,
      token: key,
      format: formatsOf[type][0],
      size,
      x: 60,
      y: 560 - at * 24,
      width: 300,
      height: type === 'lines' ? 60 : 20,
    }))
  return { fields, placed }
}

/** Creates a template as a browser does; returns the answer. */
export async function uploadTemplate(
  client: Client,
  fields: Record<string, string> = {},
  file: Parameters<typeof documentForm>[1] = {},
) {
  const { bytes = await formPdf(), name = 'Vordruck.pdf' } = file
  const all = {
    title: 'Zuwendungsbestätigung',
    kind: 'donation_receipt',
    valid_from: '2026-01-01',
    ...fields,
  }
  return client.call('POST', templatesPath, { raw: documentForm(all, { bytes, name }) })
}

/** The same, for tests that only need a template. */
export async function givenTemplate(...given: Parameters<typeof uploadTemplate>) {
  const answer = await uploadTemplate(...given)
  expect([answer.status, answer.body]).toEqual([201, answer.body])
  return answer.body as { slug: string; title: string; versions: { number: number; version: number }[] }
}

/** A template with a usable first version. */
export async function givenUsableTemplate(client: Client, kind: TemplateKind = 'donation_receipt') {
  const template = await givenTemplate(client, { kind })
  const path = `${templatesPath}${template.slug}/versions/1/`
  const mapped = await client.call('PATCH', `${path}fields/`, { body: { ...wholeMapping(kind), version: 1 } })
  expect([mapped.status, mapped.body]).toEqual([200, mapped.body])
  const active = await client.call('POST', `${path}activate/`)
  expect([active.status, active.body]).toEqual([200, active.body])
  return template
}
