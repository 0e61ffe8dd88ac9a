import type { ReactNode } from 'react'
import { isUnanswered, explainMoneyFailure } from './money-failure.ts'
import { useText } from '../texts.ts'
import { Callout } from '../ui/Callout.tsx'

type MoneyFailureProps = {
  error: unknown
  /** Somebody else was faster: nothing to fix, only to continue. */
  isOvertaken?: boolean
  action?: ReactNode
}

/** The failure of a call that moves money; without an answer it is a warning, because the call may be repeated. */
export function MoneyFailure({ error, isOvertaken, action }: MoneyFailureProps) {
  const t = useText()
  return (
    <Callout tone={isOvertaken || isUnanswered(error) ? 'warning' : 'danger'} loud action={action}>
      {explainMoneyFailure(error, t)}
    </Callout>
  )
}
