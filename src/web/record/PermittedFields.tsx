import type { ComponentProps } from 'react'
import type { Permission } from '#shared/permissions.ts'
import { useCan } from '../profile.tsx'
import { useText } from '../texts.ts'
import { Callout } from '../ui/Callout.tsx'

type PermittedFieldsProps = Omit<ComponentProps<'fieldset'>, 'disabled'> & {
  permission: Permission
  /** Name of the group, e.g. the record's title. */
  label: string
}

/** Form fields that need a permission: without it they are read-only, and the missing permission is named. */
export function PermittedFields({ permission, label, ...rest }: PermittedFieldsProps) {
  const t = useText()
  const allowed = useCan(permission)
  return (
    <>
      {!allowed && (
        // Focusable, so that a form without any other focus stop can be scrolled by keyboard and explains why it has
        // none.
        <div className="form-note" role="note" tabIndex={0}>
          <Callout>{t('form.read_only', { name: permission })}</Callout>
        </div>
      )}
      <fieldset {...rest} disabled={!allowed} aria-label={label} />
    </>
  )
}
