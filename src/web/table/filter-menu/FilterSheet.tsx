import { useState } from 'react'
import { filterWords } from '#shared/lists/filter-words.ts'
import { foldForSearch } from '#shared/normalize.ts'
import { formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '../../texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { applied } from '#shared/lists/list-state.ts'
import { FilterField, type NamedFilter } from './FilterField.tsx'
import { type FilterMenuProps, useFilterGroupsOf } from './FilterMenu.tsx'
import { useMatching } from './useMatching.ts'
import './filter-menu.css'

/** All filters below 992 px: frequent ones are open, the others one tap deeper; one Apply with the count. */
export function FilterSheet(props: FilterMenuProps & { first?: string }) {
  const { menu, options, queryWith, onApply, onClose, first } = props
  const t = useText()
  const locale = useLocale()
  const groups = useFilterGroupsOf(props)
  const [draft, setDraft] = useState(props.filters)
  const [find, setFind] = useState('')
  const [unclear, setUnclear] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<readonly string[]>(first ? [first] : [])
  const asked = queryWith(applied(draft))
  const count = useMatching(menu, asked)
  const all = groups.flatMap((group) => group.filters)
  const often = menu.often.flatMap((name) => all.find((filter) => filter.name === name) ?? [])
  const words = foldForSearch(find)
  const shown = [...often, ...all.filter((filter) => !often.includes(filter))].filter((filter) =>
    foldForSearch(t.of(filter.heading)).includes(words),
  )
  const inWords = filterWords(menu.list, draft, { locale, textOf: t.of })
  const fieldOf = (filter: NamedFilter) => (
    <FilterField
      menu={menu}
      filter={filter}
      options={options?.[filter.name]}
      filters={draft}
      asked={asked}
      onChange={setDraft}
      onUnclear={(wrong) =>
        setUnclear((now) => [...now.filter((name) => name !== filter.name), ...(wrong ? [filter.name] : [])])
      }
    />
  )
  return (
    <Modal
      drawer
      title={t('list.filters')}
      dirty={false}
      onClose={onClose}
      footer={
        <div className="filter-drawer-foot">
          <Button
            onClick={() => {
              setDraft({})
              setUnclear([])
              setOpened([])
            }}
          >
            {t('actions.reset')}
          </Button>
          <Button
            variant="primary"
            aria-disabled={unclear.length > 0 || undefined}
            onClick={() => {
              if (unclear.length > 0) return
              onClose()
              onApply(applied(draft))
            }}
          >
            {t('actions.apply')}
            {count !== undefined && ` · ${formatInteger(count, locale)}`}
          </Button>
        </div>
      }
    >
      <div className="filter-sheet">
        <input
          type="search"
          className="input"
          aria-label={t('filters.by')}
          placeholder={t('filters.by')}
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
        {shown.length === 0 && (
          <p className="filter-none" role="status">
            {t('filters.no_field')}
          </p>
        )}
        {shown.map((filter) => {
          const { name } = filter
          if (often.includes(filter))
            return (
              <section key={name} className="filter-open">
                {fieldOf(filter)}
              </section>
            )
          const isOpen = opened.includes(name)
          const values = inWords.find((one) => one.name === name)
          return (
            <details
              key={name}
              className="filter-deeper"
              open={isOpen}
              onToggle={(event) => {
                const now = event.currentTarget.open
                setOpened((before) =>
                  now ? [...new Set([...before, name])] : before.filter((one) => one !== name),
                )
              }}
            >
              <summary>
                <span>{t.of(filter.heading)}</span>
                <span className="filter-any">
                  {values
                    ? `${values.negated ? `${t('filters.is_not')} ` : ''}${values.values.join(', ')}`
                    : t('filters.any')}
                </span>
              </summary>
              {isOpen && fieldOf(filter)}
            </details>
          )
        })}
      </div>
    </Modal>
  )
}
