import sharp from 'sharp'
import { expect } from 'vitest'
import type { Client } from './app.ts'

export const signaturePath = (slug: string) => `/api/v4/organization/${slug}/signature/`

/** The bytes of handwriting on light paper: two dark blocks with paper between and around them. */
export async function handwriting({
  ink = { width: 300, height: 80 },
  paper = '#f4f1ea',
  format = 'jpeg',
}: {
  ink?: { width: number; height: number }
  paper?: string
  format?: 'jpeg' | 'png'
} = {}): Promise<Buffer> {
  const block = (width: number, background: string) =>
    sharp({ create: { width, height: ink.height, channels: 3, background } })
      .png()
      .toBuffer()
  const middle = Math.floor(ink.width / 3)
  return sharp({ create: { width: 900, height: 600, channels: 3, background: paper } })
    .composite([
      { input: await block(ink.width, '#14305a'), left: 200, top: 250 },
      { input: await block(middle, paper), left: 200 + middle, top: 250 },
    ])
    .toFormat(format)
    .toBuffer()
}

/** The form in which a browser sends a signature. */
export function signatureForm(
  bytes: Uint8Array,
  signatory = 'Ada Byron',
  name = 'Unterschrift.jpg',
): FormData {
  const form = new FormData()
  form.append('signatory', signatory)
  form.append('file', new Blob([Uint8Array.from(bytes)]), name)
  return form
}

/** A signature of an organization, for tests that only need one. */
export async function givenSignature(client: Client, slug: string, bytes?: Uint8Array) {
  const raw = signatureForm(bytes ?? (await handwriting()))
  const answer = await client.call('POST', signaturePath(slug), { raw })
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return answer.body as { id: number; width: number; height: number }
}

export const machinePath = (slug: string) => `/api/v4/organization/${slug}/machine-receipts/`

/** An organization's announcement to its tax office, as a browser sends it. */
export const announcement = {
  tax_office: 'Singen',
  announced_on: '2026-03-12',
  signatory: 'Ada Byron',
  procedure_kept: 'Ordner Verfahren 2026',
}

/** An organization's announcement of machine-made receipts. */
export async function givenAnnouncement(
  client: Client,
  slug: string,
  change: Partial<typeof announcement> = {},
) {
  const answer = await client.post(machinePath(slug), { ...announcement, ...change })
  expect([answer.status, answer.body]).toEqual([200, answer.body])
}
