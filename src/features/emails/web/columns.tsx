import { showInstant } from '#shared/dates.ts'
import type { Column, TitleColumn } from '#web/table/types.ts'
import type { Tone } from '#shared/labels.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { templateKeys } from '#features/email-templates/templates.ts'
import type { EmailRow } from '../contract.ts'
import { type EmailState, emailStates } from '../rules.ts'
import type { EmailColumn } from '../table.ts'
import './emails.css'

/** Colours of the states (design: labels). */
const tones: Record<EmailState, Tone> = {
  queued: 'default',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  skipped: 'default',
}

/** A mail's state as a label. */
export function EmailStateLabel({ mail }: { mail: Pick<EmailRow, 'state' | 'state_display'> }) {
  return <StatusLabel tone={tones[mail.state]} text={mail.state_display} />
}

export const titleColumn: TitleColumn<EmailRow> = {
  title: 'columns.subject',
  ordering: 'subject',
  cell: (mail) => ({ title: mail.subject || mail.template_title, action: 'view' }),
}

function column(
  key: EmailColumn,
  cell: Column<EmailRow>['cell'],
  rest: Partial<Column<EmailRow>> = {},
): Column<EmailRow> {
  return { key, title: `columns.${key}`, ordering: key, cell, ...rest }
}

/** The columns of the outbox. */
export const columns: readonly Column<EmailRow>[] = [
  column(
    'to_email',
    (mail) => (
      <span className="cell-two">
        {mail.to_name && <span>{mail.to_name}</span>}
        <span>{mail.to_email}</span>
      </span>
    ),
    { width: 170 },
  ),
  column('template', (mail) => mail.template_title, {
    filter: {
      name: 'template',
      texts: Object.fromEntries(templateKeys.map((key) => [key, `emails.template.${key}` as const])),
    },
  }),
  column('state', (mail) => <EmailStateLabel mail={mail} />, {
    filter: {
      name: 'state',
      texts: Object.fromEntries(emailStates.map((state) => [state, `emails.state.${state}` as const])),
    },
    width: 112,
  }),
  column('language', (mail, t) => t(`shell.languages.${mail.language}`), {
    filter: {
      name: 'language',
      texts: {
        en_US: 'shell.languages.en_US',
        du_DE: 'shell.languages.du_DE',
        sie_DE: 'shell.languages.sie_DE',
      },
    },
    width: 104,
    card: false,
  }),
  column('created_at', (mail) => showInstant(mail.created_at), { width: 118 }),
  column('sent_at', (mail) => mail.sent_at && showInstant(mail.sent_at), { width: 118, card: false }),
  column('attempts', (mail) => mail.attempts, { align: 'end', width: 72 }),
]
