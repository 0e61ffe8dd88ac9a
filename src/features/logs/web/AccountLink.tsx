import { Fragment } from 'react'
import { PageLink } from '#web/router/PageLink.tsx'
import './journal.css'

/** An account's code, which leads to the journal of that account. */
export function AccountLink({ account }: { account: { id: number; code: string } }) {
  return (
    <PageLink className="account-code" href={`/site-admin/logs/journal/?account=${account.code}`}>
      {/* Between its parts a code may go on in the next line; within them only where it has to. */}
      {account.code.split(':').map((part, at) => (
        <Fragment key={at}>
          {at > 0 && (
            <>
              :<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </PageLink>
  )
}
