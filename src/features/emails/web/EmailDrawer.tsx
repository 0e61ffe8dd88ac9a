import { useQuery } from '@tanstack/react-query'
import { showInstant } from '#shared/dates.ts'
import { type Answer, q } from '#web/api.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconRefresh } from '#web/ui/lazy-icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { useRunning } from '#web/ui/useRunning.ts'
import type { EmailRow } from '../contract.ts'
import { EmailStateLabel } from './columns.tsx'
import { MailFrame } from '#web/ui/MailFrame.tsx'
import { requeue } from './requeue.ts'

type Mail = Answer<'GET /api/v4/emails/:id/'>

/** One mail beside the list: state, body as sent, every attempt with the server's answer. */
export function EmailDrawer({ mail, onClose }: { mail: EmailRow; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery(q('GET /api/v4/emails/:id/', { params: { id: mail.id } }))
  const [running, run] = useRunning()
  const shown = data ?? mail
  return (
    <Modal
      drawer="side"
      size="lg"
      title={shown.subject || shown.template_title}
      subtitle={`${t('emails.to')}: ${shown.to_name ? `${shown.to_name} · ` : ''}${shown.to_email}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.close')}</Button>
          {shown.can_requeue && (
            <PermissionButton
              permission="change_emails"
              icon={IconRefresh}
              loading={running}
              onClick={() => run(() => requeue(shown))}
            >
              {t('actions.requeue')}
            </PermissionButton>
          )}
        </>
      }
    >
      {data ? (
        <div className="stack">
          <Facts mail={data} />
          <section className="stack-s" aria-label={t('emails.body')}>
            <h3>{t('emails.body')}</h3>
            {data.html === null ? (
              <p className="muted">{t('emails.no_body')}</p>
            ) : (
              <MailFrame title={t('emails.body')} html={data.html} text={data.text ?? ''} />
            )}
          </section>
          <Attempts mail={data} />
        </div>
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </Modal>
  )
}

function Facts({ mail }: { mail: Mail }) {
  const t = useText()
  return (
    <dl className="facts">
      <dt>{t('columns.state')}</dt>
      <dd>
        <EmailStateLabel mail={mail} />
        {mail.reason_display && <div className="mail-reason">{mail.reason_display}</div>}
      </dd>
      <dt>{t('columns.template')}</dt>
      <dd>{mail.template_title}</dd>
      <dt>{t('columns.language')}</dt>
      <dd>{t(`shell.languages.${mail.language}`)}</dd>
      <dt>{t('columns.created_at')}</dt>
      <dd className="figures">{showInstant(mail.created_at)}</dd>
      {mail.sent_at && (
        <>
          <dt>{t('columns.sent_at')}</dt>
          <dd className="figures">{showInstant(mail.sent_at)}</dd>
        </>
      )}
      {mail.next_attempt_at && (
        <>
          <dt>{t('emails.next_attempt')}</dt>
          <dd className="figures">{showInstant(mail.next_attempt_at)}</dd>
        </>
      )}
      {mail.message_id && (
        <>
          <dt>{t('emails.message_id')}</dt>
          <dd>{mail.message_id}</dd>
        </>
      )}
    </dl>
  )
}

function Attempts({ mail }: { mail: Mail }) {
  const t = useText()
  return (
    <section className="stack-s" aria-label={t('emails.attempts')}>
      <h3>{t('emails.attempts')}</h3>
      {mail.attempt_log.length === 0 ? (
        <p className="muted">{t('emails.no_attempts')}</p>
      ) : (
        <div className="table-card" role="group" aria-label={t('emails.attempts')} tabIndex={0}>
          <table className="simple-table">
            <caption className="visually-hidden">{t('emails.attempts')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('emails.attempt_at')}</th>
                <th scope="col">{t('emails.attempt_outcome')}</th>
                <th scope="col">{t('emails.attempt_answer')}</th>
              </tr>
            </thead>
            <tbody>
              {mail.attempt_log.map((attempt, at) => (
                <tr key={`${attempt.at} ${at}`}>
                  <td className="figures nowrap">{showInstant(attempt.at)}</td>
                  <td>{t.of(`emails.outcome.${attempt.outcome}`)}</td>
                  <td className="mail-answer">{attempt.answer || '-'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
