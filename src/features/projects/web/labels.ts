import { showDay } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import type { Translate } from '#web/texts.ts'
import type { Cents } from '#web/form/MoneyField.tsx'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { answerLabels, answerShown, isAnswer } from '#features/additional-fields/web/values.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import { statusLabel } from '#shared/statuses.ts'
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
    title: t('projects.fields.title'),
    organization_slug: t('columns.organization'),
    description: t('columns.description'),
    status: t('columns.status'),
    internal_status: t('columns.internal_status'),
    needs_donation_review: t('projects.fields.needs_donation_review'),
    needs_voting_review: t('projects.fields.needs_voting_review'),
    is_banned: t('projects.fields.is_banned'),
    funding_type: t('columns.funding_type'),
    individual_bank_account: t('projects.fields.individual_bank_account'),
    needs: t('projects.needs'),
    starts_on: t('columns.starts_on'),
    ends_on: t('columns.ends_on'),
    ...Object.fromEntries(ofNeeds),
    ...answerLabels(fields),
  }
}

/** A field's value in words, for the choice between two. */
export function valueInWords(
  key: keyof ProjectValues,
  value: ProjectValues[keyof ProjectValues],
  t: Translate,
  locale: Locale,
  fields: readonly OfferedField[],
): string {
  if (isAnswer(key)) return answerShown(fields, key, value as string | Cents, t, locale)
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
  if (typeof value !== 'string')
    return (value as ProjectValues['needs'])
      .map(({ title, amount_cents }) => `${title}: ${formatEuro(amount_cents || 0, locale)}`)
      .join('\n')
  if (key === 'status') return t.of(statusLabel(Number(value))?.text ?? value)
  if (key === 'funding_type') return t.of(fundingTypes[Number(value) as 1 | 2 | 3 | 4]?.text ?? value)
  return key === 'starts_on' || key === 'ends_on' ? showDay(value) : value
}
