import { useState } from 'react'
import { api, ApiError } from '#web/api.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { staleAfter } from '#web/stale.ts'
import { cacheDecidedLine, type LineRow, cacheDecisionInLists, type Target } from './data.ts'

type Part = Omit<Target, 'title'> & { amount_cents: number }
export type Decision =
  | { act: 'match'; parts: readonly Part[] }
  | { act: 'hold' | 'ignore'; reason: string }
  | { act: 'undo' }
/** A line before and after its decision, and the word for the decision. */
export type DecisionResult = { line: LineRow; before: LineRow; what: (typeof words)[Decision['act']] }

const words = {
  match: 'bank_statements.state.matched',
  hold: 'bank_statements.state.held',
  ignore: 'bank_statements.state.ignored',
  undo: 'bank_statements.undone',
} as const

/**
 * Sends decisions on lines, one call at a time; an unanswered call is repeated with its idempotency key, and a refusal
 * is kept for display.
 */
export function useDecide(onDecided: (decided: DecisionResult) => Promise<void>) {
  const keyOf = useIdempotencyKey()
  const [running, setRunning] = useState<Decision['act']>()
  const [failure, setFailure] = useState<{ error: unknown; byOther: boolean }>()
  const decide = async (before: LineRow, decision: Decision): Promise<void> => {
    if (running) return
    setRunning(decision.act)
    setFailure(undefined)
    try {
      // After the line was reopened, the same decision is a new call.
      const key = keyOf({ id: before.id, version: before.version, decision })
      const line = await send(before.id, decision, key)
      cacheDecisionInLists(before, line)
      // An undone line is shown next; a decided one stays unchanged until the next one is loaded.
      const isNext = decision.act === 'undo'
      if (isNext) cacheDecidedLine(line)
      await onDecided({ line, before, what: words[decision.act] })
      if (!isNext) cacheDecidedLine(line)
      staleAfter(routeOf(decision))
    } catch (error) {
      const byOther = error instanceof ApiError && error.body.code === 'line_done'
      setFailure({ error, byOther })
      if (error instanceof ApiError && error.status === 409) staleAfter(routeOf(decision))
    } finally {
      setRunning(undefined)
    }
  }
  return { decide, running, failure }
}

const routeOf = ({ act }: Decision) => `POST /api/v4/bank-transactions/:id/${act}/` as const

function send(id: number, decision: Decision, idempotencyKey: string): Promise<LineRow> {
  // The line stays as it was until the next one is there.
  const shared = { params: { id }, idempotencyKey, marksStale: false }
  switch (decision.act) {
    case 'match':
      return api('POST /api/v4/bank-transactions/:id/match/', {
        ...shared,
        body: { parts: [...decision.parts] },
      })
    case 'hold':
      return api('POST /api/v4/bank-transactions/:id/hold/', { ...shared, body: { reason: decision.reason } })
    case 'ignore':
      return api('POST /api/v4/bank-transactions/:id/ignore/', {
        ...shared,
        body: { reason: decision.reason },
      })
    case 'undo':
      return api('POST /api/v4/bank-transactions/:id/undo/', { ...shared, body: {} })
  }
}
