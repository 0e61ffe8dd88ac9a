import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { q } from '#web/api.ts'
import type { FieldProps } from '#web/form/Field.tsx'
import { SelectField } from '#web/form/SelectField.tsx'

/** Records offered at once; typing filters them on the server. */
const offered = 50
const debounceMs = 200

export type RecordFieldProps = FieldProps<string> & {
  /** The chosen record's title, while it is not among the offered ones. */
  chosenTitle?: string
}

/** Lists that answer slug and title of all records that are not archived. */
type MinimalRoute = 'GET /api/v4/organizations/minimal-list/' | 'GET /api/v4/projects/minimal-list/'

/** A choice of one record with server-side search; the value is its slug. */
export function RecordField({
  route,
  chosenTitle,
  onChange,
  ...props
}: RecordFieldProps & { route: MinimalRoute }) {
  const [typed, setTyped] = useState<string>()
  const [search, setSearch] = useState<string>()
  const [picked, setPicked] = useState<{ slug: string; title: string }>()
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => setSearch(typed.trim()), typed === '' ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching } = useQuery({
    ...q(route, {
      query: { search: search ?? '', limit: offered, exclude_status: 'archived' },
    }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  })
  const found = data ?? []
  const label = picked?.slug === props.value ? picked.title : chosenTitle
  return (
    <SelectField
      {...props}
      options={found.map(({ slug, title }) => ({ value: slug, label: title }))}
      {...(label === undefined ? {} : { valueLabel: label })}
      loading={isFetching}
      onSearch={setTyped}
      onChange={(slug) => {
        setPicked(found.find((row) => row.slug === slug))
        onChange(slug)
      }}
    />
  )
}
