import { useText } from '../../texts.ts'
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts'
import { Modal } from '../../ui/Modal.tsx'
import './sort-sheet.css'

type SortSheetProps = {
  orderings: readonly { key: string; text: string }[]
  ordering: string
  onOrdering: (ordering: string) => void
  onClose: () => void
}

/** Sort order of a list on a phone: ascending, descending, none, as the headers offer elsewhere. */
export function SortSheet({ orderings, ordering, onOrdering, onClose }: SortSheetProps) {
  const t = useText()
  return (
    <Modal drawer title={t('list_phone.sort')} onClose={onClose}>
      <ul className="sort-sheet">
        {orderings.map(({ key, text }) => {
          const direction = ordering === key ? 'ascending' : ordering === `-${key}` ? 'descending' : undefined
          const next = { ascending: `-${key}`, descending: '', none: key }[direction ?? 'none']
          return (
            <li key={key}>
              <button
                type="button"
                aria-pressed={direction !== undefined}
                aria-description={direction && t(`list_phone.${direction}`)}
                onClick={() => onOrdering(next)}
              >
                {text}
                {direction === 'ascending' && <IconArrowUp size={16} stroke={1.8} aria-hidden />}
                {direction === 'descending' && <IconArrowDown size={16} stroke={1.8} aria-hidden />}
              </button>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
