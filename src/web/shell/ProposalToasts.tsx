import { useEffect } from 'react'
import { formatEuro } from '#shared/money.ts'
import { lastProposal } from '../awaiting-approval.ts'
import { navigate } from '../router/navigate.ts'
import { useStore } from '../store.ts'
import { currentLocale, translate } from '../texts.ts'
import { notify } from '../ui/toasts.ts'

/** Reports that an act waits for a second person, with a link to it, whatever dialog or form it came from. */
export function ProposalToasts() {
  const proposal = useStore(lastProposal)
  useEffect(() => {
    if (!proposal) return
    notify({
      tone: 'info',
      title: translate('approvals.proposed'),
      message: translate('approvals.proposed_text', {
        act: translate(`approvals.acts.${proposal.act}`),
        amount: formatEuro(proposal.amount_cents, currentLocale()),
      }),
      details: {
        text: translate('approvals.open'),
        run: () => void navigate(`/site-admin/approvals/?id=${proposal.id}`),
      },
    })
  }, [proposal])
  return null
}
