import { type ReactNode, useId } from 'react'
import { mostAtOnce } from '#shared/list-declaration.ts'
import { formatEuro } from '#shared/money.ts'
import { ApiError, NetworkError } from '#web/api.ts'
import type { Form } from '#web/form/useForm.ts'
import { namesOf } from '#web/table/refusals.ts'
import { selectedText } from '#web/table/selected-text.ts'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import { explain } from '#web/ui/states.tsx'
import type { Target } from './target.ts'

/** Why a money call failed: what stands in the way by name; without an answer, that nothing is booked twice. */
export function tellMoneyFailure(error: unknown, t: Translate): string {
  if (error instanceof NetworkError) return t('payouts.no_answer')
  const reason = explain(error, t)
  const blocking = error instanceof ApiError ? (error.body.blocking ?? []) : []
  if (blocking.length === 0) return reason
  return `${reason} ${namesOf(
    blocking.map((row) => row.title),
    t,
  )}`
}

type ActModalProps<V extends Record<string, unknown>> = {
  title: string
  target: Target
  form: Form<V>
  failure: string | undefined
  sentence: string
  /** The primary button: what it does, without count and sum. */
  action: string
  danger?: boolean
  onClose: () => void
  children: ReactNode
}

/** A short form over one payout or the selected ones: fields, the sentence before the click, a button with the sum. */
export function ActModal<V extends Record<string, unknown>>(props: ActModalProps<V>) {
  const { title, target, form, failure, sentence, action, danger, onClose, children } = props
  const t = useText()
  const locale = useLocale()
  const id = useId()
  const { count, sum_cents } = target
  const tooMany = count > mostAtOnce
  const problem = form.formError ?? failure
  const sum = sum_cents === undefined ? '' : formatEuro(sum_cents, locale)
  return (
    <Modal
      title={title}
      subtitle={
        target.title ??
        selectedText({ count, sum_cents, titles: [], all: undefined, sent: target.sent }, t, locale)
      }
      size="sm"
      dirty={form.dirty}
      // What is on its way is waited for.
      onClose={() => !form.submitting && onClose()}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'primary'}
            loading={form.submitting}
            disabled={tooMany || count === 0}
          >
            {sum ? t('payouts.act_with_sum', { action, count, sum }) : action}
          </Button>
        </>
      )}
    >
      <form {...form.props} id={id} className="stack">
        {problem && (
          <Callout tone="danger" loud>
            {problem}
          </Callout>
        )}
        {children}
        {tooMany && <Callout tone="warning">{t('list.too_many', { count, limit: mostAtOnce })}</Callout>}
        <Sentence>{sentence}</Sentence>
      </form>
    </Modal>
  )
}
