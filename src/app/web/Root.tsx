import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useStore } from '#web/store.ts'
import { waitingForSignIn } from '#web/session-ended.ts'
import { openedRefusal } from '#web/table/refusals.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import '#web/shell/shell.css'

const RefusalModal = lazyDialog(() => import('#web/record/RefusalModal.tsx'), 'RefusalModal')
const SignInOverlay = lazyDialog(() => import('#web/session/SignInOverlay.tsx'), 'SignInOverlay')

/** Around every page: the page itself, toasts with their details, and the sign-in when a session ends. */
export function Root() {
  const waiting = useStore(waitingForSignIn)
  const refusal = useStore(openedRefusal)
  useFocusOnNewPage()
  return (
    <>
      <Outlet />
      <Toasts />
      {refusal && <RefusalModal refusal={refusal} onClose={() => openedRefusal.set(undefined)} />}
      {waiting && (
        <SignInOverlay onClose={() => waiting.finish(false)} onSignedIn={() => waiting.finish(true)} />
      )}
    </>
  )
}

/** Moves the focus to the h1 after a route change, so that the keyboard starts at the new page. */
function useFocusOnNewPage(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
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
      // Somebody was faster, e.g. with the search box.
      if (document.activeElement?.matches('input, textarea, dialog, dialog *')) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }, 30)
    setTimeout(() => clearInterval(stop), 3_000)
    return () => clearInterval(stop)
  }, [path])
}
