import { Output } from 'liquidjs'
import type { Locale } from '#shared/messages.ts'
import { secretOf, type TemplateKey, variablesOf, type Wording } from '../templates.ts'
import { parseWording, renderMail, TemplateError } from './render.ts'
import { SecretMisused, type SecretProblem } from './secret-link.ts'

export type BrokenRule = { part: keyof Wording; problem: SecretProblem }

/**
 * How a wording breaks the rule for secrets in mails (docs/decisions/0008). The variable that opens an account occurs once in
 * the body, alone, as a whole link. It never occurs in the subject. Undefined for a wording that keeps the rule, for templates
 * without a secret, and for wordings that cannot be parsed.
 */
export function brokenSecretRule(
  key: TemplateKey,
  language: Locale,
  wording: Wording,
): BrokenRule | undefined {
  const secret = secretOf(key)
  if (secret === undefined) return undefined
  try {
    const subject = parseWording(wording.subject)
    if (subject.uses(secret) > 0) return { part: 'subject', problem: 'secret_in_subject' }
    const body = parseWording(wording.body)
    const alone = body.templates.filter((part) => part instanceof Output && isVariable(part, secret)).length
    if (body.sets(secret) || body.uses(secret) !== alone) return { part: 'body', problem: 'secret_plain' }
    if (alone !== 1) return { part: 'body', problem: 'secret_once' }
    // Renders both branches of conditions: once with a text for every variable, once with none.
    for (const word of ['x', undefined]) {
      const values = Object.fromEntries(variablesOf(key).map(({ name }) => [name, word]))
      renderMail(key, wording, { values, language, baseUrl: 'http://localhost' })
    }
    return undefined
  } catch (error) {
    if (error instanceof SecretMisused) return { part: 'body', problem: error.problem }
    if (error instanceof TemplateError) return undefined
    throw error
  }
}

/** True for `{{ name }}` with nothing else between the braces. */
function isVariable({ value }: Output, name: string): boolean {
  return (
    value.filters.length === 0 &&
    value.initial.postfix.length === 1 &&
    value.initial.postfix[0]!.getText() === name
  )
}
