import { useText } from '#web/texts.ts'
import { WorkProgress } from '#web/ui/WorkProgress.tsx'
import type { Import } from './data.ts'

type ProgressProps = { data: Import; cancelling: boolean; onCancel: () => void }

export function Progress({ data, cancelling, onCancel }: ProgressProps) {
  const t = useText()
  const { step, rows_done, rows_total } = data
  const stopping = !data.can_cancel
  const words = t(step ? `imports.steps.${step}` : 'imports.steps.waiting')
  return (
    <section className="import-progress card" aria-label={words}>
      <p className="strong" role="status">
        {stopping ? t('imports.cancelling') : words}
      </p>
      <WorkProgress
        label={t('imports.rows')}
        done={rows_done}
        total={step === 'reading' ? null : rows_total}
        step={step ?? ''}
        stop={{
          text: t(data.state === 'undoing' ? 'imports.stop_undoing' : 'imports.stop'),
          stopping: stopping || cancelling,
          run: onCancel,
        }}
      />
    </section>
  )
}
