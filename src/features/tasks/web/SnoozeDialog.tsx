import { useRef, useState } from 'react'
import { addDays, dayOf, isDay } from '#shared/dates.ts'
import { DateField } from '#web/form/DateField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { type SnoozeUntil, mostSnoozeDays } from '../rules.ts'
import './tasks.css'

type SnoozeDialogProps = {
  title?: string
  count: number
  onSnooze: (until: SnoozeUntil) => Promise<void>
  onClose: () => void
}

/** Snoozes to tomorrow or by seven days with one click, or to a chosen day. */
export function SnoozeDialog({ title, count, onSnooze, onClose }: SnoozeDialogProps) {
  const t = useText()
  const first = useRef<HTMLButtonElement>(null)
  const [today] = useState(() => dayOf(new Date()))
  const [failure, setFailure] = useState<unknown>()
  const [running, setRunning] = useState(false)
  const snooze = async (until: SnoozeUntil) => {
    setRunning(true)
    setFailure(undefined)
    try {
      await onSnooze(until)
      onClose()
    } finally {
      setRunning(false)
    }
  }
  const atOnce = (until: SnoozeUntil) => {
    if (!running) snooze(until).catch(setFailure)
  }
  const form = useForm({
    initial: { scheduled_for: '' },
    validate: ({ scheduled_for: day }) => ({
      scheduled_for: day === '' ? t('tasks.due_required') : isDay(day) ? '' : t('validation.day'),
    }),
    onSubmit: ({ scheduled_for }) => snooze({ scheduled_for }),
    onFailure: setFailure,
  })
  return (
    <Modal
      title={title === undefined ? t('tasks.snooze.title') : t('tasks.snooze.title_one', { title })}
      {...(title === undefined && { subtitle: t('tasks.snooze.many', { count }) })}
      size="sm"
      dirty={false}
      onClose={onClose}
      initialFocus={first}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button variant="primary" loading={running} onClick={() => void form.submit()}>
            {t('tasks.snooze.title')}
          </Button>
        </>
      )}
    >
      <form {...form.props} className="stack">
        {failure !== undefined && (
          <Callout tone="danger" loud>
            {explain(failure, t)}
          </Callout>
        )}
        <div className="due-chips" role="group" aria-label={t('tasks.chips.label')}>
          <Button ref={first} size="sm" onClick={() => atOnce({ scheduled_for: addDays(today, 1) })}>
            {t('tasks.chips.tomorrow')}
          </Button>
          <Button size="sm" onClick={() => atOnce({ days: 7 })}>
            {t('tasks.chips.week')}
          </Button>
        </div>
        <DateField
          {...form.field('scheduled_for')}
          label={t('tasks.snooze.until')}
          hint={t('tasks.snooze.series_hint')}
          min={today}
          max={addDays(today, mostSnoozeDays)}
        />
      </form>
    </Modal>
  )
}
