import { api } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { navigate } from '#web/router/navigate.ts'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import type { ProjectView } from '../../views/contract.ts'

type ViewModalProps = {
  view?: Pick<ProjectView, 'slug' | 'title' | 'is_shared' | 'version'>
  query: string
  onClose: () => void
}

export function ViewModal({ view, query, onClose }: ViewModalProps) {
  const t = useText()
  const form = useForm<{ title: string; is_shared: boolean }>({
    initial: { title: view?.title ?? '', is_shared: view?.is_shared ?? false },
    validate: ({ title }) => (title.trim() ? {} : { title: t('view_dialogs.title_required') }),
    onSubmit: async (values) => {
      const saved = view
        ? await api('PATCH /api/v4/projects/views/:slug/', {
            params: { slug: view.slug },
            body: { ...values, version: view.version },
          })
        : await api('POST /api/v4/projects/views/', { body: { ...values, query } })
      await refreshed()
      onClose()
      if (!view) await navigate(`/site-admin/projects/?view=${saved.slug}&${query || 'page=1'}`)
    },
  })
  return (
    <FormModal
      title={view ? t('view_dialogs.edit') : t('view_dialogs.save_as')}
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label={t('view_dialogs.title')} maxLength={64} required />
      <CheckboxField {...form.field('is_shared')} label={t('view_dialogs.share')} />
    </FormModal>
  )
}
