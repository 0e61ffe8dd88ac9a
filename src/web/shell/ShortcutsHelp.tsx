import { useNavigation } from './navigation.ts'
import { controlKey } from '../shortcuts.ts'
import { useText } from '../texts.ts'
import { KeysModal, type KeyRows } from '../ui/KeysModal.tsx'

/** The keys of the product and what they do. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const t = useText()
  const rows: KeyRows = [
    [[controlKey(t, 'K')], t('shortcuts.palette')],
    [['?'], t('shortcuts.help')],
    [['/'], t('shortcuts.search')],
    [['f'], t('shortcuts.filter')],
    [['j', 'k'], t('shortcuts.rows')],
    [[t('shortcuts.keys.space')], t('shortcuts.peek')],
    [['F6'], t('shortcuts.peek_between')],
    [['r', 't', 'i'], t('shortcuts.peek_acts')],
    [['x'], t('shortcuts.select')],
    [['d'], t('tasks.keys.done')],
    [['s'], t('tasks.keys.snooze')],
    [[t('shortcuts.keys.shift_click'), t('shortcuts.keys.shift_space')], t('shortcuts.range')],
    [['p', 'n'], t('shortcuts.pages')],
    ...useNavigation()
      .flatMap((group) => group.items)
      .filter((item) => item.key)
      .map((item): [string[], string] => [[`g ${item.key}`], t('shortcuts.go', { page: t.of(item.text) })]),
    [[controlKey(t, 'S')], t('shortcuts.save')],
    [[controlKey(t, 'Enter')], t('shortcuts.submit')],
    [['Esc'], t('shortcuts.close')],
  ]
  return <KeysModal title={t('shell.help')} rows={rows} onClose={onClose} />
}
