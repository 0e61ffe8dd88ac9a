import { useQuery } from '@tanstack/react-query'
import { showInstant } from '#shared/dates.ts'
import type { Answer } from '#web/api.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { offeredFieldsQuery } from '#features/additional-fields/web/offered-fields.ts'
import type { RecordDeclaration } from '#shared/records/define-record.ts'
import { changesOf, textsIn } from '../describe.ts'
import { UndoChange } from './UndoChange.tsx'
import './history.css'

type Entry = Answer<'GET /api/v4/project/:slug/history/'>['results'][number]
type EntriesProps = { entries: readonly Entry[]; record: RecordDeclaration; slug: string }

/** Changes with person and time, newest first; each has Undo or the reason against it. */
export function Entries({ entries, record, slug }: EntriesProps) {
  const subject = record.name
  const t = useText()
  const locale = useLocale()
  const fields = useQuery({ ...offeredFieldsQuery, enabled: subject === 'project' }).data?.results
  const words = textsIn(locale, (key) => t.of(key), fields)
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
                {changesOf(entry, record, words).map((change) => (
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
