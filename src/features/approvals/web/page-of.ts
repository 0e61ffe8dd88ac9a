import type { PageAddress } from '#shared/pages.ts'
import type { Approval } from '../contract.ts'

export function pageOf({ type, slug, title }: Approval['about']): PageAddress | undefined {
  const named = encodeURIComponent(slug)
  const searched = encodeURIComponent(title.split(',')[0] ?? title)
  switch (type) {
    case 'project':
      return `/site-admin/project/${named}/update/?tab=money`
    case 'organization':
      return `/site-admin/organization/${named}/update/`
    case 'payout':
      return `/site-admin/payouts/?search=${searched}`
    case 'private_donation':
      return `/site-admin/private-donations/?search=${searched}`
    case 'recovery_claim':
      return `/site-admin/recovery-claims/?search=${searched}`
    case 'individual_bank_account':
      return '/site-admin/settings/bank-accounts/'
    case 'bank_account':
      return '/site-admin/settings/own-accounts/'
    case 'import':
      return `/site-admin/import/${named}/`
    case 'approval_rules':
      return '/site-admin/settings/approvals/'
    default:
      return undefined
  }
}
