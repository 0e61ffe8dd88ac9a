import { useState } from 'react'
import { useText } from '../../texts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { IconArrowsSort, IconChecks, IconDots } from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazyDialog.tsx'
import { Menu } from '../../ui/Menu.tsx'
import type { PhoneMenuProps } from '../state/types.ts'

const SortSheet = lazyDialog(() => import('./SortSheet.tsx'), 'SortSheet')

/** All further controls of a list behind one button (a phone has one line for controls). */
export function PhoneMenu({ headings, ordering, onOrdering, selecting, onSelecting, items }: PhoneMenuProps) {
  const t = useText()
  const [sorting, setSorting] = useState(false)
  return (
    <>
      <Menu
        label={t('list_phone.more')}
        items={[
          { key: 'sort', text: t('list_phone.sort'), icon: IconArrowsSort, onSelect: () => setSorting(true) },
          {
            key: 'select',
            text: selecting ? t('list_phone.select_end') : t('list_phone.select'),
            icon: IconChecks,
            onSelect: () => onSelecting(!selecting),
          },
          ...items,
        ]}
      >
        {(trigger) => <IconButton icon={IconDots} label={t('list_phone.more')} {...trigger} />}
      </Menu>
      {sorting && (
        <SortSheet
          orderings={headings.flatMap(({ ordering: key, title }) =>
            key === undefined ? [] : [{ key, text: t.of(title) }],
          )}
          ordering={ordering}
          onOrdering={onOrdering}
          onClose={() => setSorting(false)}
        />
      )}
    </>
  )
}
