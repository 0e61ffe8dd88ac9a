import { useState } from 'react'
import type { ListRecord } from '#shared/lists/list-record.ts'
import { isEqual } from '../../form/useForm.ts'
import { useText } from '../../texts.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { layoutFromColumns, applyLayout, type Layout, presetOf } from '../state/layout.ts'
import { saveColumns } from '../state/save-columns.ts'
import type { Column } from '../state/types.ts'

type SettingsProps = {
  list: ListRecord
  columns: readonly Column<never>[]
  hidden: readonly string[]
  layout: Layout
  onClose: () => void
}

const minWidth = 48
const maxWidth = 900

/** Modal 'Table Settings' of a list with presets: choice, order and width of columns; stored per person. */
export function ColumnSettings({ list, columns, hidden, layout, onClose }: SettingsProps) {
  const t = useText()
  const now = applyLayout(columns, hidden, layout).map(({ key }) => key)
  const [order, setOrder] = useState(() => [
    ...now,
    ...columns.map(({ key }) => key).filter((key) => !now.includes(key)),
  ])
  const [shown, setShown] = useState<readonly string[]>(now)
  const [widths, setWidths] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(layout.widths).map(([key, width]) => [key, String(width)])),
  )
  const [saving, setSaving] = useState(false)
  const inOrder = order.filter((key) => shown.includes(key))
  const typed = Object.entries(widths).filter(([, width]) => width !== '')
  const wrong = typed.filter(([, width]) => !(Number(width) >= minWidth && Number(width) <= maxWidth))
  const usual = columns.filter(({ optional }) => !optional).map(({ key }) => key)
  const choose = (keys: readonly string[]) => {
    setShown(keys)
    setOrder([...keys, ...columns.map(({ key }) => key).filter((key) => !keys.includes(key))])
  }
  const move = (key: string, step: number) => {
    const at = order.indexOf(key)
    const next = order.filter((other) => other !== key)
    next.splice(at + step, 0, key)
    setOrder(next)
  }
  const save = async () => {
    if (wrong.length > 0) return
    setSaving(true)
    const kept = Object.fromEntries(typed.map(([key, width]) => [key, Number(width)]))
    if (await saveColumns(list.table, layoutFromColumns(columns, inOrder, kept))) onClose()
    else setSaving(false)
  }
  // A toggled box is easily toggled back; an order and widths are real work.
  const inBoth = (keys: readonly string[]) => keys.filter((key) => inOrder.includes(key) && now.includes(key))
  const dirty =
    !isEqual(inBoth(inOrder), inBoth(now)) ||
    !isEqual(
      Object.fromEntries(typed),
      Object.fromEntries(Object.entries(layout.widths).map(([key, width]) => [key, String(width)])),
    )
  return (
    <Modal
      title={t('list.settings')}
      dirty={dirty}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button
            variant="quiet"
            onClick={() => {
              choose(usual)
              setWidths({})
            }}
          >
            {t('actions.reset')}
          </Button>
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button
            variant="primary"
            loading={saving}
            aria-disabled={wrong.length > 0 || undefined}
            onClick={() => void save()}
          >
            {t('actions.save')}
          </Button>
        </>
      )}
    >
      <Segmented
        label={t('list.preset')}
        value={presetOf(list, columns, inOrder) ?? ''}
        options={[
          { value: 'standard', text: t('list.preset_standard') },
          ...(list.presets ?? []).map(({ key, heading }) => ({ value: key, text: t.of(heading) })),
        ]}
        onChange={(key) => choose(list.presets?.find((preset) => preset.key === key)?.columns ?? usual)}
      />
      <ol className="column-settings" aria-label={t('list.settings_hint')}>
        {order.map((key, at) => {
          const column = t.of(columns.find((one) => one.key === key)!.title)
          const width = widths[key] ?? ''
          return (
            <li key={key}>
              <label>
                <input
                  type="checkbox"
                  className="checkbox"
                  name={key}
                  checked={shown.includes(key)}
                  onChange={(event) =>
                    setShown(event.target.checked ? [...shown, key] : shown.filter((other) => other !== key))
                  }
                />
                {column}
              </label>
              <input
                className="input figures"
                inputMode="numeric"
                aria-label={t('list.width_of', { column })}
                aria-invalid={wrong.some(([other]) => other === key) || undefined}
                title={t('list.width_range')}
                placeholder={t('list.width_auto')}
                maxLength={3}
                value={width}
                onChange={(event) => setWidths({ ...widths, [key]: event.target.value.replace(/\D/g, '') })}
              />
              <IconButton
                icon={IconArrowUp}
                label={t('list.move_up', { column })}
                disabled={at === 0}
                onClick={() => move(key, -1)}
              />
              <IconButton
                icon={IconArrowDown}
                label={t('list.move_down', { column })}
                disabled={at === order.length - 1}
                onClick={() => move(key, 1)}
              />
            </li>
          )
        })}
      </ol>
    </Modal>
  )
}
