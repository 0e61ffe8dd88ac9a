import { api } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { useForm } from '#web/form/useForm.ts'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import { type RoleKey, rolePresets } from '#features/users/presets.ts'

type OpeningModalProps = {
  view: { slug: string; title: string; opens_for: readonly RoleKey[] }
  /** All views, to show which one each role opens with now. */
  views: readonly { slug: string; title: string; opens_for: readonly RoleKey[] }[]
  onClose: () => void
}

/** Chooses the roles whose project list opens with a view. */
export function OpeningModal({ view, views, onClose }: OpeningModalProps) {
  const t = useText()
  const form = useForm<{ roles: readonly RoleKey[] }>({
    initial: { roles: view.opens_for },
    validate: () => ({}),
    onSubmit: async ({ roles }) => {
      await api('PATCH /api/v4/projects/views/:slug/opening/', {
        params: { slug: view.slug },
        body: { roles: [...roles] },
      })
      await refreshed()
      notify({ tone: 'success', title: t('view_openings.kept') })
      onClose()
    },
  })
  const { value, onChange, error } = form.field('roles')
  const otherOf = (role: RoleKey) =>
    views.find(({ slug, opens_for }) => slug !== view.slug && opens_for.includes(role))
  return (
    <FormModal
      title={t('view_openings.title', { title: view.title })}
      form={form}
      failure={error}
      onClose={onClose}
    >
      <fieldset className="opening-roles">
        <legend>{t('view_openings.label')}</legend>
        {rolePresets.map(({ key, title }) => {
          const other = otherOf(key)
          return (
            <CheckboxField
              key={key}
              name={key}
              label={t(title)}
              subtitle={other && t('view_openings.now', { title: other.title })}
              value={value.includes(key)}
              onChange={(on) => onChange(on ? [...value, key] : value.filter((role) => role !== key))}
            />
          )
        })}
      </fieldset>
      <p className="muted">{t('view_openings.hint')}</p>
    </FormModal>
  )
}
