import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api, type QueryValues } from '#web/api.ts'
import { useCan } from '#web/profile.tsx'
import { queryClient } from '#web/query-client.ts'
import { useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { reviewOutcome } from '#shared/statuses.ts'
import { longestWindow } from '../rules.ts'
import {
  type Draft,
  type LeaseState,
  type Mark,
  type OpenedQueue,
  type QueueRecord,
  recordQuery,
} from './review-session.ts'
import { useDrafts } from './useDrafts.ts'
import { useQueueOrder } from './useQueueOrder.ts'
import { useSaves } from './useSaves.ts'
import { useLeaseRenewal } from './useLeaseRenewal.ts'

const prefetchRecord = (slug: string, kind: OpenedQueue['kind']) =>
  void queryClient.prefetchQuery({ ...recordQuery(slug, kind), staleTime: 30_000 })

/** Pending release of the previous project; the next take waits for it, because a late release would drop the new lease. */
let pendingRelease: Promise<unknown> = Promise.resolve()

/** State of one review session: the project on the screen, its lease, and the decisions, questions and skips so far. */
export function useReviewSession(
  opened: OpenedQueue,
  { start, query }: { start?: string | undefined; query: QueryValues },
) {
  const t = useText()
  const mayDecide = useCan('change_projects')
  const { kind, opened_at } = opened
  const [slug, setSlug] = useState<string | undefined>(
    opened.slugs.includes(start ?? '') ? start : opened.slugs[0],
  )
  const [marks, setMarks] = useState<Readonly<Record<string, Mark>>>({})
  const { slugs, comeIn, addComeIn, lookAgain } = useQueueOrder(
    opened,
    query,
    (one) => one === slug || one in marks,
  )
  const { draft, ...drafts } = useDrafts()
  const [hold, setHold] = useState<LeaseState>('asking')
  const [changed, setChanged] = useState<{ before: QueueRecord; after: QueueRecord }>()
  /** Text for screen readers; a decision's outcome is announced together with the next title once that is loaded. */
  const [said, setSaid] = useState<string | { outcome: string }>('')
  const [missing, setMissing] = useState(false)
  /** A decision was requested while the previous one is still being saved. */
  const [isWaiting, setWaiting] = useState(false)
  const turn = useRef(0)
  /** The call that takes the lease on the project on the screen; decisions wait for it. */
  const giving = useRef<Promise<string | null>>(Promise.resolve(null))
  const record = useQuery({ ...recordQuery(slug ?? '', kind), enabled: slug !== undefined })
  const place = slug === undefined ? -1 : slugs.indexOf(slug)

  /** Shows a project at once and takes its lease; if somebody else holds it, the first free one of `others` replaces it. */
  const show = (
    next: string,
    {
      others = [],
      goingOn = false,
      after,
      start,
    }: { others?: string[]; goingOn?: boolean; after?: Promise<unknown>; start?: Draft } = {},
  ) => {
    const mine = ++turn.current
    setSlug(next)
    drafts.begin(next, start)
    setMissing(false)
    setChanged(undefined)
    setSaid('')
    if (!mayDecide) return setHold('nobody')
    setHold('asking')
    giving.current = (async () => {
      await after
      await pendingRelease
      const body = {
        kind,
        slugs: [next, ...others].slice(0, longestWindow),
        ...((goingOn || others.length > 0) && { opened_at }),
      }
      const answer = await api('POST /api/v4/reviews/take/', { body })
      // The reviewer has moved on meanwhile; a decision still needs to know whether the lease was granted.
      if (mine !== turn.current) return answer.slug
      if (answer.slug === null) {
        if (others.length > 0 || (goingOn && !answer.taken)) setSlug(undefined)
        else setHold(answer.taken ?? 'given_back')
        if (answer.taken) setSaid(t('review_queue.has_it_short', { name: answer.taken.name }))
        return null
      }
      if (answer.slug !== next) {
        // The current draft belongs to a project that somebody else now holds.
        latest.current?.stashDraft()
        drafts.begin(answer.slug)
        setSlug(answer.slug)
        lookAgain()
      }
      setHold('mine')
      const following = slugs.slice(slugs.indexOf(answer.slug) + 1).find((one) => !(one in marks))
      if (following) prefetchRecord(following, kind)
      return answer.slug
    })().catch((error: unknown) => {
      if (mine === turn.current) setHold('given_back')
      notify({ tone: 'danger', title: explain(error, t) })
      return null
    })
  }

  /** The open projects after a given one, continuing from the beginning. */
  const openAfter = (from: string, now: Readonly<Record<string, Mark>>) => {
    const at = slugs.indexOf(from)
    return [...slugs.slice(at + 1), ...slugs.slice(0, at)].filter((one) => !(one in now))
  }

  const goOn = (from: string, mark: Mark, word: string, after?: Promise<unknown>) => {
    const now = { ...marks, [from]: mark }
    setMarks(now)
    const [next, ...others] = openAfter(from, now)
    if (next === undefined) {
      turn.current++
      setSlug(undefined)
      setSaid(t('review_queue.said_last', { outcome: word }))
      return
    }
    show(next, { others, goingOn: true, ...(after && { after }) })
    setSaid({ outcome: word })
  }

  const stashDraft = () => drafts.putAside(slug)

  const returnTo = (sent: { slug: string; draft: Draft }) => {
    if (slug !== sent.slug) stashDraft()
    setMarks((all) => Object.fromEntries(Object.entries(all).filter(([one]) => one !== sent.slug)))
    // Starts after the pending take, which would otherwise release this project.
    show(sent.slug, { start: sent.draft, after: giving.current })
  }

  const saves = useSaves(kind, {
    given: () => giving.current,
    goOn,
    returnTo,
    takeForAnotherTry: (sent) => {
      if (typeof marks[sent.slug] === 'object') return undefined
      const again = slug === sent.slug && draft.outcome !== undefined ? { ...sent, draft } : sent
      show(again.slug, { start: again.draft, after: giving.current })
      return again
    },
    onConflict: (before, after) => setChanged({ before, after }),
    onUndone: (title) => {
      lookAgain()
      setSaid(t('review_queue.undone', { title }))
    },
  })

  const decideNow = async (word: string): Promise<boolean> => {
    const { outcome, reason } = draft
    const data = record.data
    if (slug === undefined || !data || outcome === undefined || hold === 'given_back' || hold === 'nobody')
      return false
    if (typeof hold === 'object') return false
    if (outcome === reviewOutcome.rejected && reason.trim() === '') {
      setMissing(true)
      return false
    }
    return saves.send({ slug, draft, title: data.project.title, version: data.project.version }, word)
  }

  /**
   * Decides the project on the screen. It waits for the previous save, so that at most one decision is unsaved. If that
   * save failed, its project comes back to the front and this one is not decided.
   */
  const decide = async (word: string): Promise<boolean> => {
    if (isWaiting) return false
    const before = saves.underWay()
    if (!before) return decideNow(word)
    setWaiting(true)
    const wasSaved = await before
    setWaiting(false)
    return wasSaved && (latest.current?.decideNow(word) ?? false)
  }

  // An answer may arrive when another project is on the screen, so it uses the state at that time.
  const now = { decideNow, stashDraft }
  const latest = useRef<typeof now>(undefined)
  useEffect(() => {
    latest.current = now
  })

  const walk = (step: 1 | -1) => {
    const next = slugs[place + step]
    if (next !== undefined && !isWaiting) show(next)
  }

  /** The project may have been decided while somebody else held it. */
  const retakeLease = () => {
    if (slug === undefined) return
    show(slug, { start: draft })
    void record.refetch()
  }

  const begin = useEffectEvent(() => slug !== undefined && show(slug, { others: openAfter(slug, marks) }))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- takes the first project once the page is mounted
    begin()
    const turns = turn
    return () => {
      turns.current++
      if (mayDecide) pendingRelease = api('POST /api/v4/reviews/leave/').catch(() => undefined)
    }
  }, [mayDecide])
  // Before it says "nothing left", the page refetches the queue.
  const hasEnded = slug === undefined
  const look = useEffectEvent(lookAgain)
  useEffect(() => {
    if (hasEnded) look()
  }, [hasEnded])
  useLeaseRenewal(opened.minutes_until_given_back, hold === 'mine' ? slug : undefined, () =>
    setHold('given_back'),
  )
  const ask = useEffectEvent(() => retakeLease())
  const isTaken = typeof hold === 'object'
  useEffect(() => {
    if (!isTaken) return
    const timer = setInterval(() => ask(), 15_000)
    return () => clearInterval(timer)
  }, [isTaken])

  const next = record.data?.project
  const announced =
    typeof said === 'string'
      ? said
      : next && next.slug === slug
        ? t('review_queue.said', { ...said, title: next.title, n: place + 1, count: slugs.length })
        : ''

  return {
    slug,
    slugs,
    comeIn,
    /** Appends projects that arrived since the queue opened. */
    takeComeIn: () => {
      addComeIn(comeIn)
      const [first, ...others] = comeIn
      if (slug === undefined && first !== undefined) show(first, { others })
    },
    place,
    record,
    marks,
    made: saves.made,
    draft,
    setDraft: drafts.change,
    hold,
    changed,
    said: announced,
    missing,
    isWaiting,
    mayDecide,
    /** The session allows choosing an outcome for the project on the screen. */
    mayChoose: mayDecide && !isWaiting && typeof hold !== 'object',
    decide,
    undo: saves.undo,
    walk,
    show: (next: string) => isWaiting || show(next),
    skip: () => slug !== undefined && !isWaiting && goOn(slug, 'skipped', t('review_queue.skipped')),
    handedOver: () => slug !== undefined && goOn(slug, 'handed_over', t('review_queue.handed_over')),
    lookAgain,
    asked: () => slug !== undefined && goOn(slug, 'asked', t('review_queue.asked')),
    retakeLease,
    lookAtSkipped: () => {
      const first = slugs.find((one) => marks[one] === 'skipped')
      const rest = Object.fromEntries(Object.entries(marks).filter(([, mark]) => mark !== 'skipped'))
      setMarks(rest)
      if (first) show(first, { others: openAfter(first, rest) })
    },
  }
}
export type ReviewSession = ReturnType<typeof useReviewSession>
