import { z } from 'zod'
import { maxPdfBytes } from '#shared/pdf-files.ts'
import { HttpError } from '#server/base/errors.ts'
import { MappingShape } from '../contract.ts'
import { mappingFault, mappingInPdf } from '../rules.ts'
import { templateKinds } from '../tokens.ts'
import { type InspectedPdf, inspectTemplatePdf } from './inspect-pdf.ts'
import type { StoredTemplate, StoredVersion } from './queries.ts'

const Exported = z.strictObject({
  almoner_template: z.literal(1),
  title: z.string().trim().min(1).max(120),
  kind: z.enum(templateKinds),
  filename: z.string().min(1).max(200),
  mapping: MappingShape,
  pdf: z.base64().max(Math.ceil(maxPdfBytes / 3) * 4),
})
export type Exported = z.infer<typeof Exported>

/** A version as a file: its PDF and mapping, without data of this installation. */
export function exportOf({ title, kind }: StoredTemplate, version: StoredVersion, pdf: Buffer): Buffer {
  const { filename, found, mapping } = version
  const exported: Exported = {
    almoner_template: 1,
    title,
    kind,
    filename,
    mapping: mappingInPdf(mapping, found),
    pdf: pdf.toString('base64'),
  }
  return Buffer.from(JSON.stringify(exported))
}

/** Reads such a file. Its shape, PDF and mapping are validated like untrusted input. */
export async function readExport(bytes: Buffer): Promise<Omit<Exported, 'pdf'> & { looked: InspectedPdf }> {
  const { pdf, ...exported } = parsed(bytes)
  const looked = await inspectTemplatePdf({ bytes: Buffer.from(pdf, 'base64'), filename: exported.filename })
  if (mappingFault(exported.kind, exported.mapping, looked.found)) throw notAnExport()
  return { ...exported, looked }
}

function parsed(bytes: Buffer): Exported {
  let json: unknown
  try {
    json = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw notAnExport()
  }
  const exported = Exported.safeParse(json)
  if (!exported.success || Buffer.byteLength(exported.data.pdf, 'base64') > maxPdfBytes) throw notAnExport()
  return exported.data
}

const notAnExport = () =>
  new HttpError(415, 'invalid_file_type', {
    reason: { key: 'documents.templates.not_an_export', parameters: {} },
  })
