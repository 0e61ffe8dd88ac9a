import { goKeysOf, useOfferedEntries } from './navigation.ts'
import { usePagePath } from '../router/page.ts'
import { haveHandlers, controlKey } from '../shortcuts.ts'
import { useText } from '../texts.ts'
import { KeysModal, type KeyRows } from '../ui/KeysModal.tsx'

/** The purpose of the current page, its keys, and the product's keys. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const t = useText()
  const path = usePagePath()
  const peekKey = t('shortcuts.keys.space')
  const hasRows = haveHandlers(['j', 'k', 'x'])
  const ofPage: [isThere: boolean, keys: string[], text: string][] = [
    [haveHandlers(['/']), ['/'], t('shortcuts.search')],
    [haveHandlers(['f']), ['f'], t('shortcuts.filter')],
    [haveHandlers(['j', 'k']), ['j', 'k'], t('shortcuts.rows')],
    [hasRows, [peekKey], t('shortcuts.peek')],
    [hasRows, ['F6'], t('shortcuts.peek_between')],
    [haveHandlers(['r', 't', 'i']), ['r', 't', 'i'], t('shortcuts.peek_acts')],
    [hasRows, ['x'], t('shortcuts.select')],
    [haveHandlers(['d', 's']), ['d'], t('tasks.keys.done')],
    [haveHandlers(['d', 's']), ['s'], t('tasks.keys.snooze')],
    [hasRows, [t('shortcuts.keys.shift_click'), t('shortcuts.keys.shift_space')], t('shortcuts.range')],
    [haveHandlers(['p', 'n']), ['p', 'n'], t('shortcuts.pages')],
    [haveHandlers(['m', 's', 'h', 'i']), ['m', 's', 'h', 'i'], t('shortcuts.statement_acts')],
    [haveHandlers(['u']), ['u'], t('shortcuts.statement_undo')],
    [haveHandlers(['PageUp', 'PageDown']), ['PageUp', 'PageDown'], t('shortcuts.pages')],
    [haveHandlers(['+', '-', '0', 'w']), ['+', '-', '0', 'w'], t('shortcuts.zoom')],
  ]
  const rows: KeyRows = [
    [[controlKey(t, 'K')], t('shortcuts.palette')],
    [['?'], t('shortcuts.help')],
    ...goKeysOf(useOfferedEntries()).map(({ key, text }): [string[], string] => [
      [`g ${key}`],
      t('shortcuts.go', { page: t.of(text) }),
    ]),
    [[controlKey(t, 'S')], t('shortcuts.save')],
    [[controlKey(t, 'Enter')], t('shortcuts.submit')],
    [['Esc'], t('shortcuts.close')],
  ]
  return (
    <KeysModal
      title={t('shell.help')}
      purpose={path && t.of(`purposes.${path}`)}
      ofPage={ofPage.flatMap(([isThere, keys, text]) => (isThere ? [[keys, text] as const] : []))}
      rows={rows}
      onClose={onClose}
    />
  )
}
