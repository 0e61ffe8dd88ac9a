import { PageLink } from '#web/router/PageLink.tsx'
import './journal.css'

/** An account's code, which leads to the journal of that account. */
export function AccountLink({ account }: { account: { id: number; code: string } }) {
  return (
    <PageLink className="account-code" href={`/site-admin/logs/journal/?account=${account.code}`}>
      {account.code}
    </PageLink>
  )
}
