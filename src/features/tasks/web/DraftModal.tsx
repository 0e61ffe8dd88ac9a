import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { type Locale, locales } from '#shared/messages.ts'
import { visible } from '#shared/text-direction.ts'
import { isEmail } from '#shared/email.ts'
import { api, q } from '#web/api.ts'
import { FormModal } from '#web/form/FormModal.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { refreshed } from '#web/stale.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconSend } from '#web/ui/lazy-icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { DraftedMail, Task } from '../contract.ts'

type DraftModalProps = { task: Task; onClose: () => void }

export function DraftModal({ task, onClose }: DraftModalProps) {
  const t = useText()
  const draft = useQuery({
    ...q('GET /api/v4/reminders/:slug/draft/', { params: { slug: task.slug }, query: {} }),
    retry: false,
  })
  if (draft.data) return <DraftForm task={task} draft={draft.data} onClose={onClose} />
  return (
    <Modal
      title={t('tasks.draft.title')}
      size="md"
      dirty={false}
      onClose={onClose}
      footer={(close) => <Button onClick={close}>{t('actions.close')}</Button>}
    >
      {draft.error ? <ListFailed error={draft.error} onRetry={() => void draft.refetch()} /> : <Spinner />}
    </Modal>
  )
}

function DraftForm({ task, draft, onClose }: DraftModalProps & { draft: DraftedMail }) {
  const t = useText()
  const keyOf = useIdempotencyKey()
  const [failure, setFailure] = useState<string>()
  // The last generated draft; text that differs from it is the person's own.
  const [drafted, setDrafted] = useState({ subject: draft.subject, text: draft.text })
  const form = useForm({
    initial: { email: draft.email, language: draft.language as string, ...drafted },
    validate: ({ email, subject, text }) => ({
      email: isEmail(email) ? '' : t('validation.email'),
      subject: subject.trim() === '' ? t('validation.required') : '',
      text: text.trim() === '' ? t('validation.required') : '',
    }),
    onSubmit: async (values) => {
      setFailure(undefined)
      const body = { ...values, email: values.email.trim(), language: values.language as Locale }
      await api('POST /api/v4/reminders/:slug/draft/send/', {
        params: { slug: task.slug },
        body,
        idempotencyKey: keyOf(body),
      })
      notify({ tone: 'success', title: t('documents.sent'), message: body.email })
      await refreshed()
      onClose()
    },
    onFailure: (error) => setFailure(explain(error, t)),
  })
  const { values } = form
  const isOwn = values.subject !== drafted.subject || values.text !== drafted.text
  const chooseLanguage = async (language: string) => {
    form.set('language', language)
    if (isOwn) return
    try {
      const { subject, text } = await api('GET /api/v4/reminders/:slug/draft/', {
        params: { slug: task.slug },
        query: { language: language as Locale },
      })
      setDrafted({ subject, text })
      form.setMany({ subject, text })
    } catch (error) {
      notify({ tone: 'danger', title: t('tasks.draft.failed'), message: explain(error, t) })
    }
  }
  return (
    <FormModal
      title={t('tasks.draft.title')}
      subtitle={t('tasks.of_organization', { title: visible(task.target.title) })}
      form={form}
      failure={failure}
      size="md"
      submit={{ text: t('documents.send_now'), icon: IconSend }}
      dirty={isOwn || values.email !== draft.email}
      onClose={onClose}
    >
      {draft.sent && (
        <Callout tone="warning">
          {t('tasks.draft.sent_before', {
            date: showInstant(draft.sent.at),
            email: visible(draft.sent.email),
          })}
        </Callout>
      )}
      <TextField
        {...form.field('email')}
        label={t('documents.send_to')}
        type="email"
        required
        {...(draft.email === '' && { hint: t('tasks.draft.no_address') })}
      />
      <SelectField
        {...form.field('language')}
        label={t('documents.send_language')}
        options={locales.map((value) => ({ value, label: t(`shell.languages.${value}`) }))}
        onChange={(language) => void chooseLanguage(language)}
      />
      <TextField {...form.field('subject')} label={t('tasks.draft.subject')} required maxLength={200} />
      <TextArea {...form.field('text')} label={t('tasks.draft.text')} required rows={10} />
    </FormModal>
  )
}
