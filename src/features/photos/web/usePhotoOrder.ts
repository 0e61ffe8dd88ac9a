import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { api } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { markStale } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import { explain } from '#web/ui/states.tsx'
import type { Photo } from '../contract.ts'
import { photosQuery } from './photos.ts'

/** Target of a move: a position from 0, or one step. */
type MoveTarget = number | 'earlier' | 'later'

const keys: Partial<Record<string, MoveTarget>> = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
  Home: 0,
  End: Number.MAX_SAFE_INTEGER,
}

/** Moves one photo to another position. */
export function movePhoto<T extends { id: number }>(
  photos: readonly T[],
  id: number,
  where: MoveTarget,
): readonly T[] {
  const from = photos.findIndex((photo) => photo.id === id)
  const wanted = where === 'earlier' ? from - 1 : where === 'later' ? from + 1 : where
  const to = Math.max(0, Math.min(photos.length - 1, wanted))
  if (from < 0 || from === to) return photos
  const rest = photos.toSpliced(from, 1)
  return rest.toSpliced(to, 0, photos[from]!)
}

/**
 * Order of photos, changed by dragging, arrow keys or name. It shows at once and is saved in the background, the latest order
 * last. A failed save is announced and restores the server's order.
 */
export function usePhotoOrder(
  slug: string,
  photos: readonly Photo[],
  list: RefObject<HTMLUListElement | null>,
  onMoved: (photo: Photo, place: number) => void,
) {
  const t = useText()
  const [drag, setDrag] = useState<{ id: number; photos: readonly Photo[] }>()
  const saving = useRef(false)
  const wished = useRef<readonly Photo[]>(undefined)
  const focused = useRef<number>(undefined)
  const { queryKey } = photosQuery(slug)
  const shown = drag?.photos ?? photos

  // Moving a handle within the list makes it lose the focus.
  useLayoutEffect(() => {
    if (focused.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-photo="${focused.current}"]`)?.focus()
    focused.current = undefined
  })

  const save = async (next: readonly Photo[]) => {
    wished.current = next
    // A running fetch of the old order must not overwrite the new one.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, [...next])
    if (saving.current) return
    saving.current = true
    try {
      while (wished.current) {
        const ids = wished.current.map(({ id }) => id)
        wished.current = undefined
        // oxlint-disable-next-line no-await-in-loop -- one after the other: the latest order is saved last
        await api('PUT /api/v3/projects/:slug/photos/order/', {
          params: { slug },
          body: { ids },
          marksStale: false,
        })
      }
    } catch (error) {
      wished.current = undefined
      notify({ tone: 'danger', title: t('photos.order_failed'), message: explain(error, t) })
    } finally {
      saving.current = false
      await markStale('photo')
    }
  }
  const put = (id: number, next: readonly Photo[]) => {
    const place = next.findIndex((photo) => photo.id === id)
    onMoved(next[place]!, place + 1)
    void save(next)
  }
  const move = (id: number, where: MoveTarget) => {
    const next = movePhoto(photos, id, where)
    if (next !== photos) put(id, next)
  }
  const handleOf = (id: number) => ({
    'data-photo': id,
    onKeyDown: (event: KeyboardEvent) => {
      const where = keys[event.key]
      if (where === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      focused.current = id
      move(id, where)
    },
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0) return
      follow(event, {
        over: (place) => setDrag((now) => ({ id, photos: movePhoto(now?.photos ?? photos, id, place) })),
        done: () =>
          setDrag((now) => {
            if (now && now.photos.some((photo, at) => photo !== photos[at]))
              queueMicrotask(() => put(id, now.photos))
            return undefined
          }),
        cancel: () => setDrag(undefined),
      })
    },
  })
  return { shown, dragged: drag?.id, move, handleOf }
}

type Following = { over: (place: number) => void; done: () => void; cancel: () => void }

/** Tracks a drag from a handle: the tile under the pointer, the drop, and Escape, which cancels. */
function follow(event: PointerEvent<HTMLButtonElement>, { over, done, cancel }: Following): void {
  const list = event.currentTarget.closest('ul')!
  const stop = new AbortController()
  const { signal } = stop
  const end = (act: () => void) => {
    stop.abort()
    act()
  }
  const onMove = ({ clientX, clientY }: globalThis.PointerEvent) => {
    const tiles = [...list.children]
    const at = tiles.findIndex((tile) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect()
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    })
    if (at >= 0) over(at)
  }
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', () => end(done), { signal })
  addEventListener('pointercancel', () => end(cancel), { signal })
  addEventListener(
    'keydown',
    (pressed) => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      end(cancel)
    },
    { signal, capture: true },
  )
}
