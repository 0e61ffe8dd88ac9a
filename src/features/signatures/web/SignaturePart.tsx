import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { api, ApiError, q } from '#web/api.ts'
import { FileField } from '#web/form/FileField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { refreshed } from '#web/stale.ts'
import { type Translate, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { longestSignatory, maxSignatureBytes } from '../rules.ts'
import './signature.css'

const known = 'GET /api/v4/organization/:slug/signature/'

/** The signature for an organization's documents, for people who may change the organization. */
export function SignaturePart({ slug }: { slug: string }) {
  const t = useText()
  const [dialog, setDialog] = useState<'upload' | 'remove'>()
  const [shown, setShown] = useState<number>()
  const { data, error } = useQuery(q(known, { params: { slug } }))
  if (error) return <p className="small muted">{explain(error, t)}</p>
  if (!data) return null
  const { signature } = data
  const close = () => setDialog(undefined)
  return (
    <section className="signature card" aria-label={t('documents.signature.title')}>
      <div>
        <h2>{t('documents.signature.title')}</h2>
        <p className="small muted">
          {signature
            ? t('documents.signature.since', {
                name: signature.signatory,
                date: showInstant(signature.created_at),
              })
            : t('documents.signature.none')}
        </p>
      </div>
      {signature && shown === signature.id && (
        <img
          src={`/api/v4/organization/${encodeURIComponent(slug)}/signature/file/?${signature.id}`}
          alt={t('documents.signature.of', { name: signature.signatory })}
          width={signature.width}
          height={signature.height}
        />
      )}
      <div className="signature-actions">
        {signature && shown !== signature.id && (
          <Button size="sm" onClick={() => setShown(signature.id)}>
            {t('documents.signature.show')}
          </Button>
        )}
        <Button size="sm" onClick={() => setDialog('upload')}>
          {t(signature ? 'documents.signature.replace' : 'documents.signature.upload')}
        </Button>
        {signature && (
          <Button size="sm" onClick={() => setDialog('remove')}>
            {t('documents.signature.remove')}
          </Button>
        )}
      </div>
      {dialog === 'upload' && <UploadSignature slug={slug} onClose={close} />}
      {dialog === 'remove' && signature && (
        <ConfirmDelete
          title={t('documents.signature.of', { name: signature.signatory })}
          onDelete={async () => {
            await api('DELETE /api/v4/organization/:slug/signature/', { params: { slug } })
            await refreshed()
            notify({ tone: 'success', title: t('documents.signature.removed'), message: signature.signatory })
          }}
          onClose={close}
        >
          {t('documents.signature.remove_text')}
        </ConfirmDelete>
      )}
    </section>
  )
}

function UploadSignature({ slug, onClose }: { slug: string; onClose: () => void }) {
  const t = useText()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { signatory: '', file: undefined as File | undefined },
    validate: ({ signatory, file }) => ({
      signatory: signatory.trim() === '' ? t('validation.required') : '',
      file: file
        ? file.size > maxSignatureBytes
          ? t('documents.signature.too_large')
          : ''
        : t('validation.required'),
    }),
    onSubmit: async ({ signatory, file }) => {
      setFailure(undefined)
      await api('POST /api/v4/organization/:slug/signature/', { params: { slug }, form: { signatory, file } })
      await refreshed()
      notify({ tone: 'success', title: t('documents.signature.kept'), message: signatory })
      onClose()
    },
    onFailure: (error) => setFailure(whyRefused(error, t)),
  })
  return (
    <FormModal title={t('documents.signature.upload')} form={form} failure={failure} onClose={onClose}>
      <TextField
        {...form.field('signatory')}
        label={t('documents.signature.signatory')}
        hint={t('documents.signature.signatory_hint')}
        maxLength={longestSignatory}
        required
      />
      <FileField
        {...form.field('file')}
        label={t('documents.signature.file')}
        hint={t('documents.signature.file_hint')}
        required
        accept="image/png,image/jpeg,image/webp"
        emptyText={t('documents.signature.drop')}
      />
    </FormModal>
  )
}

function whyRefused(error: unknown, t: Translate): string {
  if (error instanceof ApiError && error.status === 415)
    return [error.body.detail, error.body.reason].filter(Boolean).join(': ')
  return explain(error, t)
}
