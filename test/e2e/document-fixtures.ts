import type { Page } from '@playwright/test'
import { noticePdf } from '../../src/features/demo/server/notice-pdf.ts'
import { formPdf } from '../make-form.ts'
import { inLetterTo, upload } from './calls.ts'

// Documents and templates that journeys begin with.

/** A PDF as a form field takes it. */
export const pdf = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
})

/** A notice of exemption with all values that the viewer finds. */
export const notice = () =>
  noticePdf({
    office: 'Finanzamt Hohenfels',
    street: 'Schlossplatz 4',
    town: '72999 Hohenfels',
    day: '14.10.2025',
    number: '42099/01234',
    phone: '07400 555-0',
    organization: 'Kulturwerk',
    address: ['Gerbergasse 7'],
    years: '2023 bis 2025',
    purpose: 'Förderung von Kunst und Kultur (§ 52 Abs. 2 Satz 1 Nr. 5 AO)',
  })

/** Uploads a document of an organization; returns its slug. */
export async function createDocument(
  page: Page,
  organization: { id: number },
  file: ReturnType<typeof pdf>,
  type = 'exemption_notice',
): Promise<string> {
  const fields = { type, target_type: 'organization', target_id: organization.id, file }
  return (await upload<{ slug: string }>(page, '/api/v4/documents/', fields)).slug
}

/** A draft template of a form with fields. */
export async function createTemplate(page: Page): Promise<{ slug: string; title: string }> {
  const title = `Brief ${Date.now().toString(36)}`
  const { slug } = await upload<{ slug: string }>(page, '/api/v4/document-templates/', {
    title,
    kind: 'thank_you',
    valid_from: '2026-01-01',
    file: pdf('Brief.pdf', await formPdf()),
  })
  return { slug, title }
}

/** The link to a document in the mail to an address. */
export async function linkTo(address: string): Promise<string> {
  const [link] = await inLetterTo(`${address}\n`, /\/document-link\/[\w-]{43}\//)
  return link
}
