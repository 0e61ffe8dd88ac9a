import { useState } from 'react'
import { api } from '../../api.ts'
import { queryClient } from '../../query-client.ts'
import { useText } from '../../texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckboxField } from '../../form/CheckboxField.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { notify } from '../../ui/toasts.ts'
import { settingsOf } from '../state/settings.ts'

type TableSettingsProps = {
  table: string
  columns: readonly { key: string; title: string }[]
  hidden: readonly string[]
  onClose: () => void
}

/** Modal 'Table Settings': one checkbox per column, Close, Save; stored per person on the server (spec §7). */
export function TableSettings({ table, columns, hidden, onClose }: TableSettingsProps) {
  const t = useText()
  const [chosen, setChosen] = useState(hidden)
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      const saved = await api('PATCH /api/v4/table-settings/:tableName/', {
        params: { tableName: table },
        body: { [table]: chosen.join('/') },
      })
      queryClient.setQueryData(settingsOf(table).queryKey, saved)
      onClose()
    } catch {
      // The catalogue has one message for every cause (spec §8).
      notify({ tone: 'danger', title: t('states.error'), message: t('list.settings_failed') })
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal
      title={t('list.settings')}
      size="sm"
      // A toggled box is easily toggled back.
      dirty={false}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button variant="primary" loading={saving} onClick={() => void save()}>
            {t('actions.save')}
          </Button>
        </>
      )}
    >
      <fieldset className="stack-s">
        <legend className="visually-hidden">{t('list.settings_hint')}</legend>
        {columns.map((column) => (
          <CheckboxField
            key={column.key}
            name={column.key}
            label={column.title}
            value={!chosen.includes(column.key)}
            onChange={(shown) =>
              setChosen(shown ? chosen.filter((key) => key !== column.key) : [...chosen, column.key])
            }
          />
        ))}
      </fieldset>
    </Modal>
  )
}
