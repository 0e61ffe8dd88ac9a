import type { Translate } from '#web/texts.ts'
import type { TaskTemplate } from '../contract.ts'
import { maxTitleLength } from '../rules.ts'

/** `days` holds the typed text. */
export type TypedStep = { title: string; description: string; days: string }
export type TemplateValues = { title: string; description: string; steps: readonly TypedStep[] }

const maxDays = 3650
export const blankTemplate: TemplateValues = { title: '', description: '', steps: [] }

export const templateValuesOf = (template: TaskTemplate): TemplateValues => ({
  title: template.title,
  description: template.description,
  steps: template.steps.map((step) => ({ ...step, days: String(step.days) })),
})

/** Payload of both calls that save a template. */
export const templateBodyOf = (values: TemplateValues) => ({
  title: values.title.trim(),
  description: values.description,
  steps: values.steps.map((step) => ({ ...step, title: step.title.trim(), days: Number(step.days) })),
})

/** Messages by field; fields of a step have names such as `step-title-0` and `step-days-0`. */
export function validateTemplate(values: TemplateValues, t: Translate): Record<string, string> {
  const ofSteps = values.steps.flatMap((step, at) => [
    [`step-title-${at}`, titleError(step.title, t)],
    [`step-days-${at}`, daysError(step.days, t)],
  ])
  return { title: titleError(values.title, t), ...Object.fromEntries(ofSteps) }
}

const titleError = (title: string, t: Translate) =>
  title.trim() === ''
    ? t('tasks.title_required')
    : title.trim().length > maxTitleLength
      ? t('tasks.title_too_long')
      : ''
const daysError = (days: string, t: Translate) =>
  /^\d{1,4}$/.test(days.trim()) && Number(days) <= maxDays ? '' : t('tasks.templates.days_invalid')

/** A new step starts on the day of the previous one. */
export const newStep = (steps: readonly TypedStep[]): TypedStep => ({
  title: '',
  description: '',
  days: steps.at(-1)?.days ?? '0',
})
