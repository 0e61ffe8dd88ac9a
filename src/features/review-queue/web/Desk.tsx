import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { api, q, type QueryValues } from '#web/api.ts'
import { hasOpenLayer } from '#web/layers.ts'
import { useProfile } from '#web/profile.tsx'
import { changeSearch } from '#web/router/navigate.ts'
import { useShortcut } from '#web/shortcuts.ts'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { LinkButton, Button } from '#web/ui/Button.tsx'
import { IconCircleCheck } from '#web/ui/icons.ts'
import { lazyPagePart, lazyDialog } from '#web/ui/lazyDialog.tsx'
import { ErrorPanel, explain, Message } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { openTasks } from '#features/tasks/web/open.ts'
import { longestWindow } from '../rules.ts'
import { Bar } from './DeskBar.tsx'
import { Decision } from './Decision.tsx'
import { type DeskDialog, outcomesInOrder, outcomeWord } from './decision-words.ts'
import { DecisionToast } from './DecisionToast.tsx'
import { QueueList } from './QueueList.tsx'
import { RecordView } from './RecordView.tsx'
import type { OpenedQueue } from './review-session.ts'
import { useReviewSession } from './useReviewSession.ts'

const AskModal = lazyDialog(() => import('./AskModal.tsx'), 'AskModal')
const CompareModal = lazyDialog(() => import('./CompareModal.tsx'), 'CompareModal')
const SnippetsModal = lazyDialog(() => import('./SnippetsModal.tsx'), 'SnippetsModal')
const HandOverModal = lazyDialog(() => import('./HandOverModal.tsx'), 'HandOverModal')
const MailModal = lazyDialog(() => import('./MailModal.tsx'), 'MailModal')
const OrganizationPeek = lazyPagePart(
  () => import('#features/organizations/web/peek/OrganizationPeek.tsx'),
  'OrganizationPeek',
)
const QueueKeys = lazyDialog(() => import('./QueueKeys.tsx'), 'QueueKeys')

type DeskProps = {
  opened: OpenedQueue
  /** The project to start with instead of the first. */
  start: string | undefined
  /** Opens the question to the applicant as soon as the person has the lease. */
  asksFirst: boolean
  search: Readonly<Record<string, string | number | undefined>>
  query: QueryValues
  /** The list from which the queue was opened. */
  list: PageAddress
}

/** The desk of a review queue: bar, list, record and decision, all usable by keyboard. */
export function Desk({ opened, start, asksFirst, search, query, list }: DeskProps) {
  const t = useText()
  const profile = useProfile()
  const session = useReviewSession(opened, { start, query })
  const [isWide] = useState(() => matchMedia('(min-width: 1440px)').matches)
  const [listOpen, setListOpen] = useState<boolean>()
  const [dialog, setDialog] = useState<DeskDialog>()
  /** The project whose organization is shown over its record. */
  const [peeked, setPeeked] = useState<string>()
  const head = useRef<HTMLHeadingElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const { slug, slugs, record, draft } = session
  const { kind, opened_at } = opened
  const from = Math.max(0, Math.min(session.place - 10, slugs.length - longestWindow))
  const window_ = slugs.slice(from, from + longestWindow)
  const rows = useQuery({
    ...q('GET /api/v4/reviews/queue/rows/', { query: { kind, opened_at, slugs: window_.join(',') } }),
    placeholderData: (before) => before,
    refetchInterval: 15_000,
  })
  const data = record.data && record.data.project.slug === slug ? record.data : undefined
  const showsList = listOpen ?? isWide

  const isHere = data !== undefined
  // After a decision, J, K or S the new heading gets the focus.
  useEffect(() => {
    document.querySelector('.rq-record')?.scrollTo({ top: 0 })
    head.current?.focus()
  }, [slug, isHere])
  useEffect(() => {
    if (session.missing) reason.current?.focus()
  }, [session.missing])
  // Only once: the parameter leaves the address.
  const openQuestionOnArrival = useEffectEvent(() => {
    changeSearch((now) => ({ ...now, act: undefined }), { replace: true })
    if (session.hold === 'mine' && slug === start) setDialog('ask')
  })
  const isSettled = session.hold !== 'asking'
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- opens once the person has the lease
    if (asksFirst && isSettled) openQuestionOnArrival()
  }, [asksFirst, isSettled])

  const decide = () => {
    if (draft.outcome !== undefined) void session.decide(outcomeWord(kind, draft.outcome, t))
  }
  const choose = (at: number) => {
    const outcome = outcomesInOrder(kind)[at]
    if (data && outcome !== undefined && session.mayChoose) session.setDraft({ outcome })
  }
  const assign = async () => {
    if (!data || !profile || !session.mayDecide) return
    const mine = data.project.reviewer?.id === profile.id
    const body = { project_slugs: [data.project.slug], reviewer: mine ? null : profile.id }
    try {
      await api('POST /api/v4/projects/reviewer/', { body })
      await refreshed()
      notify({ tone: 'success', title: t(mine ? 'review_queue.given_up' : 'review_queue.assigned') })
    } catch (error) {
      notify({ tone: 'danger', title: explain(error, t) })
    }
  }
  const tasks = () => {
    if (data) openTasks({ type: 'project', id: data.project.id, title: data.project.title })
  }

  useShortcut('1', () => choose(0))
  useShortcut('2', () => choose(1))
  useShortcut('3', () => choose(2))
  useShortcut('r', () => reason.current?.focus())
  useShortcut('a', () => data && session.hold === 'mine' && setDialog('ask'))
  useShortcut('s', session.skip)
  useShortcut('j', () => session.walk(1))
  useShortcut('k', () => session.walk(-1))
  useShortcut('d', () => data && data.doubles.length > 0 && setDialog('compare'))
  useShortcut('o', () => setPeeked(peeked === slug ? undefined : slug))
  useShortcut('t', tasks)
  useShortcut('i', () => void assign())
  useShortcut('h', () => data && session.mayDecide && setDialog('hand_over'))
  useShortcut('m', () => data && draft.mail && draft.outcome !== undefined && setDialog('mail'))
  useShortcut('l', () => setListOpen(!showsList))
  useShortcut('?', () => setDialog('keys'))
  useControlKeys({ decide, undo: session.undo })

  const done = Object.values(session.marks)
  return (
    <div className="rq" data-list={showsList || undefined}>
      <a className="skip" href="#decision">
        {t('review_queue.skip_to_decision')}
      </a>
      <Bar
        session={session}
        search={search}
        list={list}
        others={(rows.data?.others ?? []).filter((one) => slugs.includes(one.slug))}
        titles={Object.fromEntries((rows.data?.results ?? []).map((row) => [row.slug, row.title]))}
        onList={() => setListOpen(!showsList)}
        listOpen={showsList}
        {...(data && session.mayDecide && { onHandOver: () => setDialog('hand_over') })}
        onKeys={() => setDialog('keys')}
      />
      {slug === undefined ? (
        <div className="rq-end">
          <h1 ref={head} className="visually-hidden" tabIndex={-1}>
            {t('review_queue.nothing_left')}
          </h1>
          <Message
            icon={IconCircleCheck}
            title={t('review_queue.nothing_left')}
            action={
              <span className="rq-buttons">
                {done.includes('skipped') && (
                  <Button onClick={session.lookAtSkipped}>{t('review_queue.look_at_skipped')}</Button>
                )}
                {session.comeIn.length > 0 && (
                  <Button variant="primary" onClick={session.takeComeIn}>
                    {t('review_queue.come_in', { count: session.comeIn.length })}
                  </Button>
                )}
                <LinkButton to={list} {...(session.comeIn.length > 0 ? {} : { variant: 'primary' })}>
                  {t('review_queue.back')}
                </LinkButton>
              </span>
            }
          >
            {t('review_queue.sums', {
              decided: done.filter((mark) => typeof mark === 'object').length,
              asked: done.filter((mark) => mark === 'asked').length,
              skipped: done.filter((mark) => mark === 'skipped').length,
              open: slugs.filter((one) => !(one in session.marks)).length,
            })}
            {done.includes('handed_over') &&
              ` · ${t('review_queue.handed_count', { count: done.filter((mark) => mark === 'handed_over').length })}`}
          </Message>
        </div>
      ) : (
        <div className="rq-body">
          {showsList && (
            <QueueList
              opened={opened}
              session={session}
              rows={rows.data?.results ?? []}
              more={slugs.length - from - window_.length}
              onFold={() => setListOpen(false)}
            />
          )}
          <div className="rq-middle">
            <div
              className="rq-record"
              data-scroller="review"
              role="region"
              aria-label={t('review_queue.facts')}
              tabIndex={0}
            >
              {data ? (
                <RecordView
                  record={data}
                  head={head}
                  kind={kind}
                  overdueAfter={opened.days_until_overdue}
                  onCompare={() => setDialog('compare')}
                  onOrganization={() => setPeeked(slug)}
                  onTasks={tasks}
                  onAssign={() => void assign()}
                />
              ) : record.error ? (
                <ErrorPanel error={record.error} onRetry={() => void record.refetch()} />
              ) : (
                <DeskSkeleton title={t('review_queue.title')} />
              )}
            </div>
            {data && peeked === slug && (
              <OrganizationPeek
                over
                rowKey={data.organization.slug}
                row={undefined}
                title={data.organization.title}
                onClose={() => setPeeked(undefined)}
              />
            )}
          </div>
          <Decision
            opened={opened}
            session={session}
            record={data}
            reasonRef={reason}
            onDecide={decide}
            onDialog={setDialog}
            onTasks={tasks}
          />
        </div>
      )}
      <DecisionToast session={session} kind={kind} />
      <p className="visually-hidden" role="status">
        {session.said}
      </p>
      {data && dialog === 'ask' && (
        <AskModal
          record={data}
          minutes={opened.minutes_until_mail}
          onClose={() => setDialog(undefined)}
          onAsked={() => {
            setDialog(undefined)
            session.asked()
          }}
        />
      )}
      {data && dialog === 'hand_over' && (
        <HandOverModal
          record={data}
          kind={kind}
          onClose={() => setDialog(undefined)}
          onDone={(gone) => {
            setDialog(undefined)
            session.lookAgain()
            if (gone) session.handedOver()
          }}
        />
      )}
      {data && dialog === 'compare' && <CompareModal record={data} onClose={() => setDialog(undefined)} />}
      {dialog === 'snippets' && (
        <SnippetsModal
          purpose="decision"
          onUse={(text) => {
            setDialog(undefined)
            session.setDraft({ reason: text })
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {data && dialog === 'mail' && draft.outcome !== undefined && (
        <MailModal
          slug={data.project.slug}
          about={{ about: 'decision', kind, outcome: draft.outcome, text: draft.reason }}
          own={draft.own}
          onSave={(own) => {
            setDialog(undefined)
            session.setDraft({ own })
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'keys' && <QueueKeys onClose={() => setDialog(undefined)} />}
    </div>
  )
}

/**
 * Ctrl+Enter decides, even in the reason; Ctrl+Z undoes, outside of fields. Turning off single-key shortcuts does not affect
 * them.
 */
function useControlKeys({ decide, undo }: { decide: () => void; undo: () => void }): void {
  const onKeyNow = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || hasOpenLayer() || event.defaultPrevented) return
    const inField =
      event.target instanceof HTMLElement &&
      event.target.matches('input:not([type=radio], [type=checkbox]), textarea')
    if (event.key === 'Enter') {
      event.preventDefault()
      decide()
    } else if (event.key.toLowerCase() === 'z' && !event.shiftKey && !inField) {
      event.preventDefault()
      undo()
    }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => onKeyNow(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function DeskSkeleton({ title }: { title: string }) {
  return (
    <div className="rq-bones" aria-busy>
      <h1 className="visually-hidden">{title}</h1>
      {Array.from({ length: 9 }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  )
}
