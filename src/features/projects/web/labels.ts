import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import type { Translate } from '#web/texts.ts'
import type { Cents } from '#web/form/MoneyField.tsx'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { answerLabels, answerShown, isAnswer } from '#features/additional-fields/web/values.ts'
import { labelsOf, valueInWords as fieldInWords } from '#web/record/record-values.ts'
import { projectRecord } from '../fields.ts'
import type { NeedValue, newProject, ProjectValues } from './values.ts'

/** Visible names of a project's fields, for error summary and conflict. */
export function fieldLabels(
  t: Translate,
  needs: readonly NeedValue[],
  fields: readonly OfferedField[],
): Record<keyof typeof newProject, string> & Record<keyof ProjectValues, string> {
  const ofNeeds = needs.flatMap((_need, at) => [
    [`needs.${at}.title`, t('projects.need_title', { number: at + 1 })],
    [`needs.${at}.amount_cents`, t('projects.need_amount', { number: at + 1 })],
  ])
  return {
    ...labelsOf(projectRecord, t),
    ...Object.fromEntries(ofNeeds),
    ...answerLabels(fields),
  }
}

export function valueInWords(
  key: keyof ProjectValues,
  value: ProjectValues[keyof ProjectValues],
  t: Translate,
  locale: Locale,
  fields: readonly OfferedField[],
): string {
  if (isAnswer(key)) return answerShown(fields, key, value as string | Cents, t, locale)
  if (typeof value === 'object')
    return (value as ProjectValues['needs'])
      .map(({ title, amount_cents }) => `${title}: ${formatEuro(amount_cents || 0, locale)}`)
      .join('\n')
  return fieldInWords(projectRecord.fields[key as keyof typeof newProject], value as string | boolean, t)
}
