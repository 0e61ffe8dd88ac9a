import type { ReactNode } from 'react'
import { maxBulkRows } from '#shared/lists/list-declaration.ts'
import { formatEuro } from '#shared/money.ts'
import { ActModal, type ActModalProps } from '#web/record/ActModal.tsx'
import { useAct } from '#web/record/useAct.ts'
import type { Errors } from '#web/form/useForm.ts'
import { correctIfChanged } from '#web/table/state/refusals.ts'
import { selectedText } from '#web/table/state/selected-text.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { type Target } from './target.ts'

type Options<V> = {
  target: Target
  initial: V
  validate: (values: V) => Errors<V>
  /** Makes the call; repeating it with the same values uses the same idempotency key. */
  call: (values: V, keyOf: (body: unknown) => string) => Promise<{ changed: string[] }>
  done: (count: number) => string
  onClose: () => void
}

/** The form of an action on payouts; a selection that has changed since it was counted is corrected in the list. */
export function usePayoutAct<V extends Record<string, unknown>>({ target, done, ...options }: Options<V>) {
  const t = useText()
  return useAct({
    ...options,
    done: ({ changed }: { changed: string[] }) => ({
      title: t('states.success'),
      message: done(changed.length),
    }),
    // The selected payouts are done.
    onDone: () => target.list?.clearSelection(),
    onFailure: (error) => {
      if (target.list) correctIfChanged(error, target.list)
    },
  })
}

type PayoutActProps<V extends Record<string, unknown>> = Omit<
  ActModalProps<V>,
  'subtitle' | 'disabled' | 'children'
> & {
  target: Target
  children: ReactNode
}

/** An action on one payout or the selected ones; its button shows their count and sum. */
export function PayoutAct<V extends Record<string, unknown>>(props: PayoutActProps<V>) {
  const { target, action, children, ...rest } = props
  const t = useText()
  const locale = useLocale()
  const { count, sum_cents } = target
  const tooMany = count > maxBulkRows
  const sum = sum_cents === undefined ? '' : formatEuro(sum_cents, locale)
  return (
    <ActModal
      {...rest}
      subtitle={
        target.title ??
        selectedText({ count, sum_cents, titles: [], all: undefined, sent: target.sent }, t, locale)
      }
      action={sum ? t('payouts.act_with_sum', { action, count, sum }) : action}
      disabled={tooMany || count === 0}
    >
      {children}
      {tooMany && <Callout tone="warning">{t('list.too_many', { count, limit: maxBulkRows })}</Callout>}
    </ActModal>
  )
}
