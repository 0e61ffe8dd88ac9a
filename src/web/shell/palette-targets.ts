import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import { type Answer, q } from '../api.ts'
import { densities, showDensity } from '../density.ts'
import { changeProfile, useAllowed, useProfile } from '../profile.tsx'
import { useLocation } from '../router/page.ts'
import { appearances } from '../theme.ts'
import { type TextKey, type Translate, useText } from '../texts.ts'
import { currentCommands } from '../ui/commands.ts'
import {
  type Icon,
  IconBuilding,
  IconChecklist,
  IconFolders,
  IconLogout,
  IconMail,
  IconMoon,
  IconPin,
  IconPinnedOff,
  IconUser,
} from '../ui/icons.ts'
import { IconArrowUpRight, IconBaselineDensitySmall, IconCash } from '../ui/lazy-icons.ts'
import { placeOf, useDeferredNavigation, useOfferedEntries } from './navigation.ts'
import { rankOf } from './palette-rank.ts'
import { usePins } from './pins.ts'
import { recentRecords } from './recent.ts'
import { signOut } from './sign-out.ts'

type SearchResult = Answer<'GET /api/v4/search/'>
export type RecordKind = SearchResult['results'][number]['kind']
export type PaletteKind = RecordKind | 'action'

/** An item of the palette. */
export type Target = {
  key: string
  kind: PaletteKind
  icon: Icon
  text: string
  /** Why it is listed, and how it differs from namesakes. */
  about: string[]
  label?: SearchResult['results'][number]['label']
  /** Its kind, shown on the right. */
  kindText: string
  shortcut?: string | undefined
  rank: number
  /** Actions of the current page form their own group. */
  isOfPage?: boolean
} & ({ href: PageAddress } | { run: () => void })

type KindShape = { one: TextKey; many: TextKey; icon: Icon; href: (slug: string) => PageAddress }

/** Name and address of each kind of record. */
export const recordKinds: Record<RecordKind, KindShape> = {
  project: {
    one: 'columns.project',
    many: 'nav.projects',
    icon: IconFolders,
    href: (slug) => `/site-admin/project/${encodeURIComponent(slug)}/update/`,
  },
  organization: {
    one: 'columns.organization',
    many: 'nav.organizations',
    icon: IconBuilding,
    href: (slug) => `/site-admin/organization/${encodeURIComponent(slug)}/update/`,
  },
  user: {
    one: 'shell.palette_person',
    many: 'shell.palette_people',
    icon: IconUser,
    href: (slug) => `/site-admin/user/${encodeURIComponent(slug)}/update/`,
  },
  task: {
    one: 'shell.palette_task',
    many: 'shell.palette_tasks',
    icon: IconChecklist,
    href: (slug) => `/site-admin/tasks/all/?task=${encodeURIComponent(slug)}`,
  },
  email: {
    one: 'shell.palette_email',
    many: 'nav.emails',
    icon: IconMail,
    href: (slug) => `/site-admin/emails/?mail=${encodeURIComponent(slug)}`,
  },
  payout: {
    one: 'shell.palette_payout',
    many: 'nav.payouts',
    icon: IconCash,
    href: (slug) => `/site-admin/payouts/?search=${encodeURIComponent(slug)}`,
  },
}

type Row = SearchResult['results'][number] | Answer<'GET /api/v4/search/recent/'>['results'][number]

function targetOf(row: Row, t: Translate, rank: number): Target {
  const { one, icon, href } = recordKinds[row.kind]
  return {
    key: `${row.kind} ${row.slug}`,
    kind: row.kind,
    icon,
    text: visible(row.title),
    about: [row.subtitle, ...row.details].filter(Boolean).map(visible),
    label: row.label,
    kindText: t.of(one),
    rank,
    href: href(row.slug),
  }
}

/** Debounce before the server is asked, in milliseconds. */
const debounce = 150

type FoundRecords = {
  found: Target[]
  counts: SearchResult['counts']
  corrected: string[]
  isSearching: boolean
  failed: boolean
}

/** Records found by the server; while it searches, earlier ones that still match. */
export function useRecords(typed: string, kind: PaletteKind | undefined): FoundRecords {
  const t = useText()
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), debounce)
    return () => clearTimeout(timer)
  }, [typed])
  const asked = { enabled: search !== '', retry: false, placeholderData: keepPreviousData } as const
  const all = useQuery({ ...q('GET /api/v4/search/', { query: { q: search } }), ...asked })
  const ofKind = kind === 'action' ? undefined : kind
  const one = useQuery({
    ...q('GET /api/v4/search/', { query: { q: search, ...(ofKind && { kind: ofKind }) } }),
    ...asked,
  })
  const { data, isPlaceholderData, isFetching, isError } = ofKind ? one : all
  const isCurrent = search === typed.trim() && !isPlaceholderData
  const found = useMemo(() => {
    if (typed.trim() === '' || !data) return []
    return data.results.flatMap((row) => {
      const known = isCurrent ? row.rank : rankOf(`${row.title} ${row.subtitle}`, typed)
      return known === undefined ? [] : [targetOf(row, t, known)]
    })
  }, [typed, data, isCurrent, t])
  return {
    found,
    counts: typed.trim() === '' ? [] : (all.data?.counts ?? []),
    corrected: isCurrent ? (data?.corrected ?? []) : [],
    isSearching: typed.trim() !== '' && (search !== typed.trim() || isFetching),
    failed: isError && isCurrent,
  }
}

/** The person's recent records under their current names. */
export function useRecentTargets(): Target[] {
  const t = useText()
  const person = useProfile()?.id
  const [of] = useState(() => (person === undefined ? [] : recentRecords(person)).join(','))
  const { data } = useQuery({
    ...q('GET /api/v4/search/recent/', { query: { of } as never }),
    enabled: of !== '',
    retry: false,
  })
  return useMemo(() => (data?.results ?? []).map((row) => targetOf(row, t, 0)), [data, t])
}

/** Available actions: of this page first, then those that work anywhere, pages, and personal settings. */
export function useActions(typed: string): Target[] {
  const t = useText()
  const allowed = useAllowed()
  const entries = useOfferedEntries()
  const pins = usePins()
  const { pathname } = useLocation()
  const { starts, icons } = useDeferredNavigation()
  const [commands] = useState(currentCommands)
  return useMemo(() => {
    const action = (key: string, text: string, icon: Icon) => {
      const kind: PaletteKind = 'action'
      return { key, kind, icon, text, about: [], kindText: t('shell.palette_actions'), rank: 0 }
    }
    const ofPage = commands.map((command): Target => {
      const text = command.withText?.text(typed.trim()) ?? command.text
      return {
        ...action(`p ${command.key}`, text, IconArrowUpRight),
        shortcut: command.shortcut,
        isOfPage: true,
        run: command.withText ? () => command.withText!.run(typed.trim()) : command.run,
      }
    })
    const here = placeOf(entries, pathname)?.page
    if (here?.to === pathname && pins.canBePinned(here)) {
      const text = t(pins.isPinned(here) ? 'nav.unpin' : 'nav.pin', { page: t.of(here.text) })
      ofPage.push({
        ...action('pin', text, pins.isPinned(here) ? IconPinnedOff : IconPin),
        isOfPage: true,
        run: () => pins.toggle(here),
      })
    }
    const isHere = (text: string) => ofPage.some((target) => target.text.startsWith(text))
    const begun = starts
      .filter(
        ({ permission, text, partOf }) =>
          (!permission || allowed(permission)) && (partOf || !isHere(t.of(text))),
      )
      .filter(({ partOf }) => !partOf || typed.trim() !== '')
      .map(({ to, text, icon, partOf }): Target => ({
        ...action(`s ${to} ${text}`, t.of(text), icon),
        about: partOf ? [t.of(partOf)] : [],
        href: to,
      }))
    const page = (to: PageAddress, text: string, icon: Icon): Target => ({
      ...action(to, text, icon),
      kindText: t('shell.palette_pages'),
      href: to,
    })
    const pages = entries.flatMap((entry) => {
      const [first, ...others] = entry.pages
      if (others.length === 0) return [page(first.to, t.of(first.text), entry.icon)]
      const about = [t.of(entry.text)]
      return [
        ...(typed.trim() === '' || entry.text === first.text
          ? []
          : [{ ...page(first.to, t.of(entry.text), entry.icon), key: `n ${entry.text}` }]),
        ...entry.pages.map(({ to, text }) => ({ ...page(to, t.of(text), icons[to] ?? entry.icon), about })),
      ]
    })
    const own = [
      page('/site-admin/profile/', t('nav.profile'), IconArrowUpRight),
      ...appearances.map((appearance): Target => ({
        ...action(
          `a ${appearance}`,
          `${t('shell.appearance')}: ${t(`shell.appearances.${appearance}`)}`,
          IconMoon,
        ),
        run: () => void changeProfile({ appearance }),
      })),
      ...densities.map((density): Target => ({
        ...action(
          `d ${density}`,
          `${t('shell.density')}: ${t(`shell.densities.${density}`)}`,
          IconBaselineDensitySmall,
        ),
        run: () => showDensity(density),
      })),
      { ...action('out', t('session.sign_out'), IconLogout), run: () => void signOut(t) } satisfies Target,
    ]
    const takesText = new Set(commands.filter(({ withText }) => withText).map(({ key }) => `p ${key}`))
    return [...ofPage, ...begun, ...pages, ...own].flatMap((target) => {
      if (takesText.has(target.key)) return typed.trim() === '' ? [] : [{ ...target, rank: 4 }]
      const rank = typed.trim() === '' ? 0 : rankOf(target.text, typed)
      return rank === undefined ? [] : [{ ...target, rank }]
    })
  }, [typed, commands, starts, icons, entries, pins, pathname, allowed, t])
}
