import { useQuery } from '@tanstack/react-query'
import { api, q } from '#web/api.ts'
import { refreshed } from '#web/stale.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { RowAction } from '#web/table/state/types.ts'
import { translate, useText } from '#web/texts.ts'
import { IconRefresh } from '#web/ui/lazy-icons.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { jobCells } from '../cells.ts'
import type { JobRow } from '../contract.ts'
import { jobList, jobStates } from '../table.ts'
import './jobs.css'

/** Title of a job; without a text, its name in the code. */
function nameOf(job: string): string {
  const key = `jobs.name.${job}`
  const name = translate.of(key)
  return name === key ? job : name
}

const titleColumn = titleOf<JobRow>(jobList, ({ job }) => ({
  title: nameOf(job),
  ...(nameOf(job) === job ? {} : { subtitle: job }),
}))

const columns = columnsOf(jobList, jobCells, {
  error: (job) => job.error && <span className="job-error">{job.error}</span>,
})

const rowActions: readonly RowAction<JobRow>[] = [
  {
    key: 'retry',
    text: 'actions.try_again',
    icon: IconRefresh,
    permission: 'change_settings',
    prominent: true,
    hidden: (job) => !job.can_retry,
    onSelect: (job) => void retry(job),
  },
]

const keyOf = (job: JobRow) => job.id

export function JobsPage() {
  const t = useText()
  return (
    <ListTable
      route="GET /api/v4/jobs/"
      declaration={jobList}
      title={t('nav.jobs')}
      titleColumn={titleColumn}
      columns={columns}
      rowKey={keyOf}
      rowActions={rowActions}
      searchText={t('jobs.search')}
      emptyText={t('jobs.none_yet')}
      emptyHint={t('jobs.none_hint')}
      noneMatchText={t('jobs.none_match')}
      above={
        <div className="jobs-head">
          <Counts />
        </div>
      }
    />
  )
}

/** Number of jobs per state, refreshed while the page is open. */
function Counts() {
  const t = useText()
  const { data } = useQuery({
    ...q('GET /api/v4/jobs/', { query: { page_size: 10 } }),
    refetchInterval: 15_000,
    select: (page) => page.counts,
  })
  if (!data) return null
  return (
    <dl className="jobs-counts">
      {jobStates.map((state) => (
        <div key={state}>
          <dt>{t(`jobs.state.${state}`)}</dt>
          <dd className="figures">{data[state]}</dd>
        </div>
      ))}
    </dl>
  )
}

async function retry(job: JobRow): Promise<void> {
  try {
    await api('POST /api/v4/jobs/:id/retry/', { params: { id: job.id } })
    notify({ tone: 'success', title: translate('jobs.retried'), message: nameOf(job.job) })
  } catch (error) {
    notify({ tone: 'danger', title: translate('jobs.retry_failed'), message: explain(error, translate) })
  }
  await refreshed()
}
