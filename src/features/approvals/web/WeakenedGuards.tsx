import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { q } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'

const shownForMs = 30 * 86_400_000

/** Names for a month each rule that was weakened, to everybody who opens the approvals. */
export function WeakenedGuards() {
  const t = useText()
  const { data } = useQuery({ ...q('GET /api/v4/settings/approvals/'), retry: false })
  const [since] = useState(() => new Date(Date.now() - shownForMs).toISOString())
  const lowered = (data?.rules ?? []).filter((rule) => rule.lowered_at !== null && rule.lowered_at > since)
  if (lowered.length === 0) return null
  return (
    <Callout tone="warning">
      {lowered.map((rule) => (
        <p key={rule.act}>
          {t('approvals.lowered', {
            act: rule.title,
            person: rule.lowered_by ?? '',
            day: showInstant(rule.lowered_at!),
          })}
        </p>
      ))}
    </Callout>
  )
}
