import { expect } from 'vitest'
import type { Answer, Client, TestApp } from './app.ts'
import { createOrganization } from './factories.ts'
import { pdfOfSize, simplePdf } from './make-pdf.ts'

export const documentsPath = '/api/v4/documents/'

type Fields = Record<string, string | number>

/** A form with one PDF and these fields; the file comes last by default. */
export function documentForm(
  fields: Fields,
  {
    bytes = simplePdf(),
    name = 'Bescheid.pdf',
    fileFirst = false,
  }: { bytes?: Uint8Array; name?: string; fileFirst?: boolean } = {},
): FormData {
  const form = new FormData()
  const file = () =>
    form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }), name)
  if (fileFirst) file()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  if (!fileFirst) file()
  return form
}

/** Uploads a document as a browser does. */
export function uploadDocument(
  client: Client,
  fields: Fields,
  file: Parameters<typeof documentForm>[1] & { locale?: 'en_US' | 'du_DE' | 'sie_DE' } = {},
): Promise<Answer> {
  const { locale, ...rest } = file
  return client.call('POST', documentsPath, { raw: documentForm(fields, rest), ...(locale && { locale }) })
}

/** The same, for tests that only need a document; returns its row. */
export async function givenDocument(
  client: Client,
  fields: Fields,
  file: Parameters<typeof documentForm>[1] = {},
) {
  const answer = await uploadDocument(client, fields, file)
  expect([answer.status, answer.body]).toEqual([201, answer.body])
  return answer.body
}

/** The bytes of `givenReceipt`. */
export const receiptBytes = pdfOfSize(300_000)

/** A receipt of an organization, to be sent. */
export async function givenReceipt(app: TestApp, staff: Client) {
  const { id } = await createOrganization(app.db, { title: 'Kulturwerk' })
  const fields = { type: 'receipt', target_type: 'organization', target_id: id }
  return givenDocument(staff, fields, { bytes: receiptBytes, name: 'Bestätigung „Ä“.pdf' })
}
