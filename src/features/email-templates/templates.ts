import type { Locale } from '#shared/messages.ts'
import { defaults } from './defaults.ts'

/** Every mail the product writes (interface.md, calls 10). */
export const templateKeys = [
  'task_created',
  'task_due',
  'task_completed',
  'invitation',
  'password_reset',
  'export_ready',
  'account_notice',
] as const
export type TemplateKey = (typeof templateKeys)[number]

/** Mails whose wording is the house's own, so that whoever changes wordings cannot silence them. */
const fixedKeys: readonly TemplateKey[] = ['account_notice']

/** The mails whose wording staff may change. */
export const editableKeys: readonly TemplateKey[] = templateKeys.filter((key) => !fixedKeys.includes(key))

/**
 * `day` is handed in as `YYYY-MM-DD` and shown as a date; `link` may be a path of the product. A `secret` opens an
 * account: it is a required link, held back from everybody but the recipient.
 */
export type Variable = { name: string; kind: 'text' | 'day' | 'link'; required?: boolean; secret?: boolean }
export type Wording = { subject: string; body: string }

const task: Variable[] = [
  { name: 'title', kind: 'text', required: true },
  { name: 'description', kind: 'text' },
  { name: 'due_date', kind: 'day' },
  { name: 'target', kind: 'text' },
  { name: 'target_type', kind: 'text' },
  { name: 'created_by', kind: 'text' },
  { name: 'link', kind: 'link' },
]

/** The variables of each template; `recipient` is there in all of them. */
const variables: Record<TemplateKey, Variable[]> = {
  task_created: task,
  task_due: task,
  task_completed: [...task, { name: 'completed_by', kind: 'text' }],
  invitation: [
    { name: 'link', kind: 'link', required: true, secret: true },
    { name: 'invited_by', kind: 'text' },
    { name: 'valid_until', kind: 'day' },
  ],
  password_reset: [
    { name: 'link', kind: 'link', required: true, secret: true },
    { name: 'username', kind: 'text' },
    { name: 'valid_hours', kind: 'text' },
  ],
  export_ready: [
    { name: 'link', kind: 'link', required: true },
    { name: 'filename', kind: 'text' },
    { name: 'rows', kind: 'text' },
    { name: 'expires_on', kind: 'day' },
  ],
  account_notice: [
    { name: 'event', kind: 'text', required: true },
    { name: 'account', kind: 'text', required: true },
    { name: 'day', kind: 'day', required: true },
  ],
}

const recipient: Variable = { name: 'recipient', kind: 'text' }

export function isTemplateKey(key: string): key is TemplateKey {
  return (templateKeys as readonly string[]).includes(key)
}

/** The variable of a template that opens an account. */
export function secretOf(key: TemplateKey): string | undefined {
  return variables[key].find(({ secret }) => secret)?.name
}

export function variablesOf(key: TemplateKey): Variable[] {
  return [recipient, ...variables[key]]
}

/** The wording of the code, which holds until staff write their own. */
export function defaultWording(key: TemplateKey, language: Locale): Wording {
  return defaults[key][language]
}
