import { useEffect, useRef, useState } from 'react'
import { api, ApiError } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { dismiss, notify } from '#web/ui/toasts.ts'
import {
  type SavedDecision,
  type Mark,
  type OpenedQueue,
  type QueueRecord,
  recordQuery,
  type DecisionToSend,
} from './review-session.ts'

/** Parts of the session that saving needs. */
type ReviewSessionParts = {
  /** The call that took the lease on the project on the screen. */
  given: () => Promise<string | null>
  goOn: (from: string, mark: Mark, word: string, after: Promise<unknown>) => void
  /** Brings a project back to the front with its draft. */
  returnTo: (sent: Pick<DecisionToSend, 'slug' | 'draft'>) => void
  /** Takes a project for a retry and returns the payload; undefined when it was decided meanwhile. */
  takeForAnotherTry: (sent: DecisionToSend) => DecisionToSend | undefined
  onConflict: (before: QueueRecord, after: QueueRecord) => void
  onUndone: (title: string) => void
}

/**
 * Saves and undoes decisions. One save runs at a time. Answers arrive when other projects are on the screen, so they
 * use the state at that time.
 */
export function useSaves(kind: OpenedQueue['kind'], around: ReviewSessionParts) {
  const t = useText()
  const latest = useRef(around)
  useEffect(() => {
    latest.current = around
  })
  const [made, setMade] = useState<readonly SavedDecision[]>([])
  const madeNow = useRef(made)
  const updateMade = (all: readonly SavedDecision[]) => {
    madeNow.current = all
    setMade(all)
  }
  /** The pending save; resolves to whether it succeeded. */
  const underWay = useRef<Promise<boolean>>(undefined)
  /** Toasts of failed saves, by project. */
  const failed = useRef(new Map<string, number>())

  const save = async (sent: DecisionToSend, word: string): Promise<boolean> => {
    const { outcome, reason, mail, own } = sent.draft
    if (outcome === undefined) return false
    const before = queryClient.getQueryData<QueueRecord>(recordQuery(sent.slug, kind).queryKey)
    const given = around.given()
    const saving = (async () => {
      if ((await given) !== sent.slug) throw new Error(t('review_queue.given_back'))
      return api('POST /api/v4/reviews/queue/:slug/decide/', {
        params: { slug: sent.slug },
        body: { kind, outcome, reason, version: sent.version, mail: mail ? (own ?? true) : null },
      })
    })()
    // The mark follows at once with the next project, which cannot be decided before this save ends.
    around.goOn(
      sent.slug,
      { outcome },
      word,
      saving.catch(() => undefined),
    )
    try {
      const { event, mail_at } = await saving
      dismiss(failed.current.get(sent.slug) ?? 0)
      updateMade([...madeNow.current, { ...sent, event, mail_at, at: Date.now() }])
      void queryClient.invalidateQueries({ queryKey: recordQuery(sent.slug, kind).queryKey })
      return true
    } catch (error) {
      const refused = error instanceof ApiError ? error.body : undefined
      latest.current.returnTo(sent)
      if (refused?.code === 'edit_conflict') {
        const current = refused.current as QueueRecord
        queryClient.setQueryData(recordQuery(sent.slug, kind).queryKey, current)
        if (before) latest.current.onConflict(before, current)
      } else
        failed.current.set(
          sent.slug,
          notify({
            tone: 'danger',
            title: t('review_queue.not_saved', { title: sent.title }),
            message: explain(error, t),
            action: { text: t('actions.try_again'), run: () => sendAgain.current?.(sent, word) },
          }),
        )
      return false
    }
  }
  const send = (sent: DecisionToSend, word: string): Promise<boolean> => {
    const saved = save(sent, word).finally(() => {
      if (underWay.current === saved) underWay.current = undefined
    })
    underWay.current = saved
    return saved
  }

  /** Takes the lease again and resends the unsaved decision with later edits. */
  const sendAgain = useRef<(sent: DecisionToSend, word: string) => Promise<void>>(undefined)
  const sendNow = useRef(send)
  useEffect(() => {
    sendNow.current = send
    sendAgain.current = async (sent, word) => {
      await underWay.current
      const again = latest.current.takeForAnotherTry(sent)
      if (again) void sendNow.current(again, word)
    }
  })

  const undoing = useRef(Promise.resolve())
  const undoLast = async () => {
    const last = madeNow.current.at(-1)
    if (!last) return
    try {
      await api('POST /api/v4/project/:slug/history/:event/undo/', {
        params: { slug: last.slug, event: last.event },
        body: {},
      })
    } catch (error) {
      notify({ tone: 'danger', title: explain(error, t) })
      return
    }
    updateMade(madeNow.current.filter((one) => one !== last))
    await queryClient.invalidateQueries({ queryKey: recordQuery(last.slug, kind).queryKey })
    latest.current.returnTo(last)
    latest.current.onUndone(last.title)
  }

  return {
    /** Decisions that can be undone, the newest last. */
    made,
    send,
    underWay: () => underWay.current,
    /** Undoes decisions one after the other, beginning with one that is still being saved. */
    undo: () => {
      undoing.current = undoing.current.then(async () => {
        await underWay.current
        await undoLast()
      })
    },
  }
}
