import { formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Import } from './data.ts'

type ProgressProps = { data: Import; cancelling: boolean; onCancel: () => void }

/** How far the work on a file is, and a way to stop it. */
export function Progress({ data, cancelling, onCancel }: ProgressProps) {
  const t = useText()
  const locale = useLocale()
  const { step, rows_done, rows_total, lists_wait_seconds } = data
  const waits = data.state === 'running' && lists_wait_seconds !== null && lists_wait_seconds > 1
  const done = formatInteger(rows_done, locale)
  const known = rows_total !== null && rows_total > 0 && step !== 'reading'
  const stopping = !data.can_cancel
  return (
    <section
      className="import-progress card"
      aria-label={t(step ? `imports.steps.${step}` : 'imports.steps.waiting')}
    >
      <p className="strong" role="status">
        {stopping ? t('imports.cancelling') : t(step ? `imports.steps.${step}` : 'imports.steps.waiting')}
      </p>
      <progress
        aria-label={t('imports.rows')}
        max={known ? rows_total : undefined}
        value={known && rows_done > 0 ? rows_done : undefined}
      />
      {waits && (
        <p className="small muted">{t('imports.lists_wait', { seconds: String(lists_wait_seconds) })}</p>
      )}
      <div className="import-progress-foot">
        <span className="small muted figures">
          {known
            ? t('imports.progress', { done, total: formatInteger(rows_total, locale) })
            : rows_done > 0 && t('imports.progress_rows', { done })}
        </span>
        <Button size="sm" loading={cancelling} disabled={stopping} onClick={onCancel}>
          {t('imports.stop')}
        </Button>
      </div>
    </section>
  )
}
