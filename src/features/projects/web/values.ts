import { isDay } from '#shared/dates.ts'
import type { Translate } from '#web/texts.ts'
import type { Cents } from '#web/form/MoneyField.tsx'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import {
  answersOf,
  type AnswerValues,
  answerValues,
  isAnswer,
} from '#features/additional-fields/web/values.ts'
import type { ProjectDetail } from '../contract.ts'

/** A need as it is typed; `key` tells rows apart while they have no id. */
export type NeedValue = { key: string; id?: number; title: string; amount_cents: Cents }

/** A project's form: choices are text, '' is none, days are `YYYY-MM-DD` or what was typed. */
type PlainValues = {
  title: string
  organization_slug: string
  description: string
  status: string
  internal_status: string
  needs_donation_review: boolean
  needs_voting_review: boolean
  is_banned: boolean
  funding_type: string
  individual_bank_account: string
  needs: readonly NeedValue[]
  starts_on: string
  ends_on: string
}
/** The same with the answers to additional fields. */
export type ProjectValues = PlainValues & AnswerValues

export const newProject: PlainValues = {
  title: '',
  organization_slug: '',
  description: '',
  status: '1',
  internal_status: '',
  needs_donation_review: false,
  needs_voting_review: false,
  is_banned: false,
  funding_type: '1',
  individual_bank_account: '',
  needs: [],
  starts_on: '',
  ends_on: '',
}

export function valuesOf(project: ProjectDetail, fields: readonly OfferedField[]): ProjectValues {
  return {
    ...answerValues(fields, project.additional),
    title: project.title,
    organization_slug: project.organization.slug,
    description: project.description,
    status: String(project.status.choice ?? ''),
    internal_status: project.internal_status?.slug ?? '',
    needs_donation_review: project.needs_donation_review,
    needs_voting_review: project.needs_voting_review,
    is_banned: project.is_banned,
    funding_type: String(project.funding_type.choice ?? ''),
    individual_bank_account: project.individual_bank_account?.slug ?? '',
    needs: project.needs.map((need) => ({ key: String(need.id), ...need })),
    starts_on: project.starts_on ?? '',
    ends_on: project.ends_on ?? '',
  }
}

/** What is sent, by field; only validated values reach this. */
const sent = {
  title: (v) => v.title,
  organization_slug: (v) => v.organization_slug,
  description: (v) => v.description,
  status: (v) => Number(v.status) as 1 | 2 | 3,
  internal_status: (v) => v.internal_status || null,
  needs_donation_review: (v) => v.needs_donation_review,
  needs_voting_review: (v) => v.needs_voting_review,
  is_banned: (v) => v.is_banned,
  funding_type: (v) => Number(v.funding_type) as 1 | 2 | 3 | 4,
  individual_bank_account: (v) => v.individual_bank_account || null,
  needs: (v) =>
    v.needs.map(({ id, title, amount_cents }) => ({
      ...(id === undefined ? {} : { id }),
      title,
      amount_cents: amount_cents ?? 0,
    })),
  starts_on: (v) => v.starts_on || null,
  ends_on: (v) => v.ends_on || null,
} satisfies { [K in keyof PlainValues]: (values: PlainValues) => unknown }

type Sent = { [K in keyof typeof sent]: ReturnType<(typeof sent)[K]> }

/** The wire's form of these fields. */
export function bodyOf<K extends keyof PlainValues>(values: PlainValues, keys: readonly K[]): Pick<Sent, K> {
  return Object.fromEntries(keys.map((key) => [key, sent[key](values)])) as Pick<Sent, K>
}

/** Messages by field; those of a need stand under `needs.0.title`. The server checks everything again. */
export function validateProject(values: PlainValues, t: Translate): Record<string, string> {
  const errors: Record<string, string> = {}
  if (!values.title.trim()) errors.title = t('projects.title_required')
  if (!values.organization_slug) errors.organization_slug = t('projects.organization_required')
  for (const key of ['starts_on', 'ends_on'] as const)
    if (values[key] && !isDay(values[key])) errors[key] = t('validation.day')
  if (!errors.starts_on && !errors.ends_on && values.starts_on && values.ends_on)
    if (values.ends_on < values.starts_on) errors.ends_on = t('projects.ends_before_start')
  for (const [at, need] of values.needs.entries()) {
    if (!need.title.trim()) errors[`needs.${at}.title`] = t('projects.title_required')
    if (!(need.amount_cents !== null && need.amount_cents > 0))
      errors[`needs.${at}.amount_cents`] = t('form.amount')
  }
  return errors
}

/** The wire's form of what was changed, answers included. */
export function changeOf(values: ProjectValues, changed: readonly string[], fields: readonly OfferedField[]) {
  const answers = changed.filter(isAnswer)
  const plain = changed.filter((key) => !isAnswer(key)) as (keyof PlainValues)[]
  return {
    ...bodyOf(values, plain),
    ...(answers.length > 0 && { additional: answersOf(fields, values, answers) }),
  }
}

/** Sum of the amounts that are amounts, in cents. */
export function totalOf(needs: readonly NeedValue[]): number {
  return needs.reduce((sum, { amount_cents }) => sum + (amount_cents || 0), 0)
}
