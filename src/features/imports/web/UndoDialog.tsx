import { isSameName } from '#shared/normalize.ts'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { type Answer, api } from '#web/api.ts'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { ActModal } from '#web/record/ActModal.tsx'
import { useAct } from '#web/record/useAct.ts'
import { useLocale, useText } from '#web/texts.ts'
import type { Import } from './data.ts'

type UndoDialogProps = {
  data: Import
  found: Answer<'GET /api/v4/imports/:id/undo/'>
  onDone: () => void
  onClose: () => void
}

export function UndoDialog({ data, found, onDone, onClose }: UndoDialogProps) {
  const t = useText()
  const locale = useLocale()
  const n = (value: number) => formatInteger(value, locale)
  const { form, failure } = useAct({
    initial: { reason: '', confirm_filename: '' },
    validate: ({ reason, confirm_filename }) => ({
      reason: reason.trim() === '' ? t('validation.required') : '',
      confirm_filename: isSameName(confirm_filename, data.filename)
        ? ''
        : t('imports.confirm_filename_differs'),
    }),
    call: ({ reason, confirm_filename }, keyOf) => {
      const body = { reason: reason.trim(), confirm_filename: confirm_filename.trim() }
      return api('POST /api/v4/imports/:id/undo/', {
        params: { id: data.id },
        body,
        idempotencyKey: keyOf(body),
      })
    },
    done: () => ({ title: t('imports.undo_started'), message: data.filename }),
    onDone,
    onClose,
  })
  return (
    <ActModal
      title={t('imports.undo_title')}
      subtitle={data.filename}
      form={form}
      failure={failure}
      action={t('imports.do_undo', { n: n(found.gifts), amount: formatEuro(found.cents, locale) })}
      danger
      dirty={form.values.reason.trim() !== ''}
      sentence={t('imports.undo_consequence', {
        n: n(found.gifts),
        p: n(found.projects),
        o: n(found.organizations),
      })}
      onClose={onClose}
    >
      <TextArea
        {...form.field('reason')}
        label={t('imports.undo_reason')}
        required
        rows={2}
        maxLength={500}
      />
      <TextField
        {...form.field('confirm_filename')}
        label={t('imports.type_filename', { file: data.filename })}
        required
        autoComplete="off"
      />
    </ActModal>
  )
}
