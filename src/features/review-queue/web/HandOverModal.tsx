import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SentSelection } from '#shared/lists/selection.ts'
import { visible } from '#shared/text-direction.ts'
import { api, q } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { useProfile } from '#web/profile.tsx'
import { markStale } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { NoteField } from '#features/projects/web/acts/BulkFields.tsx'
import { actOnRun, atWork, type Run } from '#features/bulk-runs/web/run.ts'
import { useReviewers } from '#features/projects/web/options.ts'
import { useDialogCall } from './useDialogCall.ts'
import type { OpenedQueue, QueueRecord } from './review-session.ts'

type HandOverModalProps = {
  record: QueueRecord
  kind: OpenedQueue['kind']
  onClose: () => void
  onDone: (gone: boolean) => void
}

const waiting = { review: 'review', voting: 'voting_review', content: 'review,voting_review' } as const
const lookAfterMs = 300

/** Assigns the project on the screen, or all projects of the person, to a colleague, with a note. */
export function HandOverModal({ record: { project }, kind, onClose, onDone }: HandOverModalProps) {
  const t = useText()
  const id = useId()
  const me = useProfile()?.id
  const reviewers = useReviewers()
  const [person, setPerson] = useState('')
  const [isShare, setIsShare] = useState(false)
  const [note, setNote] = useState('')
  const [tell, setTell] = useState(true)
  const [missing, setMissing] = useState(false)
  const { running, failure, errors, send } = useDialogCall()
  /** Why the run assigned nothing. */
  const [refusal, setRefusal] = useState<string>()
  const mine = { reviewer: 'me', needs_review: waiting[kind], exclude_status: 'archived' }
  const share = useQuery({ ...q('GET /api/v4/projects/count/', { query: mine }), staleTime: 0 })
  const count = share.data?.count ?? 0
  const handOver = async (keyOf: (body: unknown) => string) => {
    setRefusal(undefined)
    const selection: SentSelection = isShare
      ? { query: String(new URLSearchParams(mine)), expected_count: count }
      : { slugs: [project.slug] }
    const body = { selection, reviewer: Number(person), note: note.trim(), tell }
    try {
      const { bulk } = await api('POST /api/v4/projects/bulk/:action/', {
        params: { action: 'assign' },
        body,
        idempotencyKey: keyOf(body),
      })
      const run = await ended(bulk.id)
      const [cause] = run.causes
      if (run.counts.done === 0 && cause) return setRefusal(cause.text)
      void markStale('project', 'review_record')
      notify({
        tone: 'success',
        title: t('review_queue.handed_over_to', { count: run.counts.done! }),
        ...(cause && { message: `${cause.text} (${cause.count})` }),
        action: { text: t('actions.undo'), isUndo: true, run: () => void takeBack(run.id) },
      })
      onDone(!isShare || project.reviewer?.id === me)
    } catch (error) {
      void share.refetch()
      throw error
    }
  }
  const takeBack = async (run: number) => {
    try {
      await actOnRun(run, 'undo')
      await ended(run)
      await markStale('project', 'review_record')
    } catch (error) {
      notify({ tone: 'danger', title: explain(error, t) })
    }
  }
  const choices = [
    [false, t('review_queue.hand_over_this')],
    [true, t('review_queue.hand_over_share', { count })],
  ] as const
  return (
    <Modal
      title={t('review_queue.hand_over_title')}
      subtitle={visible(project.title)}
      size="sm"
      dirty={note.trim() !== ''}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button
            variant="primary"
            loading={running}
            onClick={() => (person === '' ? setMissing(true) : void send(handOver))}
          >
            {t('review_queue.hand_over_now', { count: isShare ? count : 1 })}
          </Button>
        </>
      )}
    >
      <div className="stack">
        {(refusal ?? failure) !== undefined && Object.keys(errors).length === 0 && (
          <Callout tone="danger" title={t('review_queue.hand_over_failed')} loud>
            {refusal ?? explain(failure, t)}
          </Callout>
        )}
        <SelectField
          name="reviewer"
          label={t('review_queue.hand_over_to')}
          required
          value={person}
          onChange={setPerson}
          options={reviewers.options.filter((one) => one.value !== String(me))}
          loading={reviewers.loading}
          error={
            errors.reviewer ?? (missing && person === '' ? t('review_queue.hand_over_person') : undefined)
          }
        />
        {count > 0 && (
          <fieldset className="rq-choices">
            <legend>{t('review_queue.hand_over_what')}</legend>
            {choices.map(([value, words]) => (
              <label key={words}>
                <input
                  type="radio"
                  name={`${id}-what`}
                  checked={isShare === value}
                  onChange={() => setIsShare(value)}
                />
                {words}
              </label>
            ))}
          </fieldset>
        )}
        <NoteField value={note} onChange={setNote} error={errors.note} />
        <CheckboxField name="tell" label={t('bulk.tell_reviewer')} value={tell} onChange={setTell} />
      </div>
    </Modal>
  )
}

/** Polls the run until it has ended. */
async function ended(id: number): Promise<Run> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- polls one call after the other
    const run = await api('GET /api/v4/projects/bulk/:id/', { params: { id: String(id) } })
    if (!atWork(run)) return run
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, lookAfterMs))
  }
}
