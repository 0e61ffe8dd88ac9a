import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { SidePart } from '#web/record/RecordPage.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { EmptyPart } from '#web/record/EmptyPart.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import type { RecordDeclaration } from '#shared/records/define-record.ts'
import type { Subject } from '#features/reviews/outcomes.ts'
import { Entries } from './Entries.tsx'
import './history.css'

const HistoryModal = lazyDialog(() => import('./HistoryModal.tsx'), 'HistoryModal')

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

export function HistoryPart({
  record,
  slug,
  title,
}: {
  record: RecordDeclaration
  slug: string
  title: string
}) {
  const t = useText()
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery(historyQuery(record.name, slug, 1, 10))
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
          <EmptyPart text={t('history.none')}>{t('history.none_hint')}</EmptyPart>
        ) : (
          <Entries entries={data.results.slice(0, newest)} record={record} slug={slug} />
        )
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
      {all && <HistoryModal record={record} slug={slug} title={title} onClose={() => setAll(false)} />}
    </SidePart>
  )
}
