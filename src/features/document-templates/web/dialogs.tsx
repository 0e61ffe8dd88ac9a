import { useState } from 'react'
import { isDay } from '#shared/dates.ts'
import { templateKinds } from '../tokens.ts'
import { type Answer, api, ApiError } from '#web/api.ts'
import { DateField } from '#web/form/DateField.tsx'
import { FileField } from '#web/form/FileField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useSendOnce } from '#web/idempotency.ts'
import { changeSearch, navigate } from '#web/router/navigate.ts'
import { refreshed } from '#web/stale.ts'
import { type Translate, useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'

type Template = Answer<'GET /api/v4/document-templates/:slug/'>
type Closing = { onClose: () => void }

export const templateAddress = (slug: string) => `/site-admin/document-template/${slug}/` as const

export const testPrintAddress = (slug: string, version: number, project?: string) =>
  `/site-admin/document-template/${slug}/test-print/?version=${version}${project ? `&project=${project}` : ''}` as const

/** Text for a refused file: the specification's words and the reason. */
function whyRefused(error: unknown, t: Translate): string {
  if (error instanceof ApiError && error.status === 415)
    return [error.body.detail, error.body.reason].filter(Boolean).join(': ')
  return explain(error, t)
}

const dayError = (day: string, t: Translate) =>
  day === '' ? t('validation.required') : isDay(day) ? '' : t('validation.day')

/** A new template of a PDF. */
export function NewTemplate({ onClose }: Closing) {
  const t = useText()
  const sendOnce = useSendOnce()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { title: '', kind: 'donation_receipt', valid_from: '', file: undefined as File | undefined },
    validate: ({ title, valid_from, file }) => ({
      title: title.trim() === '' ? t('validation.required') : '',
      valid_from: dayError(valid_from, t),
      file: file ? '' : t('validation.required'),
    }),
    onSubmit: async ({ title, kind, valid_from, file }) => {
      setFailure(undefined)
      const sent = { title, kind, valid_from, file }
      const made = await sendOnce(sent, (idempotencyKey) =>
        api('POST /api/v4/document-templates/', { form: sent, idempotencyKey }),
      )
      await refreshed()
      await navigate(templateAddress(made.slug))
    },
    onFailure: (error) => setFailure(whyRefused(error, t)),
  })
  return (
    <FormModal title={t('documents.templates.new')} form={form} failure={failure} onClose={onClose}>
      <TextField {...form.field('title')} label={t('columns.title')} required />
      <SelectField
        {...form.field('kind')}
        label={t('documents.type')}
        required
        options={templateKinds.map((kind) => ({ value: kind, label: t(`documents.template_kinds.${kind}`) }))}
      />
      <DateField {...form.field('valid_from')} label={t('documents.templates.valid_from')} required />
      <FileField
        {...form.field('file')}
        label={t('documents.file')}
        required
        accept=".pdf,application/pdf"
        emptyText={t('documents.drop')}
      />
    </FormModal>
  )
}

/** A template that was exported here or elsewhere. */
export function ImportTemplate({ onClose }: Closing) {
  const t = useText()
  const sendOnce = useSendOnce()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { file: undefined as File | undefined },
    validate: ({ file }) => ({ file: file ? '' : t('validation.required') }),
    onSubmit: async ({ file }) => {
      setFailure(undefined)
      const made = await sendOnce({ file }, (idempotencyKey) =>
        api('POST /api/v4/document-templates/import/', { form: { file }, idempotencyKey }),
      )
      await refreshed()
      await navigate(templateAddress(made.slug))
    },
    onFailure: (error) => setFailure(whyRefused(error, t)),
  })
  return (
    <FormModal title={t('documents.templates.import')} form={form} failure={failure} onClose={onClose}>
      <FileField
        {...form.field('file')}
        label={t('documents.templates.export_file')}
        required
        accept=".json,application/json"
        emptyText={t('documents.choose_file')}
      />
    </FormModal>
  )
}

/** A copy of a template under a name of its own. */
export function CopyTemplate({ template, onClose }: Closing & { template: Template }) {
  const t = useText()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { title: '', valid_from: '' },
    validate: ({ title, valid_from }) => ({
      title: title.trim() === '' ? t('validation.required') : '',
      valid_from: dayError(valid_from, t),
    }),
    onSubmit: async (body) => {
      setFailure(undefined)
      const made = await api('POST /api/v4/document-templates/:slug/copy/', {
        params: { slug: template.slug },
        body,
      })
      await refreshed()
      onClose()
      await navigate(templateAddress(made.slug))
    },
    onFailure: (error) => setFailure(explain(error, t)),
  })
  return (
    <FormModal title={t('documents.templates.copy')} form={form} failure={failure} onClose={onClose}>
      <TextField {...form.field('title')} label={t('columns.title')} required />
      <DateField {...form.field('valid_from')} label={t('documents.templates.valid_from')} required />
    </FormModal>
  )
}

type DaysProps = Closing & {
  slug: string
  version?: Template['versions'][number] | undefined
  onDone: () => Promise<unknown>
}

/** The days of a version, or those of a new one. */
export function VersionDays({ slug, version, onDone, onClose }: DaysProps) {
  const t = useText()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { valid_from: version?.valid_from ?? '', valid_until: version?.valid_until ?? '' },
    validate: ({ valid_from, valid_until }) => ({
      valid_from: dayError(valid_from, t),
      valid_until: valid_until === '' ? '' : dayError(valid_until, t),
    }),
    onSubmit: async ({ valid_from, valid_until }) => {
      setFailure(undefined)
      const days = { valid_from, valid_until: valid_until || null }
      const made = version
        ? await api('PATCH /api/v4/document-templates/:slug/versions/:number/', {
            params: { slug, number: version.number },
            body: { ...days, version: version.version },
          })
        : await api('POST /api/v4/document-templates/:slug/versions/', { params: { slug }, body: days })
      await onDone()
      onClose()
      if (!version)
        changeSearch({ version: Math.max(...made.versions.map(({ number }) => number)) }, { replace: true })
    },
    onFailure: (error) => setFailure(explain(error, t)),
  })
  const title = version
    ? t('documents.templates.days_of', { number: version.number })
    : t('documents.templates.new_version')
  return (
    <FormModal title={title} form={form} failure={failure} onClose={onClose}>
      <DateField
        {...form.field('valid_from')}
        label={t('documents.templates.valid_from')}
        required
        readOnly={version?.read_only ?? false}
      />
      <DateField
        {...form.field('valid_until')}
        label={t('documents.templates.valid_until')}
        hint={t('documents.templates.until_hint')}
      />
    </FormModal>
  )
}

type PdfProps = Closing & { slug: string; number: number; onDone: () => Promise<unknown> }

export function NewPdf({ slug, number, onDone, onClose }: PdfProps) {
  const t = useText()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { file: undefined as File | undefined },
    validate: ({ file }) => ({ file: file ? '' : t('validation.required') }),
    onSubmit: async ({ file }) => {
      setFailure(undefined)
      await api('POST /api/v4/document-templates/:slug/versions/:number/pdf/', {
        params: { slug, number },
        form: { file },
      })
      await onDone()
      onClose()
    },
    onFailure: (error) => setFailure(whyRefused(error, t)),
  })
  return (
    <FormModal title={t('documents.templates.new_pdf')} form={form} failure={failure} onClose={onClose}>
      <FileField
        {...form.field('file')}
        label={t('documents.file')}
        hint={t('documents.templates.new_pdf_hint')}
        required
        accept=".pdf,application/pdf"
        emptyText={t('documents.drop')}
      />
    </FormModal>
  )
}
