import { api } from '#web/api.ts'
import { TextArea } from '#web/form/TextField.tsx'
import { ActModal } from '#web/record/ActModal.tsx'
import { RecordField } from '#web/record/RecordField.tsx'
import { useAct } from '#web/record/useAct.ts'
import { useText } from '#web/texts.ts'
import type { DeliveryRow } from '../contract.ts'

type DecideDialogProps = { kind: 'book' | 'close'; delivery: DeliveryRow; onClose: () => void }

export function DecideDialog({ kind, delivery, onClose }: DecideDialogProps) {
  const t = useText()
  const { form, failure } = useAct({
    initial: { project_slug: '', reason: '' },
    validate: ({ reason }) => ({ reason: reason.trim() === '' ? t('validation.required') : '' }),
    call: ({ project_slug, reason }, keyOf) => {
      const why = { reason: reason.trim() }
      const params = { id: delivery.id }
      if (kind === 'close')
        return api('POST /api/v4/intake-deliveries/:id/close/', {
          params,
          body: why,
          idempotencyKey: keyOf(why),
        })
      const body = { ...why, ...(project_slug !== '' && { project_slug }) }
      return api('POST /api/v4/intake-deliveries/:id/book/', { params, body, idempotencyKey: keyOf(body) })
    },
    done: ({ ref, state_display, problem_display }) => ({
      title: state_display,
      message: [ref, problem_display].filter(Boolean).join(' · '),
    }),
    onClose,
  })
  return (
    <ActModal
      title={t(`intake.${kind}_title`)}
      subtitle={[delivery.provider, delivery.ref, delivery.problem_display].filter(Boolean).join(' · ')}
      form={form}
      failure={failure}
      action={t(`intake.do_${kind}`)}
      sentence={t(`intake.${kind}_consequence`)}
      onClose={onClose}
    >
      {kind === 'book' && (
        <RecordField
          {...form.field('project_slug')}
          route="GET /api/v4/projects/minimal-list/"
          label={t('intake.book_project')}
          optional
        />
      )}
      <TextArea
        {...form.field('reason')}
        label={t('private_donations.reason')}
        required
        rows={3}
        maxLength={2000}
      />
    </ActModal>
  )
}
