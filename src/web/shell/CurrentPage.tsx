import { Component, type ComponentType, type ReactNode, useLayoutEffect } from 'react'
import { type ShownPage, shownPage } from '../router/navigate.ts'
import { ShownPageContext } from '../router/page.ts'
import { restoreScrollPosition } from '../router/scroll-restoration.ts'
import { useStore } from '../store.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageError } from './PageError.tsx'

/** The page on the screen, inside the `frame` when it belongs to the back-office. */
export function CurrentPage({ frame: Frame }: { frame: ComponentType<{ children: ReactNode }> }) {
  const shown = useStore(shownPage)
  if (!shown) return null
  const page = (
    <ErrorBoundary shown={shown}>
      <Content shown={shown} />
    </ErrorBoundary>
  )
  return (
    <ShownPageContext value={shown}>
      <ScrollRestoration shown={shown} />
      <ErrorBoundary shown={shown}>{shown.inside ? <Frame>{page}</Frame> : page}</ErrorBoundary>
    </ShownPageContext>
  )
}

function Content({ shown: { match, failure, Content: Page = NotFoundPage } }: { shown: ShownPage }) {
  if (failure) return <PageError error={failure.error} />
  return <Page key={match?.path} />
}

/** Mounted before the page, so that a list that knows its scroll position has the last word. */
function ScrollRestoration({ shown: { entry, arrival, location } }: { shown: ShownPage }) {
  useLayoutEffect(() => restoreScrollPosition(entry, location.hash, arrival), [entry, location, arrival])
  return null
}

type BoundaryProps = { shown: ShownPage; children: ReactNode }

type BoundaryState = { shown?: ShownPage; broken?: { error: unknown } | undefined }

/** Shows a rendering error in the page's place, until another page opens or the same one again. */
class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromError = (error: unknown): BoundaryState => ({ broken: { error } })

  static getDerivedStateFromProps = ({ shown }: BoundaryProps, state: BoundaryState): BoundaryState | null =>
    shown === state.shown ? null : { shown, broken: undefined }

  override state: BoundaryState = {}

  override render(): ReactNode {
    const { broken } = this.state
    return broken ? <PageError error={broken.error} /> : this.props.children
  }
}
