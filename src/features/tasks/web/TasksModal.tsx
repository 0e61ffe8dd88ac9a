import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDiscard, Modal } from '#web/ui/Modal.tsx'
import type { Task } from '../contract.ts'
import { markDone, notifyFailure } from './actions.ts'
import { tasksOf, useMayAdd } from './data.ts'
import { DeleteTask } from './DeleteTask.tsx'
import type { OpenTasks } from './open.ts'
import { TaskDetails } from './TaskDetails.tsx'
import { TaskForm } from './TaskForm.tsx'
import { TaskTable } from './TaskTable.tsx'
import './tasks.css'

/** `blank` is the empty form; `edit` and `view` hold a task. */
type Panel = { mode: 'blank' } | { mode: 'edit' | 'view'; task: Task }

const markedFor = 2000

/** The Tasks modal of one project or organization (spec §2, §4; design §8). */
export function TasksModal({ opened, onClose }: { opened: OpenTasks; onClose: () => void }) {
  const { target } = opened
  const t = useText()
  const mayAdd = useMayAdd()
  const [panel, setPanel] = useState<Panel>(
    opened.task ? { mode: opened.mode ?? 'view', task: opened.task } : { mode: 'blank' },
  )
  // Key of the blank form, so that each one starts empty.
  const [round, setRound] = useState(0)
  const [dirty, setDirty] = useState(false)
  const [pending, setPending] = useState<Panel>()
  const [deleting, setDeleting] = useState<Task>()
  const [marked, setMarked] = useState<readonly string[]>([])
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that opened a task; Cancel and Close return the focus to it.
  const opener = useRef<Element>(null)
  const tasks = useQuery({ ...tasksOf(target), retry: false })
  useLoadFailure(tasks.error, () => void tasks.refetch())

  const show = (next: Panel) => {
    setDirty(false)
    setPending(undefined)
    setPanel(next)
    setRound(round + 1)
  }
  /** Asks before typed text is discarded. */
  const showAfterAsking = (next: Panel) => {
    opener.current = document.activeElement
    if (dirty) setPending(next)
    else show(next)
  }
  const focusTemplate = () => body.current?.querySelector<HTMLElement>('[name="template"]')?.focus()
  const leave = () => {
    flushSync(() => show({ mode: 'blank' }))
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    else focusTemplate()
    opener.current = null
  }
  const saved = async (rows: readonly Task[]) => {
    opener.current = null
    show({ mode: 'blank' })
    setMarked(rows.map((task) => task.slug))
    await refreshed()
    setTimeout(() => setMarked([]), markedFor)
    focusTemplate()
  }
  const current = panel.mode === 'blank' ? undefined : upToDate(panel.task, tasks.data)
  return (
    <Modal
      title={t('tasks.title')}
      subtitle={
        target.type === 'ledger'
          ? target.title
          : t(target.type === 'project' ? 'tasks.of_project' : 'tasks.of_organization', {
              title: target.title,
            })
      }
      size="xl"
      minHeight={600}
      dirty={dirty}
      onClose={onClose}
      {...(opened.task && opened.mode !== 'edit' && { initialFocus: heading })}
      footer={(close) => <Button onClick={close}>{t('actions.close')}</Button>}
    >
      <div className="tasks" ref={body}>
        {panel.mode === 'view' ? (
          <TaskDetails task={current!} heading={heading} onClose={leave} />
        ) : panel.mode === 'edit' || mayAdd ? (
          <TaskForm
            key={panel.mode === 'edit' ? panel.task.slug : `blank-${round}`}
            target={target}
            {...(panel.mode === 'edit' && { task: panel.task })}
            onDirty={setDirty}
            onSaved={(rows) => void saved(rows)}
            onCancel={leave}
          />
        ) : (
          <p className="muted small">{t('tasks.no_right_to_add', { name: 'change_reminders' })}</p>
        )}
        <TaskTable
          tasks={tasks.data}
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
          marked={marked}
          onView={(task) => showAfterAsking({ mode: 'view', task })}
          onDone={(task) => void markDone(task)}
          onEdit={(task) => showAfterAsking({ mode: 'edit', task })}
          onDelete={setDeleting}
        />
      </div>
      {pending && <ConfirmDiscard onKeep={() => setPending(undefined)} onDiscard={() => show(pending)} />}
      {deleting && <DeleteTask task={deleting} onClose={() => setDeleting(undefined)} onDeleted={onClose} />}
    </Modal>
  )
}

/** The task's current row of the list, e.g. after Done. */
const upToDate = (task: Task, tasks: readonly Task[] | undefined) =>
  tasks?.find((other) => other.slug === task.slug) ?? task

function useLoadFailure(error: unknown, retry: () => void): void {
  const reportFailure = useEffectEvent(() => notifyFailure(error, retry))
  useEffect(() => {
    if (error) reportFailure()
  }, [error])
}
