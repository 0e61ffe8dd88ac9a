import { visible } from '#shared/text-direction.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { emailCells, stateTones } from '../cells.ts'
import type { EmailRow } from '../contract.ts'
import { emailList } from '../table.ts'
import './emails.css'
import '#web/table/list/cell-two.css'

export function EmailStateLabel({ mail }: { mail: Pick<EmailRow, 'state' | 'state_display'> }) {
  return <StatusLabel tone={stateTones[mail.state]} text={mail.state_display} />
}

export const titleColumn = titleOf<EmailRow>(emailList, (mail) => ({
  title: mail.subject || mail.template_title,
  action: 'view',
}))

export const columns = columnsOf(emailList, emailCells, {
  to_email: (mail) => (
    <span className="cell-two">
      {mail.to_name && <span>{visible(mail.to_name)}</span>}
      <span>{mail.to_email}</span>
    </span>
  ),
  language: (mail, t) => t(`shell.languages.${mail.language}`),
})
