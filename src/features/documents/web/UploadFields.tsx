import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '#web/api.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { useAllowed } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { IconReplace } from '#web/ui/lazy-icons.ts'
import {
  documentTypes,
  existsOnce,
  type DocumentType,
  personalPieceOf,
  type TargetType,
  typeOfKind,
  type UploadKind,
} from '../rules.ts'

export type Target = { type: TargetType; id: number; title: string }

/** Choices for staff: the types, each followed by its special kinds. */
const kinds = ['art60a', 'donor_letter'] as const
const choices = documentTypes.flatMap((type) => [type, ...kinds.filter((kind) => typeOfKind[kind] === type)])
export type TypeChoice = (typeof choices)[number]
const isKind = (choice: TypeChoice): choice is (typeof kinds)[number] =>
  (kinds as readonly TypeChoice[]).includes(choice)

/** A choice as the server takes it. */
export const typeOf = (choice: TypeChoice): { type: DocumentType; kind: UploadKind } =>
  isKind(choice) ? { type: typeOfKind[choice], kind: choice } : { type: choice, kind: '' }

type TypeFieldProps = {
  value: TypeChoice | ''
  error: string | undefined
  onChange: (choice: TypeChoice) => void
}

export function TypeField({ value, error, onChange }: TypeFieldProps) {
  const t = useText()
  const options = choices.map((choice) => ({
    value: choice,
    label: isKind(choice) ? t(`documents.kinds.${choice}`) : t(`documents.types.${choice}`),
  }))
  const isOfDonor = value !== '' && personalPieceOf(typeOf(value)) === 'donor'
  return (
    <SelectField
      name="type"
      label={t('documents.type')}
      required
      value={value}
      error={error}
      options={options}
      {...(isOfDonor && { hint: t('documents.donor_name_not_kept') })}
      onChange={(chosen) => onChange(chosen as TypeChoice)}
    />
  )
}

type TargetFieldProps = {
  value: Target | undefined
  error: string | undefined
  onChange: (target: Target) => void
}

/** Projects and organizations by name, as far as the person may see them. */
export function TargetField({ value, error, onChange }: TargetFieldProps) {
  const t = useText()
  const allowed = useAllowed()
  const [typed, setTyped] = useState<string>()
  const search = useDebounced(typed ?? '', 150)
  const query = { search, page_size: 10, exclude_status: 'archived' }
  const organizations = useQuery({
    ...q('GET /api/v4/organizations/', { query }),
    enabled: typed !== undefined && allowed('view_organizations'),
  })
  const projects = useQuery({
    ...q('GET /api/v4/projects/', { query }),
    enabled: typed !== undefined && allowed('view_projects'),
  })
  const targets: Target[] = [
    ...(organizations.data?.results ?? []).map(({ id, title }) => ({
      type: 'organization' as const,
      id,
      title,
    })),
    ...(projects.data?.results ?? []).map(({ id, title }) => ({ type: 'project' as const, id, title })),
  ]
  const keyOf = ({ type, id }: Target) => `${type} ${id}`
  return (
    <SelectField
      name="target"
      label={t('documents.target')}
      required
      value={value ? keyOf(value) : ''}
      {...(value && { valueLabel: value.title })}
      error={error}
      options={targets.map((one) => ({
        value: keyOf(one),
        label: t(`documents.of.${one.type}`, { title: one.title }),
      }))}
      onSearch={setTyped}
      loading={organizations.isFetching || projects.isFetching}
      onChange={(key) => {
        const chosen = targets.find((one) => keyOf(one) === key)
        if (chosen) onChange(chosen)
      }}
    />
  )
}

/** Names the document that an upload would supersede, before it is kept. */
export function Supersedes({ type, target }: { type: DocumentType; target: Target }) {
  const t = useText()
  const allowed = useAllowed()
  const { data } = useQuery({
    ...q('GET /api/v4/documents/', {
      query: {
        type,
        target_type: target.type,
        target_id: target.id,
        state: 'expired,valid,original,current',
        page_size: 10,
      },
    }),
    enabled: existsOnce(type) && allowed('view_documents'),
  })
  const before = existsOnce(type) ? data?.results[0] : undefined
  if (!before) return null
  return (
    <p className="upload-supersedes small muted">
      <IconReplace size={16} stroke={1.8} aria-hidden />
      <span>{t('documents.supersedes', { file: before.title })}</span>
    </p>
  )
}
