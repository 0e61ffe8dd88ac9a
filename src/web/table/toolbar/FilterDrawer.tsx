import { useState } from 'react'
import { useText } from '../../texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Checkboxes } from './HeaderFilter.tsx'
import type { Filters } from '#shared/lists/list-state.ts'
import type { FilterOption } from '../state/types.ts'

export type FilterGroup = { name: string; column: string; options: readonly FilterOption[] }

type FilterDrawerProps = {
  groups: readonly FilterGroup[]
  filters: Filters
  onApply: (filters: Filters) => void
  onClose: () => void
}

/** All filters of a list in one sheet with one Apply, below 992 px. */
export function FilterDrawer({ groups, filters, onApply, onClose }: FilterDrawerProps) {
  const t = useText()
  const [chosen, setChosen] = useState<Filters>(filters)
  return (
    <Modal
      drawer
      title={t('list.filters')}
      onClose={onClose}
      footer={
        <div className="filter-drawer-foot">
          <Button onClick={() => setChosen({})}>{t('actions.reset')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              onApply(chosen)
            }}
          >
            {t('actions.apply')}
          </Button>
        </div>
      }
    >
      {groups.map((group) => (
        <fieldset key={group.name} className="filter-group">
          <legend>{group.column}</legend>
          <Checkboxes
            options={group.options}
            chosen={chosen[group.name] ?? []}
            onChange={(values) => setChosen((now) => ({ ...now, [group.name]: values }))}
          />
        </fieldset>
      ))}
    </Modal>
  )
}
