import { type Locale, locales } from '#shared/messages.ts'
import type { Answer } from '#web/api.ts'
import type { Errors } from '#web/form/useForm.ts'
import type { Translate } from '#web/texts.ts'

export type Template = Answer<'GET /api/v4/email-templates/:key/'>

type Part = 'subject' | 'body'
/** A field per part and language, with the name that the server uses in refusals. */
export type TemplateField = `${Part}.${Locale}`
export type TemplateValues = Record<TemplateField, string>

const fields = locales.flatMap((language): TemplateField[] => [`subject.${language}`, `body.${language}`])

export function partsOf(field: TemplateField): { part: Part; language: Locale } {
  const [part, language] = field.split('.') as [Part, Locale]
  return { part, language }
}

export function valuesOf(template: Template): TemplateValues {
  const entries = fields.map((field) => {
    const { part, language } = partsOf(field)
    return [field, template[part][language]]
  })
  return Object.fromEntries(entries) as TemplateValues
}

/** Payload with the changed wordings. */
export function bodyOf(values: TemplateValues, changed: readonly TemplateField[]) {
  const body: Record<Part, Partial<Record<Locale, string>>> = { subject: {}, body: {} }
  for (const field of changed) {
    const { part, language } = partsOf(field)
    body[part][language] = values[field]
  }
  return body
}

export function validateTemplate(values: TemplateValues, t: Translate): Errors<TemplateValues> {
  return Object.fromEntries(
    fields
      .filter((field) => values[field].trim() === '')
      .map((field) => [field, t(`email_templates.${partsOf(field).part}_required`)]),
  )
}

export function firstLanguage(names: readonly string[]): Locale | undefined {
  return locales.find((language) => names.some((name) => name.endsWith(`.${language}`)))
}

export function fieldLabels(t: Translate): Record<TemplateField, string> {
  const entries = fields.map((field) => {
    const { part, language } = partsOf(field)
    const name = part === 'subject' ? t('columns.subject') : t('email_templates.body')
    return [field, t('email_templates.field', { field: name, language: t(`shell.languages.${language}`) })]
  })
  return Object.fromEntries(entries) as Record<TemplateField, string>
}
