import { documentForm, givenDocument } from '../documents.ts'
import { formPdf } from '../make-form.ts'
import { givenTemplate, givenUsableTemplate, templatesPath, wholeMapping } from '../document-templates.ts'
import { createOrganization, createProject } from '../factories.ts'
import { certifiableProject, generatePath, receiptTemplate, recordGifts } from '../receipts.ts'
import { announcement, givenAnnouncement, givenSignature, handwriting, signatureForm } from '../signatures.ts'
import { app, type Changes, fresh, staff } from './world.ts'

const fields = async () => ({
  type: 'statutes',
  target_type: 'organization',
  target_id: (await createOrganization(app.db)).id,
})

const gifts = async (count: number) => {
  const { project } = await certifiableProject(app.db)
  const given = await recordGifts(staff, project, Array(count).fill({}))
  return { template_slug: receiptTemplate, mode: 'final', targets: given.map(({ slug }) => slug) }
}
const startedRun = async () => (await staff.post(generatePath, await gifts(2))).body.run.id as number

/** Documents kept, made, withdrawn and deleted. */
export const documentChanges: Changes = {
  'POST /api/v4/documents/': async () => {
    const name = `${fresh('Satzung')}.pdf`
    return {
      options: { raw: documentForm(await fields(), { name }) },
      event: { action: 'upload', object_type: 'document', object_title: name },
    }
  },
  'POST /api/v4/proofs/forecast/ask/': async () => {
    const organization = await createOrganization(app.db, { exemption_date: '2020-01-15' })
    await createProject(app.db, { organization_id: organization.id, ends_on: '2099-01-01' })
    return {
      options: { body: { organization_slugs: [organization.slug] } },
      event: { action: 'create', object_type: 'reminder' },
    }
  },
  'POST /api/v4/documents/:slug/send/': async () => {
    const name = `${fresh('Satzung')}.pdf`
    const { id, slug } = await givenDocument(staff, await fields(), { name })
    return {
      path: { slug },
      options: { body: { email: 'post@verein.example', language: 'sie_DE' } },
      event: { action: 'send', object_type: 'document', object_id: id, object_title: name },
    }
  },
  'DELETE /api/v4/documents/:slug/links/:id/': async () => {
    const name = `${fresh('Satzung')}.pdf`
    const { id, slug } = await givenDocument(staff, await fields(), { name })
    const body = { email: 'post@verein.example', language: 'sie_DE', way: 'link', until: '2026-12-01' }
    await staff.post(`/api/v4/documents/${slug}/send/`, body)
    const [link] = (await staff.get(`/api/v4/documents/${slug}/links/`)).body
    return {
      path: { slug, id: link.id },
      options: {},
      event: { action: 'end_link', object_type: 'document', object_id: id, object_title: name },
    }
  },
  'POST /api/v4/organization/:slug/signature/': async () => {
    const { id, slug } = await createOrganization(app.db)
    return {
      path: { slug },
      options: { raw: signatureForm(await handwriting()) },
      event: { action: 'set_signature', object_type: 'organization', object_id: id },
    }
  },
  'DELETE /api/v4/organization/:slug/signature/': async () => {
    const { id, slug } = await createOrganization(app.db)
    await givenSignature(staff, slug)
    return {
      path: { slug },
      options: {},
      event: { action: 'remove_signature', object_type: 'organization', object_id: id },
    }
  },
  'POST /api/v4/organization/:slug/machine-receipts/': async () => {
    const { id, slug } = await createOrganization(app.db)
    return {
      path: { slug },
      options: { body: announcement },
      event: { action: 'announce_receipts', object_type: 'organization', object_id: id },
    }
  },
  'POST /api/v4/organization/:slug/register-checks/': async () => {
    const { id, slug } = await createOrganization(app.db)
    return {
      path: { slug },
      options: { body: { checked_on: '2026-11-20', is_listed: true } },
      event: { action: 'check_register', object_type: 'organization', object_id: id },
    }
  },
  'DELETE /api/v4/organization/:slug/machine-receipts/': async () => {
    const { id, slug } = await createOrganization(app.db)
    await givenAnnouncement(staff, slug)
    return {
      path: { slug },
      options: {},
      event: { action: 'end_announcement', object_type: 'organization', object_id: id },
    }
  },
  'PATCH /api/v4/documents/:slug/': async () => {
    const name = `${fresh('Satzung')}.pdf`
    const { id, slug, version } = await givenDocument(staff, await fields(), { name })
    return {
      path: { slug },
      options: { body: { issued_on: '2026-01-02', version } },
      event: { action: 'change', object_type: 'document', object_id: id, object_title: name },
    }
  },
  'POST /api/v4/documents/generate/': async () => ({
    options: { body: await gifts(1) },
    event: { action: 'generate', object_type: 'document' },
  }),
  'POST /api/v4/documents/:slug/withdraw/': async () => {
    const { document } = (await staff.post(generatePath, await gifts(1))).body
    return {
      path: { slug: document.slug },
      options: { body: { reason: 'Wrong donor', confirm_number: document.number } },
      event: { action: 'withdraw', object_type: 'document', object_id: document.id },
    }
  },
  'POST /api/v4/document-runs/:id/cancel/': async () => {
    const id = await startedRun()
    return {
      path: { id },
      options: { body: {} },
      event: { action: 'cancel', object_type: 'generation_run', object_id: id },
    }
  },
  'POST /api/v4/document-runs/:id/continue/': async () => {
    const id = await startedRun()
    await staff.post(`/api/v4/document-runs/${id}/cancel/`, {})
    return {
      path: { id },
      options: { body: {} },
      event: { action: 'retry', object_type: 'generation_run', object_id: id },
    }
  },
  'DELETE /api/v4/documents/:slug/': async () => {
    const name = `${fresh('Satzung')}.pdf`
    const { id, slug } = await givenDocument(staff, await fields(), { name })
    return {
      path: { slug },
      event: { action: 'delete', object_type: 'document', object_id: id, object_title: name },
    }
  },
  'POST /api/v4/document-templates/': async () => {
    const title = fresh('Vorlage')
    const fields = { title, kind: 'thank_you', valid_from: '2026-01-01' }
    return {
      options: { raw: documentForm(fields, { bytes: await formPdf() }) },
      event: { action: 'create', object_type: 'document_template', object_title: title },
    }
  },
  'POST /api/v4/document-templates/import/': async () => {
    const { slug, title } = await givenUsableTemplate(staff)
    const { bytes } = await staff.call('GET', `${templatesPath}${slug}/export/`)
    return {
      options: { raw: documentForm({}, { bytes, name: 'Vorlage.json' }) },
      event: { action: 'create', object_type: 'document_template', object_title: title },
    }
  },
  'PATCH /api/v4/document-templates/:slug/': async () => {
    const { slug } = await givenTemplate(staff)
    const title = fresh('Vorlage')
    return {
      path: { slug },
      options: { body: { title, version: 1 } },
      event: { action: 'change', object_type: 'document_template', object_title: title },
    }
  },
  'DELETE /api/v4/document-templates/:slug/': async () => {
    const { slug, title } = await givenTemplate(staff)
    return {
      path: { slug },
      options: {},
      event: { action: 'delete', object_type: 'document_template', object_title: title },
    }
  },
  'POST /api/v4/document-templates/:slug/copy/': async () => {
    const { slug } = await givenTemplate(staff)
    const title = fresh('Vorlage')
    return {
      path: { slug },
      options: { body: { title, valid_from: '2026-01-01' } },
      event: { action: 'create', object_type: 'document_template', object_title: title },
    }
  },
  'POST /api/v4/document-templates/:slug/versions/': async () => {
    const { slug } = await givenTemplate(staff)
    return {
      path: { slug },
      options: { body: { valid_from: '2027-01-01' } },
      event: { action: 'create', object_type: 'document_template' },
    }
  },
  'PATCH /api/v4/document-templates/:slug/versions/:number/': async () => {
    const { slug } = await givenTemplate(staff)
    return {
      path: { slug, number: '1' },
      options: { body: { valid_from: '2026-02-01', version: 1 } },
      event: { action: 'change', object_type: 'document_template' },
    }
  },
  'POST /api/v4/document-templates/:slug/versions/:number/activate/': async () => {
    const { slug } = await givenTemplate(staff, { kind: 'thank_you' })
    const body = { ...wholeMapping('thank_you'), version: 1 }
    await staff.call('PATCH', `${templatesPath}${slug}/versions/1/fields/`, { body })
    return {
      path: { slug, number: '1' },
      event: { action: 'change', object_type: 'document_template' },
    }
  },
  'PATCH /api/v4/document-templates/:slug/versions/:number/fields/': async () => {
    const { slug } = await givenTemplate(staff, { kind: 'thank_you' })
    return {
      path: { slug, number: '1' },
      options: { body: { ...wholeMapping('thank_you'), version: 1 } },
      event: { action: 'change', object_type: 'document_template' },
    }
  },
  'POST /api/v4/document-templates/:slug/versions/:number/pdf/': async () => {
    const { slug } = await givenTemplate(staff)
    return {
      path: { slug, number: '1' },
      options: { raw: documentForm({}, { bytes: await formPdf({ texts: ['other'] }) }) },
      event: { action: 'change', object_type: 'document_template' },
    }
  },
}
