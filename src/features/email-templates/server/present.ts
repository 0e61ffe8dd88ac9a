import { formatEuro } from '#shared/money.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { type Locale, locales } from '#shared/messages.ts'
import { text, textOf } from '#server/base/texts.ts'
import type { EmailTemplate } from '../contract.ts'
import { type TemplateKey, variablesOf } from '../templates.ts'
import { isSetAside, notAdapted, ownOrDefault, type OwnWording } from './queries.ts'
import type { Values } from './render.ts'

export function presentTemplate(
  key: TemplateKey,
  own: OwnWording | undefined,
  locale: Locale,
): EmailTemplate {
  const of = (part: 'subject' | 'body') => ({
    en_US: ownOrDefault(key, 'en_US', own)[part],
    du_DE: ownOrDefault(key, 'du_DE', own)[part],
    sie_DE: ownOrDefault(key, 'sie_DE', own)[part],
  })
  return {
    key,
    title: textOf(locale, `emails.template.${key}`),
    subject: of('subject'),
    body: of('body'),
    changed_languages: locales.filter(
      (language) => own?.subject[language] !== undefined || own?.body[language] !== undefined,
    ),
    set_aside_languages: locales.filter((language) => isSetAside(key, language, own)),
    not_adapted_languages: notAdapted(own),
    variables: variablesOf(key).map(({ name, kind, required = false, secret = false, label }) => ({
      name,
      kind,
      required,
      secret,
      meaning: textOf(locale, `email_templates.variable.${name}`),
      label: textOf(locale, label ?? `email_templates.variable.${name}`),
    })),
    version: own?.version ?? 0,
    updated_at: own?.updated_at?.toISOString() ?? null,
  }
}

export function sampleValues(
  language: Locale,
  { recipient, today }: { recipient: string; today: Day },
): Values {
  const person = text(language, 'email_templates.sample.person')
  return {
    recipient,
    title: text(language, 'email_templates.sample.title'),
    description: text(language, 'email_templates.sample.description'),
    due_date: addDays(today, 9),
    target: text(language, 'email_templates.sample.target'),
    organization: text(language, 'email_templates.sample.organization'),
    target_type: 'project',
    created_by: person,
    completed_by: person,
    invited_by: person,
    handed_by: person,
    count: '12',
    note: '',
    username: 'kvollmer',
    link: '/',
    valid_until: addDays(today, 7),
    valid_hours: '2',
    filename: text(language, 'email_templates.sample.filename'),
    rows: '25000',
    decision: 'approved',
    act: text(language, 'approvals.acts.defund'),
    amount: formatEuro(150_000, language),
    reason: '',
    slip: '',
    expires_on: addDays(today, 7),
  }
}
