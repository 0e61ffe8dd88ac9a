import {
  areas,
  can,
  type Permission,
  type PermissionType,
  permissionTypes,
  singleRights,
} from '#shared/permissions.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { useProfile } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import './matrix.css'

type PermissionMatrixProps = {
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  /** Rights held at present: anybody may revoke them, but only holders may grant new ones. */
  held?: readonly string[]
  disabled?: boolean
}

const types = Object.entries(permissionTypes) as [PermissionType, string][]

/** Four types per area, and single rights; a person can only add rights they hold. */
export function PermissionMatrix({ value, onChange, held = [], disabled }: PermissionMatrixProps) {
  const t = useText()
  const profile = useProfile()
  const mayGrant = (permission: Permission) =>
    held.includes(permission) || (profile !== undefined && can(profile, permission))
  const set = (permission: Permission, on: boolean) =>
    onChange([...value.filter((other) => other !== permission), ...(on ? [permission] : [])].toSorted())
  return (
    <div className="stack">
      <div className="table-card" role="group" aria-label={t('users.permissions')} tabIndex={0}>
        <table className="simple-table matrix">
          <caption className="visually-hidden">{t('users.permissions')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('users.area')}</th>
              {types.map(([type]) => (
                <th key={type} scope="col">
                  {t(`permissions.type.${type}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {areas.map((area) => (
              <tr key={area}>
                <th scope="row">{t(`permissions.${area}`)}</th>
                {types.map(([type, prefix]) => {
                  const permission = `${prefix}${area}` as Permission
                  return (
                    <td key={type}>
                      <input
                        type="checkbox"
                        className="checkbox"
                        name={permission}
                        aria-label={t('permissions.of', {
                          area: t(`permissions.${area}`),
                          type: t(`permissions.type.${type}`),
                        })}
                        checked={value.includes(permission)}
                        disabled={disabled || !mayGrant(permission)}
                        onChange={(event) => set(permission, event.target.checked)}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <fieldset className="stack-s">
        <legend className="small strong">{t('users.single_rights')}</legend>
        <div className="fields">
          {singleRights.map((right) => (
            <CheckboxField
              key={right}
              name={right}
              label={t(`permissions.${right}`)}
              value={value.includes(right)}
              disabled={disabled === true || !mayGrant(right)}
              onChange={(on) => set(right, on)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}
