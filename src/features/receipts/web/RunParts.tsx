import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { useAllowed } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { RequestNotices } from '#features/documents/web/RequestNotices.tsx'
import type { Run } from './run.ts'
import '#web/table/list/cell-two.css'

/** Refused, by reason: how many, why, who, and the way to them. */
export function Reasons({ run, onShow }: { run: Run; onShow: (code: string) => void }) {
  const t = useText()
  const allowed = useAllowed()
  return (
    <section>
      <header className="run-side-head">
        <h2>
          {t('documents.receipts.refused_by_reason')} <span className="small muted">{run.refused}</span>
        </h2>
        {allowed('export_data') && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() =>
              void download('GET /api/v4/document-runs/:id/list/', { params: { id: String(run.id) } })
            }
          >
            {t('documents.receipts.download_list')}
          </Button>
        )}
      </header>
      <ul className="run-causes">
        {run.causes.map(({ code, text, count, organizations, organization }) => (
          <li key={code}>
            <strong className="figures">{count}</strong>
            <span className="cell-two">
              <span className="strong">{text}</span>
              <span className="small muted">
                {organization ?? t('documents.receipts.organizations', { count: organizations })}
              </span>
            </span>
            <span className="run-ways">
              {code === 'proof_ended' && allowed('view_organizations') && <RequestProofs run={run.id} />}
              <Button
                variant="quiet"
                size="sm"
                aria-label={`${t('documents.receipts.show')}: ${text}`}
                onClick={() => onShow(code)}
              >
                {t('documents.receipts.show')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Requests a new notice from organizations whose proof had ended, until all have been asked. */
function RequestProofs({ run }: { run: number }) {
  const { data } = useQuery(q('GET /api/v4/proofs/forecast/', { query: { run, page_size: 10 } }))
  return <RequestNotices open={data?.open ?? 0} run={run} />
}

const issuersShown = 4

/** Numbers, by issuer and year, and whether one is missing. */
export function Numbers({ numbers }: Pick<Run, 'numbers'>) {
  const t = useText()
  const [all, setAll] = useState(false)
  const gaps = numbers.flatMap((row) => row.gaps)
  const shown = all ? numbers : numbers.slice(0, issuersShown)
  const rest = numbers.slice(shown.length)
  return (
    <section>
      <header className="run-side-head">
        <h2>
          {t('documents.receipts.numbers')}{' '}
          <span className="small muted">
            {t('documents.receipts.issuers', { year: String(numbers[0]!.year), count: numbers.length })}
          </span>
        </h2>
        <StatusLabel
          tone={gaps.length > 0 ? 'danger' : 'success'}
          text={t(gaps.length > 0 ? 'documents.receipts.gap_found' : 'documents.receipts.no_gaps')}
        />
      </header>
      {gaps.length > 0 && (
        <p className="small">{t('documents.receipts.missing', { numbers: gaps.join(', ') })}</p>
      )}
      <table className="run-numbers">
        <thead>
          <tr className="small muted">
            <th scope="col">{t('documents.receipts.issuer')}</th>
            <th scope="col" className="end">
              {t('documents.receipts.first_last')}
            </th>
            <th scope="col" className="end">
              n
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.organization}>
              <td>{visible(row.organization)}</td>
              <td className="end figures">
                {row.first} – {row.last.slice(5)}
              </td>
              <td className="end figures">{row.count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest.length > 0 && (
        <p className="run-more small">
          {t('documents.receipts.more_issuers', { count: rest.length })}
          <Button variant="quiet" size="sm" onClick={() => setAll(true)}>
            {t('documents.receipts.show_all')}
          </Button>
        </p>
      )}
      <p className="small muted">{t('documents.receipts.when_stored')}</p>
    </section>
  )
}
