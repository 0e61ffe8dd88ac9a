import { useState } from 'react'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { download } from '#web/download.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconDownload } from '#web/ui/icons.ts'
import { explain } from '#web/ui/states.tsx'
import { leftOutKinds } from '../shape.ts'
import type { Import } from './data.ts'
import { confirming } from './confirming.ts'
import { DecideDialog } from './DecideDialog.tsx'
import type { ChangeImport } from './types.ts'
import { SumsTable } from './SumsTable.tsx'
import { ReducedGiftsTable } from './ReducedGiftsTable.tsx'
import { Undone } from './UndoSection.tsx'

type Counts = NonNullable<Import['counts']>

type ResultSectionProps = {
  data: Import
  /** Show refused rows here, unless another part of the page does. */
  withRefused?: boolean
  onLeaveOut: () => void
  onChange: ChangeImport
  onCheck: () => Promise<unknown>
}

export function ResultSection({
  data,
  withRefused = true,
  onLeaveOut,
  onChange,
  onCheck,
}: ResultSectionProps) {
  const t = useText()
  const { counts } = data
  const isOver = data.state === 'done' || data.state === 'undone'
  return (
    <>
      <Outcome data={data} />
      {counts && (
        <section aria-labelledby="result">
          <h2 id="result">{t(isOver ? 'imports.result' : 'imports.check_result')}</h2>
          <LeftOut counts={counts} />
          {withRefused && <RefusedRows data={data} withReasons onLeaveOut={onLeaveOut} />}
          <div className="import-counts">
            <div className="table-card" role="group" aria-labelledby="result" tabIndex={0}>
              <NewAndKnown counts={counts} />
            </div>
            {counts.years.length > 0 && (
              <div className="table-card" role="group" aria-label={t('imports.per_year')} tabIndex={0}>
                <SumsTable counts={counts} rates={data.options.rates} />
              </div>
            )}
          </div>
          <ReducedGiftsTable taken={counts.taken_back} />
          <Doubles data={data} counts={counts} onChange={onChange} onCheck={onCheck} />
          {!isOver && <p className="small muted">{t('imports.made_up')}</p>}
        </section>
      )}
    </>
  )
}

export function Outcome({ data }: { data: Import }) {
  const t = useText()
  const locale = useLocale()
  if (data.state === 'failed')
    return (
      <Callout tone="danger" title={t('imports.failed_title')}>
        {data.failure?.text}
      </Callout>
    )
  if (data.state === 'cancelled') return <Callout tone="info" title={t('imports.cancelled_title')} />
  if (data.state === 'undone') return <Undone data={data} />
  if (data.state !== 'done' || !data.counts) return null
  const { organizations, projects, gifts } = data.counts
  const title = t('imports.done_title', {
    organizations: formatInteger(organizations.new, locale),
    projects: formatInteger(projects.new, locale),
    gifts: formatInteger(gifts.new, locale),
  })
  return (
    <Callout
      tone="success"
      title={title}
      action={
        <LinkButton size="sm" to="/site-admin/projects/">
          {t('imports.to_projects')}
        </LinkButton>
      }
    >
      {t('imports.made_up')}
    </Callout>
  )
}

export function RefusedRows({
  data,
  withReasons = false,
  onLeaveOut,
}: Pick<ResultSectionProps, 'data' | 'onLeaveOut'> & { withReasons?: boolean }) {
  const t = useText()
  const [loading, setLoading] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const fetchFile = async () => {
    setLoading(true)
    setFailed(undefined)
    try {
      const args = { params: { id: data.id }, query: { format: 'xlsx' as const } }
      await download('GET /api/v4/imports/:id/refused/', args)
    } catch (error) {
      setFailed(error)
    } finally {
      setLoading(false)
    }
  }
  const { counts } = data
  if (!counts || counts.refused === 0) return null
  const blocked = !data.options.partial && data.state !== 'done' && data.state !== 'undone'
  return (
    <Callout
      tone="warning"
      title={t('imports.refused_rows', { count: counts.refused })}
      action={
        <Button size="sm" icon={IconDownload} loading={loading} onClick={() => void fetchFile()}>
          {t('imports.download_refused')}
        </Button>
      }
    >
      {withReasons && (
        <ul className="import-reasons">
          {counts.refused_by.map((reason) => (
            <li key={`${reason.field} ${reason.code}`}>
              {reason.rows} × {reason.text}
            </li>
          ))}
        </ul>
      )}
      {blocked && (
        <>
          <p>{t('imports.refused_none_taken')}</p>
          {data.can_change && (
            <Button size="sm" onClick={onLeaveOut}>
              {t('imports.partial')}
            </Button>
          )}
        </>
      )}
      {failed !== undefined && <p role="alert">{explain(failed, t)}</p>}
    </Callout>
  )
}

/** Lines of the file that are no data, and why. */
function LeftOut({ counts: { left_out } }: { counts: Counts }) {
  const t = useText()
  if (!left_out) return null
  const said = leftOutKinds.filter((kind) => left_out[kind] > 0)
  if (said.length === 0) return null
  return (
    <p className="small muted">
      {said.map((kind) => t(`imports.left_out.${kind}`, { count: left_out[kind] })).join(' ')}
    </p>
  )
}

function NewAndKnown({ counts }: { counts: Counts }) {
  const t = useText()
  const locale = useLocale()
  return (
    <table className="simple-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('imports.result')}</span>
          </th>
          <th scope="col" className="end">
            {t('imports.new')}
          </th>
          <th scope="col" className="end">
            {t('imports.known')}
          </th>
          <th scope="col" className="end">
            {t('imports.changed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {(['organizations', 'projects', 'gifts'] as const).map((what) => (
          <tr key={what}>
            <th scope="row">{t(`imports.${what}`)}</th>
            <td className="end figures">{formatInteger(counts[what].new, locale)}</td>
            <td className="end figures">{formatInteger(counts[what].known, locale)}</td>
            {/* Only reversal rows change earlier bookings. */}
            <td className="end figures">
              {what === 'gifts' && counts.taken_back.gifts > 0 ? (
                <a href="#taken-back">{formatInteger(counts.taken_back.gifts, locale)}</a>
              ) : (
                formatInteger(0, locale)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Equal rows, and names that may mean the same organization. */
function Doubles({
  data,
  counts,
  onChange,
  onCheck,
}: Omit<ResultSectionProps, 'onLeaveOut'> & { counts: Counts }) {
  const t = useText()
  const locale = useLocale()
  const [deciding, setDeciding] = useState(false)
  const isOpen = data.can_change && data.to_confirm.includes('alike_names')
  const areDifferent = () => void onChange(confirming('alike_names'))
  const { equal_rows, alike, reversals } = counts
  return (
    <>
      {alike.pairs > 0 && (
        <Callout
          tone="warning"
          title={t('imports.alike', { count: alike.pairs })}
          action={
            isOpen && (
              <>
                <Button size="sm" onClick={() => setDeciding(true)}>
                  {t('imports.decide')}
                </Button>
                <Button size="sm" onClick={areDifferent}>
                  {t('imports.is_meant.alike_names')}
                </Button>
              </>
            )
          }
        >
          <ul className="import-reasons">
            {alike.first.map(([one, other]) => (
              <li key={`${one} ${other}`}>{t('imports.alike_pair', { one, other })}</li>
            ))}
            {alike.pairs > alike.first.length && (
              <li>{t('imports.and_more', { n: formatInteger(alike.pairs - alike.first.length, locale) })}</li>
            )}
          </ul>
        </Callout>
      )}
      {deciding && <DecideDialog data={data} onKept={onCheck} onClose={() => setDeciding(false)} />}
      {reversals.cents > 0 && (
        <p className="small">
          {t('imports.reversals', { count: reversals.new, amount: formatEuro(reversals.cents, locale) })}
        </p>
      )}
      {reversals.known > 0 && (
        <p className="small">{t('imports.reversals_known', { count: reversals.known })}</p>
      )}
      {equal_rows > 0 && <p className="small">{t('imports.equal_rows', { count: equal_rows })}</p>}
    </>
  )
}
