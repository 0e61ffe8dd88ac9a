import type { ReactNode } from 'react'
import type { Permission } from '#shared/permissions.ts'
import { visible } from '#shared/text-direction.ts'
import { dash } from '#shared/labels.ts'
import { FormSection } from '../form/FormSection.tsx'
import { useText } from '../texts.ts'
import { IconPencil } from '../ui/icons.ts'
import { PermissionButton } from '../ui/PermissionButton.tsx'

/** Facts of a record under one heading, the target of links to a part of the page. */
export type FactGroup = {
  anchor: string
  title: string
  facts: readonly (readonly [name: string, value: ReactNode])[]
  /** Content above its facts. */
  above?: ReactNode
}

type FactsProps = { groups: readonly FactGroup[] }

/** A read-only record: the content of its form as text. */
export function Facts({ groups }: FactsProps) {
  return groups.map(({ anchor, title, facts, above }) => (
    <FormSection key={anchor} anchor={anchor} title={title}>
      {above}
      <dl className="record-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? visible(value) || dash : value}</dd>
          </div>
        ))}
      </dl>
    </FormSection>
  ))
}

type EditSwitchProps = {
  editing: boolean
  /** Unsaved changes must be saved or discarded first. */
  dirty: boolean
  permission: Permission
  onChange: (editing: boolean) => void
}

/** Switches between reading and editing a record's facts. */
export function EditSwitch({ editing, dirty, permission, onChange }: EditSwitchProps) {
  const t = useText()
  if (dirty) return null
  return (
    <div className="edit-switch">
      <PermissionButton
        permission={permission}
        size="sm"
        {...(!editing && { icon: IconPencil })}
        onClick={() => onChange(!editing)}
      >
        {t(editing ? 'record.stop_editing' : 'actions.edit')}
      </PermissionButton>
    </div>
  )
}
