import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type Answer, api, ApiError, invalidate, q, type QueryValues } from '#web/api.ts'
import { useCan } from '#web/profile.tsx'
import { queryClient } from '#web/query-client.ts'
import { useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { dismiss, notify } from '#web/ui/toasts.ts'
import { longestWindow } from '../rules.ts'

export type Opened = Answer<'GET /api/v4/reviews/queue/'>
export type Record_ = Answer<'GET /api/v4/reviews/queue/:slug/'>
type Taken = NonNullable<Answer<'POST /api/v4/reviews/take/'>['taken']>
export type Outcome = 2 | 3 | 4
export type OwnWords = { subject: string; text: string }

/** What somebody has chosen and typed for one project. */
export type Draft = { outcome: Outcome | undefined; reason: string; mail: boolean; own: OwnWords | undefined }
export const emptyDraft: Draft = { outcome: undefined, reason: '', mail: true, own: undefined }

/** What became of a project in this sitting. */
export type Mark = 'skipped' | 'asked' | 'handed_over' | { outcome: Outcome }

/** A decision that can be taken back, step by step. */
export type Made = {
  slug: string
  title: string
  event: number
  mail_at: string | null
  draft: Draft
  at: number
}

/** Whose the project on the screen is. */
export type Hold = 'asking' | 'mine' | 'given_back' | 'nobody' | Taken

export const recordQuery = (slug: string, kind: Opened['kind']) => ({
  ...q('GET /api/v4/reviews/queue/:slug/', { params: { slug }, query: { kind } }),
  // What was loaded beforehand is shown at once and read again while it is looked at.
  gcTime: 10 * 60_000,
})

const beforehand = (slug: string, kind: Opened['kind']) =>
  void queryClient.prefetchQuery({ ...recordQuery(slug, kind), staleTime: 30_000 })

/** Giving back what was open before; what is taken next waits for it, or it would be given back too. */
let leaving: Promise<unknown> = Promise.resolve()

/** What is sent for one project. */
type Sent = { slug: string; draft: Draft; title: string; version: number }

/** How often it is looked for what has come in, and what others have decided. */
const lookAgainMs = 60_000

/**
 * The queue in the order it was opened in: what others have decided meanwhile leaves it, what has come in is kept apart
 * until it is asked for. What this person has dealt with, and what is on the screen, stays.
 */
function useOrder(opened: Opened, query: QueryValues, stays: (slug: string) => boolean) {
  const [all, setAll] = useState<readonly string[]>(opened.slugs)
  const { data: now, refetch } = useQuery({
    queryKey: ['review-queue-now', query],
    queryFn: ({ signal }) => api('GET /api/v4/reviews/queue/', { query, signal }),
    initialData: opened,
    staleTime: lookAgainMs,
    refetchInterval: lookAgainMs,
    gcTime: 0,
  })
  const { known, matching } = useMemo(
    () => ({ known: new Set(all), matching: new Set(now.slugs) }),
    [all, now.slugs],
  )
  // Of a queue that is longer than it may be, only the first are told: then nobody knows what is new.
  const isWhole = now.count === now.slugs.length && opened.count === opened.slugs.length
  return {
    slugs: isWhole ? all.filter((slug) => matching.has(slug) || stays(slug)) : all,
    comeIn: isWhole ? now.slugs.filter((slug) => !known.has(slug)) : [],
    addComeIn: (slugs: readonly string[]) => setAll([...all, ...slugs]),
    lookAgain: () => void refetch(),
  }
}

/** One sitting at a queue: which project is on the screen, whose it is, what was decided, asked and skipped so far. */
export function useSitting(
  opened: Opened,
  { start, query }: { start?: string | undefined; query: QueryValues },
) {
  const t = useText()
  const mayDecide = useCan('change_projects')
  const { kind, opened_at } = opened
  const [slug, setSlug] = useState<string | undefined>(
    opened.slugs.includes(start ?? '') ? start : opened.slugs[0],
  )
  const [marks, setMarks] = useState<Readonly<Record<string, Mark>>>({})
  const { slugs, comeIn, addComeIn, lookAgain } = useOrder(
    opened,
    query,
    (one) => one === slug || one in marks,
  )
  const [made, setMade] = useState<readonly Made[]>([])
  const madeNow = useRef(made)
  const keepMade = (all: readonly Made[]) => {
    madeNow.current = all
    setMade(all)
  }
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [hold, setHold] = useState<Hold>('asking')
  const [changed, setChanged] = useState<{ before: Record_; after: Record_ }>()
  /** What is announced; after a decision its outcome, told with the title of the next as soon as that is there. */
  const [said, setSaid] = useState<string | { outcome: string }>('')
  const [missing, setMissing] = useState(false)
  /** A decision was pressed while the one before is still being saved. */
  const [isWaiting, setWaiting] = useState(false)
  const turn = useRef(0)
  /** The call that gives the project on the screen to this person; decisions wait for it. */
  const giving = useRef<Promise<string | null>>(Promise.resolve(null))
  /** The save that is under way; it says whether it came about. */
  const underWay = useRef<Promise<boolean>>(undefined)
  /** What had been typed for a project when one that was not saved came back in front of it. */
  const putAside = useRef(new Map<string, Draft>())

  const record = useQuery({ ...recordQuery(slug ?? '', kind), enabled: slug !== undefined })
  const place = slug === undefined ? -1 : slugs.indexOf(slug)

  /** Puts a project on the screen at once and asks for it; the first of `others` that is free comes in its place. */
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
    setDraft(start ?? putAside.current.get(next) ?? emptyDraft)
    putAside.current.delete(next)
    setMissing(false)
    setChanged(undefined)
    setSaid('')
    if (!mayDecide) return setHold('nobody')
    setHold('asking')
    giving.current = (async () => {
      await after
      await leaving
      const body = {
        kind,
        slugs: [next, ...others].slice(0, longestWindow),
        ...((goingOn || others.length > 0) && { opened_at }),
      }
      const answer = await api('POST /api/v4/reviews/take/', { body })
      // Who has gone on meanwhile has decided, or left it: a decision needs to know whether it was given.
      if (mine !== turn.current) return answer.slug
      if (answer.slug === null) {
        if (others.length > 0 || (goingOn && !answer.taken)) setSlug(undefined)
        else setHold(answer.taken ?? 'given_back')
        if (answer.taken) setSaid(t('review_queue.has_it_short', { name: answer.taken.name }))
        return null
      }
      if (answer.slug !== next) {
        // What was chosen for the one that somebody else has now is not meant for this one.
        latest.current?.putDraftAside()
        setDraft(putAside.current.get(answer.slug) ?? emptyDraft)
        setSlug(answer.slug)
        lookAgain()
      }
      setHold('mine')
      const following = slugs.slice(slugs.indexOf(answer.slug) + 1).find((one) => !(one in marks))
      if (following) beforehand(following, kind)
      return answer.slug
    })().catch((error: unknown) => {
      if (mine === turn.current) setHold('given_back')
      notify({ tone: 'danger', title: explain(error, t) })
      return null
    })
  }

  /** What is still open, from the place after a project on and then from the beginning. */
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

  const putDraftAside = () => {
    if (slug !== undefined && draft !== emptyDraft) putAside.current.set(slug, draft)
  }

  const returnTo = (sent: { slug: string; draft: Draft }) => {
    if (slug !== sent.slug) putDraftAside()
    setMarks((all) => Object.fromEntries(Object.entries(all).filter(([one]) => one !== sent.slug)))
    // Behind what was asked for since: it would give this one back.
    show(sent.slug, { start: sent.draft, after: giving.current })
  }

  const decideNow = async (word: string): Promise<boolean> => {
    const { outcome, reason } = draft
    const data = record.data
    if (slug === undefined || !data || outcome === undefined || hold === 'given_back' || hold === 'nobody')
      return false
    if (typeof hold === 'object') return false
    if (outcome === 3 && reason.trim() === '') {
      setMissing(true)
      return false
    }
    return send({ slug, draft, title: data.project.title, version: data.project.version }, word)
  }

  /**
   * Decides for the project on the screen. It waits for the save before, so that nobody is ahead of what is saved by more than
   * that one; where it did not come about, its project is in front again and this one is not decided.
   */
  const decide = async (word: string): Promise<boolean> => {
    if (isWaiting) return false
    const before = underWay.current
    if (!before) return decideNow(word)
    setWaiting(true)
    const wasSaved = await before
    setWaiting(false)
    return wasSaved && (latest.current?.decideNow(word) ?? false)
  }

  const failed = useRef(new Map<string, number>())
  const send = (sent: Sent, word: string): Promise<boolean> => {
    const saved = save(sent, word).finally(() => {
      if (underWay.current === saved) underWay.current = undefined
    })
    underWay.current = saved
    return saved
  }
  const save = async (sent: Sent, word: string): Promise<boolean> => {
    const { outcome, reason, mail, own } = sent.draft
    if (outcome === undefined) return false
    const before = queryClient.getQueryData<Record_>(recordQuery(sent.slug, kind).queryKey)
    const given = giving.current
    const saving = (async () => {
      if ((await given) !== sent.slug) throw new Error(t('review_queue.given_back'))
      return api('POST /api/v4/reviews/queue/:slug/decide/', {
        params: { slug: sent.slug },
        body: { kind, outcome, reason, version: sent.version, mail: mail ? (own ?? true) : null },
      })
    })()
    // Taken together with what is shown next: it does not run ahead by more than one.
    goOn(
      sent.slug,
      { outcome },
      word,
      saving.catch(() => undefined),
    )
    try {
      const { event, mail_at } = await saving
      dismiss(failed.current.get(sent.slug) ?? 0)
      keepMade([...madeNow.current, { ...sent, event, mail_at, at: Date.now() }])
      void invalidate(
        'GET /api/v4/projects/',
        'GET /api/v4/project/:slug/',
        'GET /api/v4/reviews/queue/rows/',
      )
      void queryClient.invalidateQueries({ queryKey: recordQuery(sent.slug, kind).queryKey })
      return true
    } catch (error) {
      const refused = error instanceof ApiError ? error.body : undefined
      latest.current?.returnTo(sent)
      if (refused?.code === 'edit_conflict') {
        const current = refused.current as Record_
        queryClient.setQueryData(recordQuery(sent.slug, kind).queryKey, current)
        if (before) setChanged({ before, after: current })
      } else
        failed.current.set(
          sent.slug,
          notify({
            tone: 'danger',
            title: t('review_queue.not_saved', { title: sent.title }),
            message: explain(error, t),
            action: { text: t('actions.try_again'), run: () => latest.current?.tryAgain(sent, word) },
          }),
        )
      return false
    }
  }

  /** Takes a project again and sends what was not saved, with what was changed in it since. */
  const tryAgain = async (sent: Sent, word: string) => {
    await underWay.current
    return latest.current?.sendAgain(sent, word)
  }
  const sendAgain = (sent: Sent, word: string) => {
    if (typeof marks[sent.slug] === 'object') return
    const again = slug === sent.slug && draft.outcome !== undefined ? { ...sent, draft } : sent
    show(again.slug, { start: again.draft, after: giving.current })
    void send(again, word)
  }
  /** Takes back one decision after the other, the one that is being saved first of all. */
  const undoing = useRef(Promise.resolve())
  const undo = () => {
    undoing.current = undoing.current.then(async () => {
      await underWay.current
      await latest.current?.undoLast()
    })
  }
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
    keepMade(madeNow.current.filter((one) => one !== last))
    await queryClient.invalidateQueries({ queryKey: recordQuery(last.slug, kind).queryKey })
    void invalidate('GET /api/v4/projects/', 'GET /api/v4/reviews/queue/rows/')
    lookAgain()
    latest.current?.returnTo(last)
    setSaid(t('review_queue.undone', { title: last.title }))
  }

  // An answer comes when other projects are on the screen already: it goes by what holds then.
  const now = { returnTo, tryAgain, sendAgain, decideNow, putDraftAside, undoLast }
  const latest = useRef<typeof now>(undefined)
  useEffect(() => {
    latest.current = now
  })

  const walk = (step: 1 | -1) => {
    const next = slugs[place + step]
    if (next !== undefined && !isWaiting) show(next)
  }

  /** What others had open, or could have, is read again: it may have been decided. */
  const takeAgain = () => {
    if (slug === undefined) return
    show(slug, { start: draft })
    void record.refetch()
  }

  const begin = useEffectEvent(() => slug !== undefined && show(slug, { others: openAfter(slug, marks) }))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the first project is asked for once the page stands
    begin()
    const turns = turn
    return () => {
      turns.current++
      if (mayDecide) leaving = api('POST /api/v4/reviews/leave/').catch(() => undefined)
    }
  }, [mayDecide])
  // "Nothing left" is said of the queue as it is by then.
  const hasEnded = slug === undefined
  const look = useEffectEvent(lookAgain)
  useEffect(() => {
    if (hasEnded) look()
  }, [hasEnded])
  useSignsOfLife(opened.minutes_until_given_back, hold === 'mine' ? slug : undefined, () =>
    setHold('given_back'),
  )
  // What another has open opens by itself when it is given back.
  const ask = useEffectEvent(() => takeAgain())
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
    /** Puts at the end what has come in since the queue was opened. */
    takeComeIn: () => {
      addComeIn(comeIn)
      const [first, ...others] = comeIn
      if (slug === undefined && first !== undefined) show(first, { others })
    },
    place,
    record,
    marks,
    made,
    draft,
    setDraft: (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change })),
    hold,
    changed,
    said: announced,
    missing,
    isWaiting,
    mayDecide,
    /** An outcome may be chosen for the project on the screen, as far as it goes by the sitting. */
    mayChoose: mayDecide && !isWaiting && typeof hold !== 'object',
    decide,
    undo,
    walk,
    show: (next: string) => isWaiting || show(next),
    skip: () => slug !== undefined && !isWaiting && goOn(slug, 'skipped', t('review_queue.skipped')),
    handedOver: () => slug !== undefined && goOn(slug, 'handed_over', t('review_queue.handed_over')),
    lookAgain,
    asked: () => slug !== undefined && goOn(slug, 'asked', t('review_queue.asked')),
    takeAgain,
    lookAtSkipped: () => {
      const first = slugs.find((one) => marks[one] === 'skipped')
      const rest = Object.fromEntries(Object.entries(marks).filter(([, mark]) => mark !== 'skipped'))
      setMarks(rest)
      if (first) show(first, { others: openAfter(first, rest) })
    },
  }
}
export type Sitting = ReturnType<typeof useSitting>

const oncePerMs = 60_000

/** Tells the server that the person is still there, and gives the project back after the time without a key. */
function useSignsOfLife(minutes: number, slug: string | undefined, givenBack: () => void): void {
  const lost = useEffectEvent(givenBack)
  useEffect(() => {
    if (slug === undefined) return
    let told = Date.now()
    let timer: ReturnType<typeof setTimeout>
    const waitAgain = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        lost()
        void api('POST /api/v4/reviews/leave/').catch(() => undefined)
      }, minutes * 60_000)
    }
    const onLife = () => {
      waitAgain()
      if (Date.now() - told < oncePerMs) return
      told = Date.now()
      api('POST /api/v4/reviews/keep/', { body: { slug } }).then(
        ({ kept }) => kept || lost(),
        () => undefined,
      )
    }
    waitAgain()
    addEventListener('keydown', onLife)
    addEventListener('pointerdown', onLife)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onLife)
      removeEventListener('pointerdown', onLife)
    }
  }, [slug, minutes])
}
