import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { areas, permissionTypes, singleRights } from '#shared/permissions.ts'
import { q } from '#web/api.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { type Translate, useText } from '#web/texts.ts'

type RolePresetProps = { disabled: boolean; onChoose: (permissions: readonly string[]) => void }

/** Starts with the rights of a role or colleague; lists them and those that cannot be granted. */
export function RolePreset({ disabled, onChoose }: RolePresetProps) {
  const t = useText()
  const { data } = useQuery(q('GET /api/v4/users/presets/'))
  const [chosen, setChosen] = useState('')
  const choices = [
    ...(data?.presets ?? []).map(({ key, title, ...rights }) => ({ value: key, label: title, ...rights })),
    ...(data?.people ?? []).map(({ id, full_name_w_username, ...rights }) => ({
      value: String(id),
      label: t('users.presets.same_as_person', { name: full_name_w_username }),
      ...rights,
    })),
  ]
  const current = choices.find(({ value }) => value === chosen)
  return (
    <div className="stack-s">
      <SelectField
        name="preset"
        label={t('users.presets.role')}
        hint={t('users.presets.role_hint')}
        disabled={disabled}
        clearable
        value={chosen}
        options={choices.map(({ value, label }) => ({ value, label }))}
        onChange={(value) => {
          setChosen(value)
          onChoose(choices.find((choice) => choice.value === value)?.permissions ?? [])
        }}
      />
      <div aria-live="polite" className="small">
        {current && (
          <p>
            {current.permissions.length > 0
              ? t('users.presets.contains', { rights: inWords(current.permissions, t) })
              : t('users.presets.nothing')}
          </p>
        )}
        {current && current.withheld.length > 0 && (
          <p className="muted">{t('users.presets.withheld', { rights: inWords(current.withheld, t) })}</p>
        )}
      </div>
    </div>
  )
}

/** Rights in words, area by area: "Projects: view and change; Tasks: create". */
function inWords(permissions: readonly string[], t: Translate): string {
  const ofAreas = areas.flatMap((area) => {
    const types = (Object.entries(permissionTypes) as [keyof typeof permissionTypes, string][])
      .filter(([, prefix]) => permissions.includes(`${prefix}${area}`))
      .map(([type]) => t(`permissions.type.${type}`))
    return types.length > 0 ? [`${t(`permissions.${area}`)} (${types.join(', ')})`] : []
  })
  const single = permissions
    .flatMap((name) => singleRights.filter((right) => right === name))
    .map((right) => t(`permissions.${right}`))
  return [...ofAreas, ...single].join('; ')
}
