import type { Locale } from '#shared/messages.ts'
import { type FieldMessage, InvalidInput } from '#server/base/errors.ts'
import { secretOf, type TemplateKey, variablesOf, type Wording } from '../templates.ts'
import { renderMail, TemplateError, usedVariables, type Values } from './render.ts'
import { SecretMisused, type SecretProblem } from './secret-link.ts'
import { brokenSecretRule } from './secret-rule.ts'

/**
 * Throws a 400 under `subject.<language>` or `body.<language>` for an unknown variable, a missing required one, or a misplaced
 * secret. It also renders the wording with all values and with only the required ones; a failure is a 400, too.
 */
export function checkWording(key: TemplateKey, language: Locale, wording: Wording, sample: Values): void {
  const fields: Record<string, FieldMessage[]> = {}
  const add = (part: keyof Wording, message: FieldMessage) =>
    (fields[`${part}.${language}`] ??= []).push(message)
  const known = variablesOf(key)
  const used = new Set<string>()
  for (const part of ['subject', 'body'] as const) {
    const names = variablesIn(wording[part], (problem) =>
      add(part, { key: 'email_templates.syntax', parameters: { problem } }),
    )
    for (const name of names) {
      used.add(name)
      if (!known.some((variable) => variable.name === name))
        add(part, { key: 'email_templates.unknown_variable', parameters: { name } })
    }
  }
  for (const { name, required } of known)
    if (required && !used.has(name))
      add('body', { key: 'email_templates.missing_variable', parameters: { name } })
  const secret = secretOf(key)
  const broken = Object.keys(fields).length === 0 && brokenSecretRule(key, language, wording)
  if (broken && secret) add(broken.part, secretMessage(broken.problem, secret))
  if (Object.keys(fields).length === 0) {
    const required = known.filter((variable) => variable.required).map(({ name }) => [name, sample[name]])
    for (const values of [sample, Object.fromEntries(required) as Values])
      tryToRender(key, language, wording, values, add)
  }
  if (Object.keys(fields).length > 0) throw new InvalidInput(fields)
}

function variablesIn(text: string, refuse: (problem: string) => void): string[] {
  try {
    return usedVariables(text)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    refuse(error.message)
    return []
  }
}

function tryToRender(
  key: TemplateKey,
  language: Locale,
  wording: Wording,
  values: Values,
  add: (part: keyof Wording, message: FieldMessage) => void,
): void {
  try {
    renderMail(key, wording, { values, language, baseUrl: 'http://localhost' })
  } catch (error) {
    if (error instanceof SecretMisused) add('body', secretMessage(error.problem, secretOf(key)!))
    else if (error instanceof TemplateError)
      add('body', { key: 'email_templates.syntax', parameters: { problem: error.message } })
    else throw error
  }
}

function secretMessage(problem: SecretProblem, name: string): FieldMessage {
  return { key: `email_templates.${problem}`, parameters: { name, example: `[…]({{ ${name} }})` } }
}
