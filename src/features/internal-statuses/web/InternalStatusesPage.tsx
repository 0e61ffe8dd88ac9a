import { useQuery } from '@tanstack/react-query'
import { api, qAll } from '#web/api.ts'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useCan } from '#web/profile.tsx'
import { ShortList } from '#web/record/ShortList.tsx'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { NotAllowed } from '#web/ui/states.tsx'
import { SettingsFrame, settingsPermissions } from '#features/settings/web/SettingsFrame.tsx'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'
import type { InternalStatus } from '../contract.ts'

type Of = 'projects' | 'organizations'

export function InternalStatusesPage() {
  const t = useText()
  return (
    <SettingsFrame title={t('settings.internal_statuses')}>
      <Statuses of="projects" />
      <Statuses of="organizations" />
    </SettingsFrame>
  )
}

function Statuses({ of }: { of: Of }) {
  const t = useText()
  const permission = `view_${of}` as const
  const maySee = useCan(permission)
  const query = useQuery({
    ...qAll(`GET /api/v4/${of}/internal-status/`),
    enabled: maySee,
  })
  const title = t(`internal_statuses.of_${of}`)
  return (
    <ShortList
      title={title}
      query={query}
      emptyText={t('internal_statuses.none_yet')}
      createText={t('internal_statuses.create')}
      createLabel={t('internal_statuses.create_for', { subject: title })}
      permissions={settingsPermissions}
      columns={[{ title: t('settings.title'), cell: (row) => row.title }]}
      editor={(status, close) => <StatusModal of={of} status={status} onClose={close} />}
      onDelete={async ({ slug }) => {
        await api(`DELETE /api/v4/${of}/internal-status/:slug/`, { params: { slug } })
        await refreshed()
      }}
      instead={!maySee && <NotAllowed permission={permission} />}
    />
  )
}

type StatusModalProps = { of: Of; status: InternalStatus | undefined; onClose: () => void }

function StatusModal({ of, status, onClose }: StatusModalProps) {
  const t = useText()
  const subject = t(`internal_statuses.of_${of}`)
  const { form, failure } = useSettingForm<{ title: string }>({
    initial: { title: status?.title ?? '' },
    ...(status ? { version: status.version } : {}),
    validate: ({ title }) => ({ title: title.trim() ? '' : t('validation.required') }),
    save: ({ title }, version) =>
      status
        ? api(`PATCH /api/v4/${of}/internal-status/:slug/`, {
            params: { slug: status.slug },
            body: { title, ...(version === undefined ? {} : { version }) },
          })
        : api(`POST /api/v4/${of}/internal-status/`, { body: { title } }),
    onSaved: () => {
      onClose()
    },
  })
  return (
    <FormModal
      title={
        status
          ? t('internal_statuses.edit', { title: status.title })
          : t('internal_statuses.create_for', { subject })
      }
      form={form}
      failure={failure}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label={t('settings.title')} required />
    </FormModal>
  )
}
