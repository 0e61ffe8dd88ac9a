import type { Translate } from '#web/texts.ts'
import type { Cents } from '#web/form/MoneyField.tsx'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import {
  answersOf,
  type AnswerValues,
  answerValues,
  isAnswer,
} from '#features/additional-fields/web/values.ts'
import {
  bodyOf,
  errorsOf,
  initialValues,
  type RecordValues,
  valuesOfRecord,
} from '#web/record/record-values.ts'
import type { ProjectDetail } from '../contract.ts'
import { projectRecord } from '../fields.ts'

/** A need as typed; `key` distinguishes rows that have no id yet. */
export type NeedValue = { key: string; id?: number; title: string; amount_cents: Cents }

/** A project's form, without the answers to additional fields. */
type PlainValues = RecordValues<typeof projectRecord> & { needs: readonly NeedValue[] }
export type ProjectValues = PlainValues & AnswerValues
type PlainKey = keyof PlainValues

export const newProject: PlainValues = { ...initialValues(projectRecord), needs: [] }

export function valuesOf(project: ProjectDetail, fields: readonly OfferedField[]): ProjectValues {
  return {
    ...answerValues(fields, project.additional),
    ...valuesOfRecord(projectRecord, project, {
      organization_slug: project.organization.slug,
      individual_bank_account: project.individual_bank_account?.slug,
      internal_status: project.internal_status?.slug,
    }),
    needs: project.needs.map((need) => ({ key: String(need.id), ...need })),
  }
}

/** Needs in the wire format. */
export function sentNeeds(needs: readonly NeedValue[]) {
  return needs.map(({ id, title, amount_cents }) => ({
    ...(id === undefined ? {} : { id }),
    title,
    amount_cents: amount_cents ?? 0,
  }))
}

/** Messages by field; those of a need are under `needs.0.title`. The server validates everything again. */
export function validateProject(values: PlainValues, t: Translate): Record<string, string> {
  const errors: Record<string, string> = { ...errorsOf(projectRecord, values, t) }
  if (!errors.starts_on && !errors.ends_on && values.starts_on && values.ends_on)
    if (values.ends_on < values.starts_on) errors.ends_on = t('projects.ends_before_start')
  for (const [at, need] of values.needs.entries()) {
    if (!need.title.trim()) errors[`needs.${at}.title`] = t('projects.title_required')
    if (!(need.amount_cents !== null && need.amount_cents > 0))
      errors[`needs.${at}.amount_cents`] = t('form.amount')
  }
  return errors
}

/** The changes in the API's format, answers included. */
export function changeOf(values: ProjectValues, changed: readonly string[], fields: readonly OfferedField[]) {
  const answers = changed.filter(isAnswer)
  const plain = changed.filter((key) => !isAnswer(key)) as PlainKey[]
  return {
    ...bodyOf(
      projectRecord,
      values,
      plain.filter((key) => key !== 'needs'),
    ),
    ...(plain.includes('needs') && { needs: sentNeeds(values.needs) }),
    ...(answers.length > 0 && { additional: answersOf(fields, values, answers) }),
  }
}

/** Sum of the valid amounts, in cents. */
export function totalOf(needs: readonly NeedValue[]): number {
  return needs.reduce((sum, { amount_cents }) => sum + (amount_cents || 0), 0)
}
