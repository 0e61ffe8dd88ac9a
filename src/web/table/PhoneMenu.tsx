import { useState } from 'react'
import { useText } from '../texts.ts'
import { IconButton } from '../ui/Button.tsx'
import { IconArrowsSort, IconChecks, IconDots } from '../ui/icons.ts'
import { lazyDialog } from '../ui/lazyDialog.tsx'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import type { ListHandle } from './types.ts'

const SortSheet = lazyDialog(() => import('./SortSheet.tsx'), 'SortSheet')

/** What the list itself gives to its menu on a phone. */
export type ListPhoneMenuProps = {
  list: ListHandle
  archived: boolean
} & Omit<PhoneMenuProps, 'items'>

type PhoneMenuProps = {
  /** What can be ordered by, with its heading. */
  orderings: readonly { key: string; text: string }[]
  ordering: string
  onOrdering: (ordering: string) => void
  selecting: boolean
  onSelecting: (on: boolean) => void
  /** What else the list offers: export, create, its other view. */
  items: readonly MenuItem[]
}

/** All that a list offers beside search and filter, behind one button (a phone has one line for controls). */
export function PhoneMenu({
  orderings,
  ordering,
  onOrdering,
  selecting,
  onSelecting,
  items,
}: PhoneMenuProps) {
  const t = useText()
  const [sorting, setSorting] = useState(false)
  return (
    <>
      <Menu
        label={t('list.more')}
        items={[
          { key: 'sort', text: t('list.sort'), icon: IconArrowsSort, onSelect: () => setSorting(true) },
          {
            key: 'select',
            text: selecting ? t('list.select_end') : t('list.select'),
            icon: IconChecks,
            onSelect: () => onSelecting(!selecting),
          },
          ...items,
        ]}
      >
        {(trigger) => <IconButton icon={IconDots} label={t('list.more')} {...trigger} />}
      </Menu>
      {sorting && (
        <SortSheet
          orderings={orderings}
          ordering={ordering}
          onOrdering={onOrdering}
          onClose={() => setSorting(false)}
        />
      )}
    </>
  )
}
