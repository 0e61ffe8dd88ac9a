import sharp from 'sharp'
import { expect } from 'vitest'
import type { Answer, Client } from './app.ts'

export const photosPath = (slug: string) => `/api/v3/projects/${slug}/photos/`

/** The bytes of a single-colour picture; each colour is another photo. */
export function picture({
  width = 120,
  height = 80,
  colour = '#2a7f62',
  format = 'jpeg',
}: {
  width?: number
  height?: number
  colour?: string | { r: number; g: number; b: number; alpha: number }
  format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif'
} = {}): Promise<Buffer> {
  const channels = typeof colour === 'string' ? 3 : 4
  return sharp({ create: { width, height, channels, background: colour } })
    .toFormat(format)
    .toBuffer()
}

/** The form in which a browser sends a photo. */
export function photoForm(
  bytes: Uint8Array,
  name = 'Fest.jpg',
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([Uint8Array.from(bytes)]), name)
  return form
}

/** Uploads a photo as a browser does. */
export async function uploadPhoto(
  client: Client,
  slug: string,
  { bytes, name, alt }: { bytes?: Uint8Array; name?: string; alt?: string } = {},
): Promise<Answer> {
  const form = photoForm(bytes ?? (await picture()), name, alt === undefined ? {} : { alt })
  return client.call('POST', photosPath(slug), { raw: form })
}

/** Photos of a project in different colours, for tests that only need some; returns their rows. */
export async function givenPhotos(client: Client, slug: string, ...names: string[]) {
  const rows = []
  for (const [at, name] of names.entries()) {
    const bytes = await picture({ colour: `#${(at * 1_234_567 + 4_500).toString(16).padStart(6, '0')}` })
    const answer = await uploadPhoto(client, slug, { bytes, name })
    expect([answer.status, answer.body]).toEqual([201, answer.body])
    rows.push(answer.body)
  }
  return rows
}
