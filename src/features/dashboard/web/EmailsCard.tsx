import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { useText } from '#web/texts.ts'
import { focusAfterRemoval } from '#web/ui/useReturnFocus.ts'
import { useRunning } from '#web/ui/useRunning.ts'
import { requeue } from '#features/emails/web/requeue.ts'
import { Card, CardLink, Nothing } from './Card.tsx'
import { emailsAddress, type FailedEmails, type Part } from './data.ts'

const shown = 3

/** The newest failed e-mails, with a button to requeue each. */
export function EmailsCard({ emails }: { emails: Part<FailedEmails> }) {
  const t = useText()
  const title = t('nav.emails')
  return (
    <Card
      title={title}
      note={emails.data && t('dashboard.failed', { count: emails.data.count })}
      action={<CardLink href={emailsAddress} text={t('actions.show_all')} of={title} />}
      part={emails}
      rows={shown}
    >
      {({ results }) =>
        results.length === 0 ? (
          <Nothing>{t('dashboard.none_failed')}</Nothing>
        ) : (
          <ul className="dash-rows">
            {results.slice(0, shown).map((mail) => (
              <li key={mail.id} className="dash-row">
                <span className="dash-row-text">
                  <span className="dash-row-title truncate">{mail.template_title}</span>
                  <span className="caption muted truncate">
                    {mail.to_email} · {mail.reason_display}
                  </span>
                </span>
                {mail.can_requeue && <Requeue mail={mail} />}
              </li>
            ))}
          </ul>
        )
      }
    </Card>
  )
}

function Requeue({ mail }: { mail: FailedEmails['results'][number] }) {
  const t = useText()
  const [sending, run] = useRunning()
  const send = async (button: HTMLButtonElement) => {
    const heading = button.closest('section')?.querySelector('h2') ?? null
    await requeue(mail)
    // The row and its button disappear after success, so the focus moves to the heading.
    focusAfterRemoval(button, heading)
  }
  return (
    <PermissionButton
      permission="change_emails"
      variant="quiet"
      size="sm"
      loading={sending}
      aria-label={t('actions.named', {
        action: t('actions.requeue'),
        title: `${mail.template_title}, ${mail.to_email}`,
      })}
      onClick={({ currentTarget }) => run(() => send(currentTarget))}
    >
      {t('actions.requeue')}
    </PermissionButton>
  )
}
