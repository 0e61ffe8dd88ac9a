import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { api, q } from '#web/api.ts'
import { useAllowed } from '#web/profile.tsx'
import { queryClient } from '#web/query-client.ts'
import { ShortList } from '#web/record/ShortList.tsx'
import { refreshed } from '#web/stale.ts'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconArrowDown, IconArrowUp } from '#web/ui/icons.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { SettingsFrame, settingsPermissions } from '#features/settings/web/SettingsFrame.tsx'
import type { AdditionalField } from '../contract.ts'
import { FieldModal } from './FieldModal.tsx'
import './additional-fields.css'

const fields = q('GET /api/v4/additional-steps-fields/')

/** Additional fields by form step, with their order. */
export function AdditionalFieldsPage() {
  const t = useText()
  const locale = useLocale()
  const query = useQuery(fields)
  const all = query.data?.results ?? []
  const rows = all.map((field) => ({ ...field, slug: field.key, title: visible(field.labels[locale]) }))
  const { moving, move } = useOrder(all)
  return (
    <SettingsFrame title={t('additional_fields.title')}>
      <ShortList
        title={t('additional_fields.title')}
        query={{ ...query, data: query.data && { results: rows } }}
        emptyText={t('additional_fields.none_yet')}
        createText={t('additional_fields.create')}
        permissions={settingsPermissions}
        columns={[
          { title: t('additional_fields.label'), cell: (row) => row.title },
          { title: t('additional_fields.step'), cell: (row) => stepName(row, t) },
          { title: t('additional_fields.type'), cell: (row) => t(`additional_fields.types.${row.type}`) },
          { title: t('columns.status'), cell: (row) => <FieldState field={row} /> },
          {
            title: t('additional_fields.answers'),
            cell: (row) => formatInteger(row.answers, locale),
            end: true,
          },
          {
            title: t('additional_fields.order'),
            cell: (row) => <Move field={row} all={all} moving={moving} onMove={move} />,
          },
        ]}
        editor={(row, close) => (
          <FieldModal field={row && all.find(({ key }) => key === row.key)} onClose={close} />
        )}
        onDelete={async ({ key }) => {
          await api('DELETE /api/v4/additional-steps-fields/:key/', { params: { key } })
          await refreshed()
        }}
      />
    </SettingsFrame>
  )
}

const stepName = ({ step }: AdditionalField, t: Translate) =>
  t(step === 'needs' ? 'projects.needs' : `projects.sections.${step}`)

function FieldState({ field }: { field: AdditionalField }) {
  const t = useText()
  if (!field.active) return <StatusLabel tone="default" text={t('additional_fields.off')} />
  return (
    <StatusLabel
      tone="success"
      text={t(field.required ? 'additional_fields.required' : 'additional_fields.on')}
    />
  )
}

/** Moves a field before or after its neighbour in the same step. */
function useOrder(all: readonly AdditionalField[]) {
  const t = useText()
  const [moving, setMoving] = useState(false)
  const move = async (field: AdditionalField, by: -1 | 1) => {
    const keys = all.map(({ key }) => key)
    const at = keys.indexOf(field.key)
    ;[keys[at], keys[at + by]] = [keys[at + by]!, keys[at]!]
    setMoving(true)
    try {
      const ordered = await api('PUT /api/v4/additional-steps-fields/order/', { body: { keys } })
      queryClient.setQueryData(fields.queryKey, ordered)
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    } finally {
      setMoving(false)
    }
  }
  return { moving, move }
}

type MoveProps = {
  field: AdditionalField & { title: string }
  all: readonly AdditionalField[]
  moving: boolean
  onMove: (field: AdditionalField, by: -1 | 1) => Promise<void>
}

function Move({ field, all, moving, onMove }: MoveProps) {
  const t = useText()
  const allowed = useAllowed()(settingsPermissions.change)
  const beside = all.filter(({ step }) => step === field.step)
  const at = beside.findIndex(({ key }) => key === field.key)
  const needs = allowed ? {} : { title: t('actions.needs', { name: settingsPermissions.change }) }
  return (
    <span className="field-moves">
      <IconButton
        icon={IconArrowUp}
        label={t('list.move_up', { column: field.title })}
        disabled={!allowed || moving || at <= 0}
        {...needs}
        onClick={() => void onMove(field, -1)}
      />
      <IconButton
        icon={IconArrowDown}
        label={t('list.move_down', { column: field.title })}
        disabled={!allowed || moving || at === beside.length - 1}
        {...needs}
        onClick={() => void onMove(field, 1)}
      />
    </span>
  )
}
