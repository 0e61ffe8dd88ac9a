import type { TextKey } from '#shared/text-keys.ts'

/** All mails of the product (interface.md, calls 10). */
export const templateKeys = [
  'task_created',
  'task_due',
  'task_completed',
  'invitation',
  'password_reset',
  'export_ready',
  'account_notice',
  'approval_decided',
  'review_public',
  'review_accepted',
  'review_rejected',
  'review_question',
  'applicant_note',
  'document_sent',
  'document_link',
  'proof_ends',
  'review_handed_over',
] as const
export type TemplateKey = (typeof templateKeys)[number]

/** Mails with fixed wording, so that changing wordings cannot silence them. */
const fixedKeys: readonly TemplateKey[] = ['account_notice']

export const editableKeys: readonly TemplateKey[] = templateKeys.filter((key) => !fixedKeys.includes(key))

/** Mails that staff may send to applicants in bulk; `text: true` needs a text of their own. */
export const applicantMails = {
  applicant_note: { text: true },
  review_question: { text: true },
  review_public: { text: false },
  review_accepted: { text: false },
  review_rejected: { text: true },
} as const satisfies Partial<Record<TemplateKey, { text: boolean }>>
export type ApplicantMail = keyof typeof applicantMails

/**
 * `day` takes `YYYY-MM-DD` and is shown as a date; `link` may be a path of the product. A `secret` opens an account or a
 * document: it is a required link that only the recipient sees.
 */
export type Variable = {
  name: string
  kind: 'text' | 'day' | 'link'
  required?: boolean
  secret?: boolean
  /** Label of its chips, if it differs from its meaning. */
  label?: TextKey
}
export type Wording = { subject: string; body: string }

const task: Variable[] = [
  { name: 'title', kind: 'text', required: true },
  { name: 'description', kind: 'text' },
  { name: 'due_date', kind: 'day' },
  { name: 'target', kind: 'text' },
  { name: 'target_type', kind: 'text', label: 'email_templates.label.target_type' },
  { name: 'created_by', kind: 'text' },
  { name: 'link', kind: 'link', label: 'email_templates.label.task_link' },
]

const review: Variable[] = [
  { name: 'title', kind: 'text', required: true },
  { name: 'organization', kind: 'text' },
  { name: 'reason', kind: 'text' },
]

/** Empty except in the thank-you letter for a gift that needs no receipt. */
const slip: Variable = { name: 'slip', kind: 'text' }

/** The variables of each template; all have `recipient` in addition. */
const variables: Record<TemplateKey, Variable[]> = {
  task_created: task,
  task_due: task,
  task_completed: [...task, { name: 'completed_by', kind: 'text' }],
  invitation: [
    {
      name: 'link',
      kind: 'link',
      required: true,
      secret: true,
      label: 'email_templates.label.invitation_link',
    },
    { name: 'invited_by', kind: 'text' },
    { name: 'valid_until', kind: 'day' },
  ],
  password_reset: [
    {
      name: 'link',
      kind: 'link',
      required: true,
      secret: true,
      label: 'email_templates.label.password_link',
    },
    { name: 'username', kind: 'text' },
    { name: 'valid_hours', kind: 'text' },
  ],
  export_ready: [
    { name: 'link', kind: 'link', required: true, label: 'email_templates.label.file_link' },
    { name: 'filename', kind: 'text' },
    { name: 'rows', kind: 'text' },
    { name: 'expires_on', kind: 'day' },
  ],
  account_notice: [
    { name: 'event', kind: 'text', required: true },
    { name: 'account', kind: 'text', required: true },
    { name: 'day', kind: 'day', required: true },
  ],
  approval_decided: [
    { name: 'decision', kind: 'text', required: true, label: 'email_templates.label.decision' },
    { name: 'act', kind: 'text', required: true },
    { name: 'title', kind: 'text', required: true },
    { name: 'amount', kind: 'text' },
    { name: 'reason', kind: 'text' },
    { name: 'link', kind: 'link', label: 'email_templates.label.proposal_link' },
  ],
  review_public: review,
  review_accepted: review,
  review_rejected: review,
  review_question: review,
  applicant_note: review,
  document_sent: [...review, slip],
  document_link: [
    { name: 'title', kind: 'text', required: true },
    { name: 'organization', kind: 'text' },
    { name: 'reason', kind: 'text' },
    {
      name: 'link',
      kind: 'link',
      required: true,
      secret: true,
      label: 'email_templates.label.document_link',
    },
    { name: 'valid_until', kind: 'day' },
    slip,
  ],
  proof_ends: [
    { name: 'organization', kind: 'text', required: true },
    { name: 'ends_on', kind: 'day', required: true },
    { name: 'issued_on', kind: 'day' },
  ],
  review_handed_over: [
    { name: 'handed_by', kind: 'text', required: true },
    { name: 'count', kind: 'text', required: true },
    { name: 'note', kind: 'text' },
    { name: 'link', kind: 'link', label: 'email_templates.label.share_link' },
  ],
}

const recipient: Variable = { name: 'recipient', kind: 'text' }

export function isTemplateKey(key: string): key is TemplateKey {
  return (templateKeys as readonly string[]).includes(key)
}

/** The variable of a template whose link opens an account or a document. */
export function secretOf(key: TemplateKey): string | undefined {
  return variables[key].find(({ secret }) => secret)?.name
}

export function variablesOf(key: TemplateKey): Variable[] {
  return [recipient, ...variables[key]]
}
