import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { workKey } from '#shared/work.ts'
import { actNames } from '#features/bulk-runs/table.ts'
import { api, newIdempotencyKey, q } from '#web/api.ts'
import { forgetReported, isReportedElsewhere } from '#web/reported-work.ts'
import { usePolling } from '#web/polling.ts'
import { useProfile } from '#web/profile.tsx'
import { navigate } from '#web/router/navigate.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { markStale, refreshed } from '#web/stale.ts'
import { useStore } from '#web/store.ts'
import { type Translate, useText } from '#web/texts.ts'
import { Popover } from '#web/ui/Popover.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { useRunning } from '#web/ui/useRunning.ts'
import { WorkProgress } from '#web/ui/WorkProgress.tsx'
import type { Work } from '../contract.ts'
import { storeTracked, trackedWork, updateTracked, readTracked } from './tracked-work.ts'
import './work.css'

const none: readonly Work[] = []

/**
 * The person's long work in the top bar of every page: progress and stop. After the end a message links to the result until the
 * person has seen it.
 */
export function WorkStatus() {
  const t = useText()
  const userId = useProfile()?.id
  const tracked = useStore(trackedWork)
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { data } = useQuery({
    ...q('GET /api/v4/work/'),
    refetchInterval: usePolling(({ results }) => results.some(isUnderWay)),
  })
  const look = useEffectEvent((list: readonly Work[]) => {
    if (userId === undefined) return
    const now = updateTracked(readTracked(userId), list, isReportedElsewhere)
    storeTracked(userId, now.tracked)
    for (const work of list) if (isUnderWay(work)) forgetReported(workKey(work.kind, work.id))
    for (const work of now.ended) notifyEnd(work, t)
    // The result may change any list and count.
    if (now.ended.length > 0) void markStale()
  })
  useEffect(() => {
    if (data) look(data.results)
  }, [data])
  const list = data?.results ?? none
  const shown = list.filter((work) => tracked[workKey(work.kind, work.id)] !== undefined)
  const working = shown.filter(isUnderWay)
  const ended = shown.length - working.length
  const close = (refocus: boolean) => {
    setOpen(false)
    if (refocus) trigger.current?.focus()
    if (userId === undefined) return
    // The person has now seen the ended ones.
    const rest = Object.fromEntries(
      Object.entries(readTracked(userId)).filter(([, state]) => state === 'working'),
    )
    storeTracked(userId, rest)
  }
  if (shown.length === 0) return null
  const words =
    working.length > 0 ? t('work.under_way', { count: working.length }) : t('work.ended', { count: ended })
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="work-pill"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={`${t('work.title')}: ${words}`}
        onClick={() => (open ? close(true) : setOpen(true))}
      >
        <span className="work-dot" data-under-way={working.length > 0 || undefined} aria-hidden />
        <span>{words}</span>
      </button>
      {open && (
        <Popover
          anchor={trigger}
          align="end"
          role="dialog"
          label={t('work.title')}
          className="work-list"
          onClose={(reason) => close(reason === 'escape')}
        >
          <ul id={id}>
            {shown.map((work) => (
              <li key={workKey(work.kind, work.id)}>
                <PageLink data-focus className="strong" href={pageOf(work)} onClick={() => close(false)}>
                  {whatOf(work, t)}
                </PageLink>
                {isUnderWay(work) ? (
                  <WorkInProgress work={work} />
                ) : (
                  <span className="small muted">{t(`work.states.${work.state}`)}</span>
                )}
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </>
  )
}

function WorkInProgress({ work }: { work: Work }) {
  const t = useText()
  const [stopping, run] = useRunning()
  const stop = async () => {
    try {
      await stopOf(work)
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    }
    await refreshed()
  }
  return (
    <WorkProgress
      label={whatOf(work, t)}
      done={work.done}
      total={work.total}
      {...(work.can_stop && { stop: { text: t('work.stop'), stopping, run: () => run(stop) } })}
    />
  )
}

const isUnderWay = ({ state }: Work) => state === 'working'

function notifyEnd(work: Work, t: Translate): void {
  if (work.state === 'working') return
  notify({
    tone: ({ done: 'success', failed: 'danger', stopped: 'info' } as const)[work.state],
    title: t(`work.told.${work.state}`, { what: whatOf(work, t) }),
    details: { text: t('work.show_result'), run: () => void navigate(pageOf(work)) },
  })
}

/** Description of the work: `Import “Vereine.xlsx”`. */
function whatOf({ kind, about }: Work, t: Translate): string {
  if (kind === 'ledger_check') return t('work.about.ledger_check')
  return t(`work.about.${kind}`, { about: aboutIn({ kind, about }, t) })
}

function aboutIn({ kind, about }: Pick<Work, 'kind' | 'about'>, t: Translate): string {
  if (kind === 'bulk_run') return t.of(actNames[about as keyof typeof actNames])
  if (kind === 'export') return t.of(`nav.${about}`)
  if (kind === 'generation_run') return t.of(`documents.template_kinds.${about}`)
  return about
}

function pageOf({ kind, id }: Work): PageAddress {
  if (kind === 'import') return `/site-admin/import/${id}/`
  if (kind === 'bulk_run') return `/site-admin/projects/runs/?run=${id}`
  if (kind === 'generation_run') return `/site-admin/documents/runs/${id}/`
  if (kind === 'ledger_check') return '/site-admin/logs/ledger-checks/'
  return kind === 'export' ? '/site-admin/exports/' : '/site-admin/bank-statements/'
}

function stopOf({ kind, id }: Work): Promise<unknown> {
  const call = { params: { id: String(id) }, idempotencyKey: newIdempotencyKey() }
  if (kind === 'import') return api('POST /api/v4/imports/:id/cancel/', { params: { id } })
  if (kind === 'bulk_run') return api('POST /api/v4/projects/bulk/:id/cancel/', call)
  if (kind === 'generation_run') return api('POST /api/v4/document-runs/:id/cancel/', call)
  if (kind === 'export') return api('POST /api/v4/exports/:id/cancel/', call)
  if (kind === 'ledger_check') return api('POST /api/v4/logs/ledger-checks/cancel/')
  return api('POST /api/v4/bank-statements/files/:id/cancel/', call)
}
