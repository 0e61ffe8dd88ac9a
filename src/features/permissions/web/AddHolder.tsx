import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PermissionType } from '#shared/permissions.ts'
import { q } from '#web/api.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { useText } from '#web/texts.ts'

type AddHolderProps = {
  /** Ids of accounts that already hold the permission. */
  known: readonly number[]
  typeName: PermissionType
  isRight: boolean
  onAdd: (person: { id: number; username: string; full_name_w_username: string }) => void
}

/** Finds a person by name or address and grants the permission. */
export function AddHolder({ known, typeName, isRight, onAdd }: AddHolderProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery({
    ...q('GET /api/v4/users/', { query: { search, page_size: 10, user_type: 'staff' } }),
    placeholderData: keepPreviousData,
  })
  const people = (data?.results ?? []).filter((user) => !known.includes(user.id))
  return (
    <div className="add-holder">
      <SelectField
        name="add_person"
        label={t('permissions.add_person')}
        hint={isRight ? undefined : t('permissions.add_hint', { type: t(`permissions.type.${typeName}`) })}
        value=""
        options={people.map((user) => ({
          value: String(user.id),
          label: `${user.full_name} (${user.username})`,
        }))}
        onSearch={setSearch}
        loading={isFetching}
        onChange={(id) => {
          const user = people.find((each) => String(each.id) === id)
          if (!user) return
          const full_name_w_username = `${user.full_name} (${user.username})`
          onAdd({ id: user.id, username: user.username, full_name_w_username })
        }}
      />
    </div>
  )
}
