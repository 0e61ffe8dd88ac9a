import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, dayOf } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import { api, qAll } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { DateField } from '#web/form/DateField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useAllowed, useProfile } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { longestReason } from '../rules.ts'
import { previewOf } from './preview.ts'
import { SnippetChips } from './SnippetChips.tsx'
import { useDialogCall } from './useDialogCall.ts'
import type { QueueRecord } from './review-session.ts'

type AskModalProps = { record: QueueRecord; minutes: number; onClose: () => void; onAsked: () => void }

const daysToAnswer = 7

export function AskModal({ record, minutes, onClose, onAsked }: AskModalProps) {
  const t = useText()
  const profile = useProfile()
  const allowed = useAllowed()
  const { project, organization } = record
  const hasAddress = organization.email_contact !== ''
  const mayTask = allowed('change_reminders') || allowed('create_reminders')
  const [question, setQuestion] = useState('')
  const [mail, setMail] = useState(hasAddress)
  const [status, setStatus] = useState('')
  const [withTask, setWithTask] = useState(mayTask)
  const [taskTitle, setTaskTitle] = useState<string>(() => t('review_queue.task_title'))
  const [today] = useState(() => dayOf(new Date()))
  const [due, setDue] = useState<string>(() => addDays(today, daysToAnswer))
  const { running, failure, errors, send } = useDialogCall()
  const statuses = useQuery(qAll('GET /api/v4/projects/internal-status/'))
  const text = useDebounced(question, 250)
  const preview = useQuery({
    ...previewOf(project.slug, { about: 'question', text }),
    enabled: mail && text.trim() !== '',
    placeholderData: (before) => before,
  })
  const ask = () =>
    send(async (keyOf) => {
      const body = {
        question,
        mail: mail ? (true as const) : null,
        ...(status && { internal_status: status }),
        task: withTask && profile ? { title: taskTitle, scheduled_for: due, users: [profile.id] } : null,
        version: project.version,
      }
      await api('POST /api/v4/reviews/queue/:slug/ask/', {
        params: { slug: project.slug },
        body,
        idempotencyKey: keyOf(body),
      })
      onAsked()
    })
  return (
    <Modal
      title={t('review_queue.ask_title')}
      subtitle={visible(project.title)}
      dirty={question !== ''}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button variant="primary" loading={running} onClick={() => void ask()}>
            {t('review_queue.ask_now')}
          </Button>
        </>
      )}
    >
      <div className="stack">
        {failure !== undefined && (
          <Callout tone="danger" loud>
            {errors['task.title'] ??
              errors['task.scheduled_for'] ??
              errors['task.users'] ??
              explain(failure, t)}
          </Callout>
        )}
        <TextArea
          name="question"
          label={t('review_queue.question')}
          required
          rows={4}
          maxLength={longestReason}
          value={question}
          error={errors.question}
          onChange={setQuestion}
        />
        <SnippetChips purpose="question" onUse={setQuestion} />
        <CheckboxField
          name="mail"
          label={t('review_queue.mail')}
          value={mail}
          disabled={!hasAddress}
          onChange={setMail}
        />
        <p className="caption muted">
          {hasAddress ? t('review_queue.leaves', { count: minutes }) : t('review_queue.no_address')}
        </p>
        {mail && preview.data && (
          <div className="rq-letter" role="group" aria-label={t('review_queue.mail_preview')}>
            <dl>
              <dt>{t('review_queue.mail_to')}</dt>
              <dd className="truncate">{preview.data.to}</dd>
              <dt>{t('review_queue.mail_subject')}</dt>
              <dd className="truncate">{visible(preview.data.subject)}</dd>
            </dl>
            <p className="rq-text">{visible(preview.data.text)}</p>
          </div>
        )}
        <SelectField
          name="internal_status"
          label={t('review_queue.set_status')}
          value={status}
          clearable
          placeholder={t('review_queue.status_stays')}
          options={(statuses.data?.results ?? []).map((one) => ({
            value: one.slug,
            label: visible(one.title),
          }))}
          error={errors.internal_status}
          onChange={setStatus}
        />
        {mayTask && (
          <CheckboxField
            name="with_task"
            label={t('review_queue.with_task')}
            value={withTask}
            onChange={setWithTask}
          />
        )}
        {withTask && (
          <>
            <TextField
              name="task_title"
              label={t('review_queue.snippet_title')}
              required
              maxLength={64}
              value={taskTitle}
              error={errors.title}
              onChange={setTaskTitle}
            />
            <DateField
              name="due"
              label={t('review_queue.task_due')}
              required
              min={today}
              value={due}
              error={errors.scheduled_for}
              onChange={setDue}
            />
          </>
        )}
      </div>
    </Modal>
  )
}
