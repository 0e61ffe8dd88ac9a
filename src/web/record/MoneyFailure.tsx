import type { ReactNode } from 'react'
import { isUnanswered, tellMoneyFailure } from './money-failure.ts'
import { useText } from '../texts.ts'
import { Callout } from '../ui/Callout.tsx'

type MoneyFailureProps = {
  error: unknown
  /** Somebody else was faster: nothing to mend, only to go on from. */
  isOvertaken?: boolean
  action?: ReactNode
}

/** A call that moves money failed; without an answer that is a warning, for it may be repeated. */
export function MoneyFailure({ error, isOvertaken, action }: MoneyFailureProps) {
  const t = useText()
  return (
    <Callout tone={isOvertaken || isUnanswered(error) ? 'warning' : 'danger'} loud action={action}>
      {tellMoneyFailure(error, t)}
    </Callout>
  )
}
