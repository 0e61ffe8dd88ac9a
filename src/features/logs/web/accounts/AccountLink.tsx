import { visible } from '#shared/text-direction.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import '../journal/journal.css'

/** An account's name with a link to its journal. */
export function AccountLink({ account }: { account: { code: string; name: string } }) {
  return (
    <PageLink
      className="account-link"
      href={`/site-admin/logs/journal/?account=${encodeURIComponent(account.code)}`}
    >
      {visible(account.name)}
    </PageLink>
  )
}
