import { useNavigation } from './navigation.ts'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'

/** The keys of the product and what they do. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const t = useText()
  const rows: readonly [keys: readonly string[], text: string][] = [
    [[t('shortcuts.keys.control', { key: 'K' })], t('shortcuts.palette')],
    [['?'], t('shortcuts.help')],
    [['/'], t('shortcuts.search')],
    [['j', 'k'], t('shortcuts.rows')],
    [['x'], t('shortcuts.select')],
    [[t('shortcuts.keys.shift_click'), t('shortcuts.keys.shift_space')], t('shortcuts.range')],
    [['p', 'n'], t('shortcuts.pages')],
    ...useNavigation()
      .flatMap((group) => group.items)
      .filter((item) => item.key)
      .map((item): [string[], string] => [[`g ${item.key}`], t('shortcuts.go', { page: t.of(item.text) })]),
    [[t('shortcuts.keys.control', { key: 'S' })], t('shortcuts.save')],
    [[t('shortcuts.keys.control', { key: 'Enter' })], t('shortcuts.submit')],
    [['Esc'], t('shortcuts.close')],
  ]
  return (
    <Modal
      title={t('shell.help')}
      size="sm"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      <dl className="keys">
        {rows.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
