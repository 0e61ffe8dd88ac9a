import { defineList, textsUnder } from '#shared/lists/list-record.ts'
import { locales } from '#shared/messages.ts'
import { templateKeys } from '#features/email-templates/templates.ts'
import { emailStates } from './rules.ts'

/** The outbox (product.md §5). */
export const emailList = defineList({
  table: 'emails',
  defaultOrdering: '-created_at',
  columns: {
    subject: { heading: 'columns.subject', kind: 'text', ordering: 'subject', names: 'title' },
    to_email: { heading: 'columns.to_email', kind: 'text', ordering: 'to_email', width: 170 },
    template: {
      heading: 'columns.template',
      kind: 'text',
      ordering: 'template',
      filter: { values: textsUnder('emails.template.', templateKeys) },
    },
    state: {
      heading: 'columns.state',
      kind: 'text',
      ordering: 'state',
      filter: { values: textsUnder('emails.state.', emailStates) },
    },
    language: {
      heading: 'columns.language',
      kind: 'text',
      ordering: 'language',
      filter: { values: textsUnder('shell.languages.', locales) },
      width: 104,
      card: false,
    },
    created_at: { heading: 'columns.created_at', kind: 'instant', ordering: 'created_at' },
    sent_at: { heading: 'columns.sent_at', kind: 'instant', ordering: 'sent_at', card: false },
    attempts: { heading: 'columns.attempts', kind: 'number', ordering: 'attempts' },
  },
})
