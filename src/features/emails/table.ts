import type { ListDeclaration } from '#shared/list-declaration.ts'
import { locales } from '#shared/messages.ts'
import { templateKeys } from '#features/email-templates/templates.ts'
import { emailStates } from './rules.ts'

/** The outbox (product.md §5): filters, ordering and columns, declared once. */
export const emailList = {
  table: 'emails',
  filters: { state: emailStates, template: templateKeys, language: locales },
  ordering: ['created_at', 'sent_at', 'state', 'template', 'to_email', 'subject', 'language', 'attempts'],
  defaultOrdering: '-created_at',
} as const satisfies ListDeclaration

/** Columns that Table Settings can hide, and the keys of the export's columns. */
export const emailColumns = [
  'state',
  'template',
  'to_email',
  'language',
  'attempts',
  'created_at',
  'sent_at',
] as const
export type EmailColumn = (typeof emailColumns)[number]
