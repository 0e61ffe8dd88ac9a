import { type ReactNode, useEffect, useId, useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { navigate } from '../router/navigate.ts'
import { controlKey } from '../shortcuts.ts'
import { useLocale, useText } from '../texts.ts'
import { EnterIcon } from '../ui/EnterIcon.tsx'
import { IconSearch } from '../ui/icons.ts'
import { Modal } from '../ui/Modal.tsx'
import { StatusLabel } from '../ui/StatusLabel.tsx'
import { groupTargets, type PaletteGroup, type ShowAll } from './palette-groups.ts'
import { markedParts, wordsToMark } from './palette-marks.ts'
import {
  type PaletteKind,
  recordKinds,
  type Target,
  useActions,
  useRecentTargets,
  useRecords,
} from './palette-targets.ts'
import { clearTypeAhead, typeAheadText } from './TypeAheadBuffer.tsx'
import './palette.css'

/**
 * Search or jump: records ranked by the server, pages, and actions, the best match first whatever its kind. Nothing
 * opens or runs without Enter or a click.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const listId = useId()
  const [text, setText] = useState(typeAheadText)
  // Takes over keys typed before the focus arrived. The field is uncontrolled: a controlled one would be reset to the
  // last render although another key is already in it.
  const applyTypeAhead = (event: { currentTarget: HTMLInputElement }) => {
    if (typeAheadText() === '') return
    event.currentTarget.value = typeAheadText()
    setText(typeAheadText())
    clearTypeAhead()
  }
  const [at, setAt] = useState(0)
  const [kind, setKind] = useState<PaletteKind>()
  const { found, counts, corrected, isSearching, failed } = useRecords(text, kind)
  const recent = useRecentTargets()
  const actions = useActions(text)
  const typed = text.trim() !== ''
  const groups = groupTargets({ typed, kind, found, recent, actions, counts })
  const entries = groups.flatMap(({ entries: each }) => each)
  const active = Math.max(0, Math.min(at, entries.length - 1))
  const kinds = kindsOf(typed, counts, actions.filter(({ rank }) => rank < 4).length)
  const marks = typed ? wordsToMark(text, corrected) : []
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [listId, active])
  const choose = (chosen: PaletteKind | undefined) => {
    setKind(chosen)
    setAt(0)
  }
  const open = (entry: Target | ShowAll | undefined, newTab: boolean) => {
    if (!entry) return
    if ('show' in entry) return choose(entry.show)
    if ('href' in entry && newTab) return void window.open(entry.href, '_blank', 'noopener')
    onClose()
    if ('run' in entry) entry.run()
    else void navigate(entry.href)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') open(entries[active], event.ctrlKey || event.metaKey)
    else if (step !== undefined) setAt((active + step + entries.length) % Math.max(1, entries.length))
    else if (event.key === 'Tab' && kinds.length > 0) {
      const all = [undefined, ...kinds.map((each) => each.kind)]
      choose(all[(all.indexOf(kind) + (event.shiftKey ? -1 : 1) + all.length) % all.length])
    } else return
    event.preventDefault()
  }
  const place = (entry: Target | ShowAll) => entries.indexOf(entry)
  return (
    <Modal
      title={t('shell.palette')}
      size="md"
      dirty={false}
      onClose={onClose}
      head={
        <div className="modal-head-own palette-head">
          <IconSearch size={18} stroke={1.8} aria-hidden />
          <input
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={entries[active] ? `${listId}-${active}` : undefined}
            aria-label={t('shell.palette')}
            placeholder={t('shell.search')}
            autoComplete="off"
            maxLength={200}
            defaultValue={text}
            onFocus={applyTypeAhead}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
          <button
            type="button"
            className="kbd palette-close"
            aria-label={`${t('actions.close')} (${escapeKey})`}
            onClick={onClose}
          >
            {escapeKey}
          </button>
        </div>
      }
      footer={
        <div className="palette-foot">
          <span className="palette-keys" aria-hidden>
            <Hint text={t('shell.palette_move')}>
              <kbd className="kbd">↑</kbd>
              <kbd className="kbd">↓</kbd>
            </Hint>
            <Hint text={t('shell.palette_open')}>
              <kbd className="kbd">
                <EnterIcon />
              </kbd>
            </Hint>
            <Hint text={t('shell.palette_new_tab')}>
              <kbd className="kbd">
                {controlKey(t)} <EnterIcon />
              </kbd>
            </Hint>
            <Hint text={t('shell.palette_kind')}>
              <kbd className="kbd">{tabKey}</kbd>
            </Hint>
          </span>
          {corrected.length > 0 && (
            <span>{t('shell.palette_corrected', { words: corrected.join(', ') })}</span>
          )}
        </div>
      }
    >
      <div className="palette-body">
        {kinds.length > 0 && (
          <div className="palette-kinds" role="group" aria-label={t('shell.palette_kinds')}>
            <Chip
              pressed={kind === undefined}
              onClick={() => choose(undefined)}
              text={t('shell.palette_all')}
            />
            {kinds.map(({ kind: each, count, more }) => (
              <Chip
                key={each}
                pressed={kind === each}
                onClick={() => choose(each)}
                text={t.of(each === 'action' ? 'shell.palette_actions_many' : recordKinds[each].many)}
                count={`${formatInteger(count, locale)}${more ? '+' : ''}`}
              />
            ))}
          </div>
        )}
        <div id={listId} role="listbox" aria-label={t('shell.palette')} className="palette-list">
          {groups.map((group) => (
            <Group key={group.key} group={group}>
              {group.entries.map((entry) => (
                <Entry
                  key={entry.key}
                  id={`${listId}-${place(entry)}`}
                  entry={entry}
                  marks={marks}
                  active={place(entry) === active}
                  onOpen={(newTab) => open(entry, newTab)}
                />
              ))}
            </Group>
          ))}
        </div>
        {entries.length === 0 && !failed && (
          <p className="palette-none">{t(isSearching ? 'list.loading' : 'shell.palette_none')}</p>
        )}
        {failed && <p className="palette-none danger-text">{t('states.no_answer')}</p>}
        <div aria-live="polite" className="visually-hidden">
          {isSearching || !typed ? '' : t('shell.palette_results', { count: entries.length })}
        </div>
      </div>
    </Modal>
  )
}

/** Key caps are the same in every language. */
const escapeKey = 'Esc'
const tabKey = 'Tab'

type KindCount = { kind: PaletteKind; count: number; more: boolean }

/** The kinds with a match, in their order, actions last. */
function kindsOf(typed: boolean, counts: readonly KindCount[], actions: number): KindCount[] {
  if (!typed) return []
  return [...counts, ...(actions > 0 ? [{ kind: 'action' as const, count: actions, more: false }] : [])]
}

function Chip(props: { pressed: boolean; text: string; count?: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="palette-kind"
      aria-pressed={props.pressed}
      onClick={props.onClick}
      tabIndex={-1}
    >
      {props.text} {props.count && <span className="figures">{props.count}</span>}
    </button>
  )
}

function Hint({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span>
      {children} {text}
    </span>
  )
}

function Group({ group, children }: { group: PaletteGroup; children: ReactNode }) {
  const t = useText()
  const id = useId()
  return (
    <div role="group" aria-labelledby={group.title ? id : undefined}>
      {group.title && (
        <p id={id} className="palette-title" role="presentation">
          {t.of(group.title)}
        </p>
      )}
      {children}
    </div>
  )
}

type EntryProps = {
  id: string
  entry: Target | ShowAll
  marks: readonly string[]
  active: boolean
  onOpen: (newTab: boolean) => void
}

function Entry({ id, entry, marks, active, onOpen }: EntryProps) {
  const t = useText()
  const locale = useLocale()
  const { icon: Icon } = entry
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      data-active={active || undefined}
      className="palette-entry"
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      {'show' in entry ? (
        <span className="palette-text">
          {t('shell.palette_show_all', {
            count: `${formatInteger(entry.count, locale)}${entry.more ? '+' : ''}`,
            kind: t.of(recordKinds[entry.show].many),
          })}
        </span>
      ) : (
        <>
          <span className="palette-text">
            <Marked text={entry.text} marks={marks} />
            {entry.about.length > 0 && (
              <span className="palette-about">
                <Marked text={entry.about.join(' · ')} marks={marks} />
              </span>
            )}
          </span>
          {entry.label && <StatusLabel tone={entry.label.tone} text={entry.label.text} />}
          <span className="palette-kind-text">{entry.kindText}</span>
          {entry.shortcut && (
            <kbd className="kbd" aria-hidden>
              {entry.shortcut}
            </kbd>
          )}
          {active && (
            <kbd className="kbd palette-enter" aria-hidden>
              <EnterIcon />
            </kbd>
          )}
        </>
      )}
    </div>
  )
}

function Marked({ text, marks }: { text: string; marks: readonly string[] }) {
  return markedParts(text, marks).map(({ text: part, hit }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text, in their order
    hit ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  )
}
