import { useEffect, useRef, useState } from 'react'
import { api, q } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { translate } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { LineDetail } from './data.ts'
import { preselectFrom } from '../suggest.ts'
import { type DraftPart, draftOf } from './split.ts'

const saveDelayMs = 400

/** The unfinished split of a line, saved for this person on the server as it changes; undefined when there is none. */
export function useDraft(line: LineDetail) {
  const [parts, setParts] = useState(() => initialParts(line))
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void }>(undefined)
  const keep = (next: readonly DraftPart[]) => {
    clearTimeout(waiting.current?.timer)
    const send = () => {
      waiting.current = undefined
      void save(line, next)
    }
    waiting.current = { timer: setTimeout(send, saveDelayMs), send }
  }
  // Saves the last change when the person moves on at once.
  useEffect(
    () => () => {
      clearTimeout(waiting.current?.timer)
      waiting.current?.send()
    },
    [],
  )
  return {
    parts,
    change: (next: DraftPart[] | undefined) => {
      setParts(next)
      keep(next ?? [])
    },
    /** The line was decided, so nothing more is saved. */
    forget: () => {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
    },
  }
}

/** The person's draft, otherwise a suggested split that is certain enough to preselect. */
function initialParts({ draft, suggestions: [best] }: LineDetail): DraftPart[] | undefined {
  if (draft.length > 0) return draftOf(draft)
  return best && best.split.length > 0 && best.score >= preselectFrom ? draftOf(best.split) : undefined
}

async function save({ id, amount_cents }: LineDetail, parts: readonly DraftPart[]): Promise<void> {
  const noTarget = {
    target_type: amount_cents > 0 ? 'project' : 'payout',
    target_slug: '',
    title: '',
  } as const
  const body = {
    parts: parts.map(({ target = noTarget, amount }) => ({
      target_type: target.target_type,
      target_slug: target.target_slug,
      title: target.title,
      amount_cents: amount || 0,
    })),
  }
  // Returning to the line shows the draft at once.
  const { queryKey } = q('GET /api/v4/bank-transactions/:id/', { params: { id } })
  queryClient.setQueryData<LineDetail>(queryKey, (known) => known && { ...known, draft: body.parts })
  try {
    await api('PUT /api/v4/bank-transactions/:id/draft/', { params: { id }, body })
  } catch (error) {
    notify({ tone: 'danger', title: translate('states.error'), message: explain(error, translate) })
  }
}
