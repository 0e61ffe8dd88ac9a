import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { hasAnyRight } from '#shared/permissions.ts'
import { hasOpenLayer } from '../layers.ts'
import { useProfile } from '../profile.tsx'
import { lastProposal } from '../awaiting-approval.ts'
import { useRequestedPath } from '../router/page.ts'
import { useStore } from '../store.ts'
import { useText } from '../texts.ts'
import { useBreakpoint, useIsNarrow } from '../theme.ts'
import { IconButton } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { IconMenu2 } from '../ui/icons.ts'
import { lazyPagePart, lazyDialog } from '../ui/lazyDialog.tsx'
import { Brand, Sidebar } from './Sidebar.tsx'
import { singleKeys, useShortcut } from '../shortcuts.ts'
import { GoKeys } from './GoKeys.tsx'
import { EntryPages } from './EntryPages.tsx'
import {
  type Navigation,
  NavigationContext,
  DeferredNavigationContext,
  type LoadDeferredNavigation,
  type Waiting,
  WaitingContext,
} from './navigation.ts'
import { useFoldedNavigation } from './rail.ts'
import { useTrackRecentRecords } from './recent.ts'
import { InsideShell } from './StandaloneMessage.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { TopBar } from './TopBar.tsx'
import { TypeAheadBuffer } from './TypeAheadBuffer.tsx'

const Palette = lazyDialog(() => import('./Palette.tsx'), 'Palette', TypeAheadBuffer)
const ShortcutsHelp = lazyDialog(() => import('./ShortcutsHelp.tsx'), 'ShortcutsHelp')
const ProposalToasts = lazyPagePart(() => import('./ProposalToasts.tsx'), 'ProposalToasts')
const Drawer = lazyDialog(() => import('./Drawer.tsx'), 'Drawer')

type ShellProps = {
  navigation: Navigation
  waiting?: Waiting
  later: LoadDeferredNavigation
  /** At the right of the top bar, before its menus. */
  status?: ReactNode
  children: ReactNode
}
const nothing: Waiting = {}

/** The frame of the back-office: navigation, top bar, and the page in its panel. */
export function Shell({ navigation, waiting = nothing, later, status, children }: ShellProps) {
  const t = useText()
  const profile = useProfile()
  const narrow = useIsNarrow()
  const breakpoint = useBreakpoint()
  const [open, setOpen] = useState<'palette' | 'help' | 'menu'>()
  const { folded, fold } = useFoldedNavigation()
  const rail = !narrow && (breakpoint === 'desktop' || folded)
  const path = useRequestedPath()
  const proposal = useStore(lastProposal)
  const [lastPath, setLastPath] = useState(path)
  if (path !== lastPath) {
    setLastPath(path)
    if (open === 'menu') setOpen(undefined)
  }
  const close = () => setOpen(undefined)
  useEffect(() => singleKeys.set(profile?.shortcuts !== false), [profile?.shortcuts])
  useShortcut('?', () => setOpen('help'))
  usePaletteKey(() => setOpen('palette'))
  useTrackRecentRecords(profile?.id, path)
  return (
    <NavigationContext value={navigation}>
      <WaitingContext value={waiting}>
        <DeferredNavigationContext value={later}>
          <div className="shell" data-rail={rail || undefined}>
            <a className="skip" href="#content">
              {t('nav.skip')}
            </a>
            <header className="top">
              {narrow ? (
                <IconButton
                  icon={IconMenu2}
                  label={t('nav.menu')}
                  aria-haspopup="dialog"
                  aria-expanded={open === 'menu'}
                  onClick={() => setOpen('menu')}
                />
              ) : (
                <Brand />
              )}
              <TopBar status={status} onSearch={() => setOpen('palette')} onHelp={() => setOpen('help')} />
            </header>
            {!narrow && (
              <Sidebar rail={rail} onFold={breakpoint === 'wide' ? () => fold(!folded) : undefined} />
            )}
            <main id="content" tabIndex={-1} className="content" data-scroller="content">
              <OfflineBar />
              {profile && !hasAnyRight(profile) && (
                <div className="content-note">
                  <Callout tone="info">{t('states.no_rights')}</Callout>
                </div>
              )}
              <EntryPages />
              <InsideShell value>{children}</InsideShell>
            </main>
            <GoKeys />
            {proposal && <ProposalToasts />}
            {open === 'palette' && <Palette onClose={close} />}
            {open === 'help' && <ShortcutsHelp onClose={close} />}
            {open === 'menu' && narrow && <Drawer onClose={close} />}
          </div>
        </DeferredNavigationContext>
      </WaitingContext>
    </NavigationContext>
  )
}

/** Ctrl/⌘ K opens the palette from anywhere except a dialog; it is no single key, so it always works. */
function usePaletteKey(open: () => void): void {
  const openNow = useEffectEvent(open)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k' || hasOpenLayer()) return
      event.preventDefault()
      openNow()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
