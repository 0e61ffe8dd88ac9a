import { useQuery } from '@tanstack/react-query'
import { formatEuro } from '#shared/money.ts'
import { q } from '#web/api.ts'
import { useAllowed } from '#web/profile.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { approvalRights } from '../rules.ts'

/** Waiting proposals about one record; hidden from people who may neither propose nor approve. */
export function WaitingActs({ type, slug }: { type: 'project' | 'organization'; slug: string }) {
  const t = useText()
  const locale = useLocale()
  const maySee = approvalRights.some(useAllowed())
  const query = { state: 'waiting', about_type: type, about_slug: slug, page_size: 10 } as const
  const { data } = useQuery({ ...q('GET /api/v4/approvals/', { query }), enabled: maySee, retry: false })
  return (data?.results ?? []).map((row) => (
    <Callout
      key={row.id}
      tone="warning"
      title={t('approvals.waiting_label')}
      action={
        <LinkButton to={`/site-admin/approvals/?id=${row.id}`} size="sm">
          {t('approvals.look')}
        </LinkButton>
      }
    >
      {t('approvals.record_waits', {
        act: row.act_display,
        amount: formatEuro(row.amount_cents, locale),
        person: row.proposed_by,
      })}
    </Callout>
  ))
}
