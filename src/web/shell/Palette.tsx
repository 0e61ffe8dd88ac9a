import { visible } from '#shared/visible.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useState } from 'react'
import { q } from '../api.ts'
import { type Command, currentCommands } from '../ui/commands.ts'
import { useNavigation } from './navigation.ts'
import { useAllowed } from '../profile.tsx'
import { useText } from '../texts.ts'
import { Modal } from '../ui/Modal.tsx'

type Target = { key: string; text: string; kind: string; href: string } | (Command & { kind: string })

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** Targets shown at once; the search narrows them. */
const shownLimit = 30

/**
 * Search or jump: what this page can do, pages of the navigation, records of both minimal lists. Nothing opens or runs
 * without Enter or a click.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const router = useRouter()
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const targets = useTargets(text)
  const active = Math.min(at, targets.length - 1)
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [listId, active])
  const open = (target: Target | undefined) => {
    if (!target) return
    onClose()
    if ('run' in target) target.run()
    else void router.navigate({ href: target.href })
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
            <span>{target.text}</span>
            <span className="caption muted">{target.kind}</span>
          </div>
        ))}
      </div>
      {targets.length === 0 && <p className="muted">{t('shell.palette_none')}</p>}
      <div aria-live="polite" className="visually-hidden">
        {t('shell.palette_results', { count: targets.length })}
      </div>
    </Modal>
  )
}

/** Milliseconds after the last key before records are searched (spec §9). */
const debounce = 500

function useTargets(typed: string): readonly Target[] {
  const t = useText()
  const allowed = useAllowed()
  const navigation = useNavigation()
  const [search, setSearch] = useState('')
  const [commands] = useState(currentCommands)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), debounce)
    return () => clearTimeout(timer)
  }, [typed])
  const records = { enabled: search.length > 1, retry: false } as const
  const projects = useQuery({
    ...q('GET /api/v4/projects/minimal-list/', { query: { search } }),
    enabled: records.enabled && allowed('view_projects'),
  })
  const organizations = useQuery({
    ...q('GET /api/v4/organizations/minimal-list/', { query: { search } }),
    enabled: records.enabled && allowed('view_organizations'),
  })
  return useMemo(() => {
    const needle = folded(typed.trim())
    const pages = navigation
      .flatMap((group) => group.items)
      .filter((item) => !item.permission || allowed(item.permission))
      .map((item) => ({ key: item.to, text: t.of(item.text), kind: t('shell.palette_pages'), href: item.to }))
    const profile = {
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
    const found: Target[] = [
      ...actions,
      ...pages,
      profile,
      ...(projects.data ?? []).map((row) => ({
        key: `p ${row.slug}`,
        text: visible(row.title),
        kind: t('columns.project'),
        href: `/site-admin/project/${encodeURIComponent(row.slug)}/update/`,
      })),
      ...(organizations.data ?? []).map((row) => ({
        key: `o ${row.slug}`,
        text: visible(row.title),
        kind: t('columns.organization'),
        href: `/site-admin/organization/${encodeURIComponent(row.slug)}/update/`,
      })),
    ]
    return found.filter((target) => folded(target.text).includes(needle)).slice(0, shownLimit)
  }, [typed, commands, projects.data, organizations.data, t, allowed, navigation])
}
