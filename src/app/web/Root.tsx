import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { shownPage } from '#web/router/navigate.ts'
import { CurrentPage } from '#web/shell/CurrentPage.tsx'
import { Shell } from '#web/shell/Shell.tsx'
import { useStore } from '#web/store.ts'
import { waitingForSignIn } from '#web/session-ended.ts'
import { openedRefusal } from '#web/table/state/refusals.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { FundingLayer } from '#features/funding/web/FundingLayer.tsx'
import { TasksLayer } from '#features/tasks/web/TasksLayer.tsx'
import { LazyWorkStatus } from '#features/work/web/LazyWorkStatus.tsx'
import { navigation } from './navigation.ts'
import { useWaiting, useWorkCount } from './waiting.ts'
import '#web/shell/shell.css'

const RefusalModal = lazyDialog(() => import('#web/record/RefusalModal.tsx'), 'RefusalModal')
const SignInOverlay = lazyDialog(() => import('#web/session/SignInOverlay.tsx'), 'SignInOverlay')

/** Loaded with the palette or for people with pinned pages: a first page does not need it. */
const loadDeferredNavigation = async () => {
  const [{ startingPoints }, { pageIcons }] = await Promise.all([
    import('./starting-points.ts'),
    import('./page-icons.ts'),
  ])
  return { starts: startingPoints, icons: pageIcons }
}

/** Around every page: the page itself, toasts with their details, and the sign-in when a session ends. */
export function Root() {
  const waiting = useStore(waitingForSignIn)
  const refusal = useStore(openedRefusal)
  useFocusOnNewPage()
  // The server-rendered page was inert until now.
  useLayoutEffect(() => document.getElementById('root')?.removeAttribute('inert'), [])
  return (
    <>
      <CurrentPage frame={Admin} />
      <Toasts />
      {refusal && <RefusalModal refusal={refusal} onClose={() => openedRefusal.set(undefined)} />}
      {waiting && (
        <SignInOverlay onClose={() => waiting.finish(false)} onSignedIn={() => waiting.finish(true)} />
      )}
    </>
  )
}

function Admin({ children }: { children: ReactNode }) {
  return (
    <>
      <Shell
        navigation={navigation}
        waiting={useWaiting()}
        later={loadDeferredNavigation}
        status={<LazyWorkStatus count={useWorkCount()} />}
      >
        {children}
      </Shell>
      <TasksLayer />
      <FundingLayer />
    </>
  )
}

/** Moves the focus to the h1 after a change of the page, so that the keyboard starts at the new page. */
function useFocusOnNewPage(): void {
  const path = useStore(shownPage)?.location.pathname
  const before = useRef(path)
  useEffect(() => {
    const first = before.current === undefined
    if (before.current === path) return
    before.current = path
    if (first) return
    const stop = setInterval(() => {
      const heading = document.querySelector<HTMLElement>('h1')
      if (!heading) return
      clearInterval(stop)
      // The person focused something first, e.g. the search box.
      if (document.activeElement?.matches('input, textarea, dialog, dialog *')) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }, 30)
    setTimeout(() => clearInterval(stop), 3_000)
    return () => clearInterval(stop)
  }, [path])
}
