import { visible } from '#shared/visible.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PageAddress } from '#shared/pages.ts'
import { useEffect, useId, useMemo, useState } from 'react'
import { type Answer, q } from '../api.ts'
import { type Command, currentCommands } from '../ui/commands.ts'
import { useNavigation } from './navigation.ts'
import { navigate } from '../router/navigate.ts'
import { useAllowed } from '../profile.tsx'
import { rankOf } from './palette-rank.ts'
import { type TextKey, useText } from '../texts.ts'
import { Modal } from '../ui/Modal.tsx'

type Target = { subtitle?: string } & (
  | { key: string; text: string; kind: string; href: PageAddress }
  | (Command & { kind: string })
)
type Ranked = Target & { rank: number }

/**
 * Search or jump: what this page can do, pages of the navigation, and records, which the server ranks. Nothing opens or
 * runs without Enter or a click.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { targets, isSearching } = useTargets(text)
  const active = Math.min(at, targets.length - 1)
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [listId, active])
  const open = (target: Target | undefined) => {
    if (!target) return
    onClose()
    if ('run' in target) target.run()
    else void navigate(target.href)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') open(targets[active])
    else if (step !== 0) setAt((active + step + targets.length) % Math.max(1, targets.length))
    else return
    event.preventDefault()
  }
  return (
    <Modal title={t('shell.palette')} size="md" dirty={false} onClose={onClose}>
      <input
        className="input"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={targets[active] ? `${listId}-${active}` : undefined}
        aria-label={t('shell.palette')}
        placeholder={t('shell.search')}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('shell.palette')} className="palette-list">
        {targets.map((target, index) => (
          <div
            key={target.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            data-active={index === active || undefined}
            className="combo-option"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open(target)}
          >
            <span>
              {target.text}
              {target.subtitle && <span className="palette-subtitle">{target.subtitle}</span>}
            </span>
            <span className="caption muted">{target.kind}</span>
          </div>
        ))}
      </div>
      {targets.length === 0 && (
        <p className="muted">{t(isSearching ? 'list.loading' : 'shell.palette_none')}</p>
      )}
      <div aria-live="polite" className="visually-hidden">
        {isSearching ? '' : t('shell.palette_results', { count: targets.length })}
      </div>
    </Modal>
  )
}

/** Milliseconds after the last key before records are searched (spec §9). */
const debounce = 500

type Kind = Answer<'GET /api/v4/search/'>['results'][number]['kind']

/** What each kind of record is called, and its address. */
const records: Record<Kind, { text: TextKey; href: (slug: string) => PageAddress }> = {
  project: {
    text: 'columns.project',
    href: (slug) => `/site-admin/project/${encodeURIComponent(slug)}/update/`,
  },
  organization: {
    text: 'columns.organization',
    href: (slug) => `/site-admin/organization/${encodeURIComponent(slug)}/update/`,
  },
  user: {
    text: 'shell.palette_user',
    href: (slug) => `/site-admin/user/${encodeURIComponent(slug)}/update/`,
  },
}

/** The records that the server finds for what was typed; while it looks, those found before that still match. */
function useRecords(typed: string): { found: Ranked[]; isSearching: boolean } {
  const t = useText()
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), debounce)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...q('GET /api/v4/search/', { query: { q: search } }),
    enabled: search !== '',
    retry: false,
    placeholderData: keepPreviousData,
  })
  const isCurrent = search === typed.trim() && !isPlaceholderData
  const found = useMemo(() => {
    if (typed.trim() === '' || !data) return []
    return data.results.flatMap(({ kind, slug, title, subtitle, rank }) => {
      const known = isCurrent ? rank : rankOf(`${title} ${subtitle}`, typed)
      if (known === undefined) return []
      const { text, href } = records[kind]
      return [
        {
          key: `${kind} ${slug}`,
          text: visible(title),
          subtitle: visible(subtitle),
          kind: t.of(text),
          href: href(slug),
          rank: known,
        },
      ]
    })
  }, [typed, data, isCurrent, t])
  return { found, isSearching: typed.trim() !== '' && (search !== typed.trim() || isFetching) }
}

function useTargets(typed: string): { targets: readonly Target[]; isSearching: boolean } {
  const t = useText()
  const allowed = useAllowed()
  const navigation = useNavigation()
  const [commands] = useState(currentCommands)
  const { found, isSearching } = useRecords(typed)
  const targets = useMemo(() => {
    const pages = navigation
      .flatMap((group) => group.items)
      .filter((item) => !item.permission || allowed(item.permission))
      .map((item) => ({ key: item.to, text: t.of(item.text), kind: t('shell.palette_pages'), href: item.to }))
    const profile: Target = {
      key: 'profile',
      text: t('nav.profile'),
      kind: t('shell.palette_pages'),
      href: '/site-admin/profile/',
    }
    const actions = commands.map((command) => ({
      ...command,
      key: `a ${command.key}`,
      kind: t('shell.palette_actions'),
    }))
    const own = [...actions, ...pages, profile].flatMap((target) => {
      const rank = typed.trim() === '' ? 0 : rankOf(target.text, typed)
      return rank === undefined ? [] : [{ ...target, rank }]
    })
    // The best match first, whatever it is; the sort keeps the order of equals.
    return [...own, ...found].sort((a, b) => a.rank - b.rank)
  }, [typed, commands, found, t, allowed, navigation])
  return { targets, isSearching }
}
