import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { type Answer, q } from '#web/api.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { SidePart } from '#web/record/RecordPage.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { Nothing } from '#web/record/Nothing.tsx'
import { ListFailed } from '#web/table/ListFailed.tsx'
import { offered } from '#features/additional-fields/web/offered.ts'
import type { Subject } from '#features/reviews/outcomes.ts'
import { changesOf, wordsOn } from '../describe.ts'
import { UndoChange } from './UndoChange.tsx'
import './history.css'

const HistoryModal = lazyDialog(() => import('./HistoryModal.tsx'), 'HistoryModal')

type Entry = Answer<'GET /api/v4/project/:slug/history/'>['results'][number]

/** Newest changes shown in the side panel; the rest stands behind Show all. */
const newest = 4

/** Query options of a page of a record's history. */
export function historyQuery(subject: Subject, slug: string, page: number, pageSize: number) {
  const query = { page, page_size: pageSize }
  return subject === 'project'
    ? q('GET /api/v4/project/:slug/history/', { params: { slug }, query })
    : // Both histories have one shape.
      (q('GET /api/v4/organization/:slug/history/', { params: { slug }, query }) as unknown as ReturnType<
        typeof q<'GET /api/v4/project/:slug/history/'>
      >)
}

/** The History part of a record's side panel. */
export function HistoryPart({ subject, slug, title }: { subject: Subject; slug: string; title: string }) {
  const t = useText()
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery(historyQuery(subject, slug, 1, 10))
  return (
    <SidePart
      title={t('history.title')}
      action={
        data &&
        data.count > newest && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={t('actions.named', { action: t('actions.show_all'), title: t('history.title') })}
            onPointerEnter={HistoryModal.preload}
            onClick={() => setAll(true)}
          >
            {t('actions.show_all')}
          </Button>
        )
      }
    >
      {data ? (
        data.count === 0 ? (
          <Nothing text={t('history.none')}>{t('history.none_hint')}</Nothing>
        ) : (
          <Entries entries={data.results.slice(0, newest)} subject={subject} slug={slug} />
        )
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
      {all && <HistoryModal subject={subject} slug={slug} title={title} onClose={() => setAll(false)} />}
    </SidePart>
  )
}

type EntriesProps = { entries: readonly Entry[]; subject: Subject; slug: string }

/** Who changed what and when, newest first; with Undo where that is possible, and why where it is not. */
export function Entries({ entries, subject, slug }: EntriesProps) {
  const t = useText()
  const locale = useLocale()
  const fields = useQuery({ ...offered, enabled: subject === 'project' }).data?.results
  const words = wordsOn(locale, (key) => t.of(key), fields)
  return (
    <ol className="history">
      {entries.map((entry) => {
        const reason = entry.after?.reason
        const what = t.of(`history.actions.${entry.action}`)
        return (
          <li key={entry.id}>
            <Avatar name={entry.actor} />
            <div>
              <p className="strong">{entry.undone ? <s>{what}</s> : what}</p>
              {entry.undone && (
                <p>
                  {t('history.undone_by', { person: entry.undone.by, time: showInstant(entry.undone.at) })}
                </p>
              )}
              <ul>
                {changesOf(entry, subject, words).map((change) => (
                  <li key={change.field}>
                    <span className="muted">{change.field}:</span> {change.before} → {change.after}
                  </li>
                ))}
                {typeof reason === 'string' && reason !== '' && <li>{t('history.reason', { reason })}</li>}
              </ul>
              {entry.run && entry.run.count > 1 && subject === 'project' && (
                <p>
                  <PageLink href={`/site-admin/projects/runs/?run=${entry.run.id}`}>
                    {t('history.one_of', { count: entry.run.count })}
                  </PageLink>
                </p>
              )}
              <p className="caption muted figures">
                {t('history.by', { date: showInstant(entry.at), person: entry.actor })}
              </p>
            </div>
            <UndoChange entry={entry} subject={subject} slug={slug} what={what} />
          </li>
        )
      })}
    </ol>
  )
}
