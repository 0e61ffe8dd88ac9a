import { type ReactNode, useId } from 'react'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { Modal } from '../ui/Modal.tsx'
import { RequiredHint } from './RequiredHint.tsx'
import type { Form } from './useForm.ts'

type FormModalProps<V extends Record<string, unknown>> = {
  title: string
  form: Form<V>
  /** What went wrong beside the fields. */
  failure?: string | undefined
  size?: 'sm' | 'md'
  onClose: () => void
  children: ReactNode
}

/** A short form in a modal with Close and Save; typed text is not thrown away unasked. */
export function FormModal<V extends Record<string, unknown>>({
  title,
  form,
  failure,
  size = 'sm',
  onClose,
  children,
}: FormModalProps<V>) {
  const t = useText()
  const formId = useId()
  const problem = form.formError ?? failure
  return (
    <Modal
      title={title}
      size={size}
      dirty={form.dirty}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.submitting}>
            {t('actions.save')}
          </Button>
        </>
      )}
    >
      <form {...form.props} id={formId} className="stack">
        {problem && (
          <Callout tone="danger" loud>
            {problem}
          </Callout>
        )}
        <RequiredHint />
        {children}
      </form>
    </Modal>
  )
}
