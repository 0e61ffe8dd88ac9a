import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locales } from '#shared/messages.ts'
import { defaultWording } from '../defaults.ts'
import { secretOf, templateKeys, type Wording } from '../templates.ts'
import { renderMail, TemplateError } from './render.ts'
import { fill, SecretMisused, standInOf, withoutAddresses } from './secret-link.ts'
import { brokenSecretRule } from './secret-rule.ts'
import { runs } from '#test/runs.ts'

const problemOf = (wording: Partial<Wording>) => {
  const broken = brokenSecretRule('password_reset', 'en_US', {
    subject: 'New password',
    body: '[Choose]({{ link }})',
    ...wording,
  })
  return broken && `${broken.part}: ${broken.problem}`
}

test('every default wording keeps the secret rule', () => {
  for (const key of templateKeys)
    for (const language of locales)
      expect([key, brokenSecretRule(key, language, defaultWording(key, language))]).toEqual([key, undefined])
  expect(templateKeys.filter(secretOf)).toEqual(['invitation', 'password_reset', 'document_link'])
})

test.each([
  '[Choose]({{ link }})',
  '**[Choose]({{link}})**, good for {{ valid_hours }} hours. Questions: help@house.example',
  'Here it is: {{ link }}',
  '{{ link }}.',
  '{% if username != "" %}Hello {{ username | upcase }}{% endif %}\n\n{{ link }}\n\nBye',
  '> - [Choose]({{ link }} "a title")',
  // Images are disabled, so this is a link after an exclamation mark.
  '![Choose]({{ link }})',
])('%s is a whole link', (body) => {
  expect(problemOf({ body })).toBeUndefined()
})

describe('a wording that would show a secret elsewhere is rejected with the reason', () => {
  test.each([
    ['subject: secret_in_subject', { subject: 'Token {{ link }}' }],
    ['subject: secret_in_subject', { subject: '{{ link | truncate: 79, "" }}' }],
    ['subject: secret_in_subject', { subject: '{% if link contains "a" %}x{% endif %}' }],
    ['body: secret_plain', { body: '[a]({{ link }}) {{ link | truncate: 79, "" }}' }],
    ['body: secret_plain', { body: '[a]({{ link | append: "" }})' }],
    ['body: secret_plain', { body: '[a]({{ link }}) {{ "" | append: link }}' }],
    ['body: secret_plain', { body: '{% assign x = link %}[a]({{ link }}) {{ x }}' }],
    ['body: secret_plain', { body: '{% assign link = "https://evil.example" %}[a]({{ link }})' }],
    ['body: secret_plain', { body: '{% if link contains "a" %}x{% endif %}[a]({{ link }})' }],
    ['body: secret_plain', { body: '{% if username != "" %}[a]({{ link }}){% endif %}' }],
    ['body: secret_plain', { body: '{% case link %}{% when "a" %}x{% endcase %}[a]({{ link }})' }],
    ['body: secret_plain', { body: '[a]({{ link }}) {{ link.size }}' }],
    ['body: secret_plain', { body: '[a]({{ link }}) {{ username[link] }}' }],
    ['body: secret_once', { body: '[a]({{ link }}) [b]({{ link }})' }],
    ['body: secret_once', { body: 'nothing' }],
    ['body: secret_whole', { body: '[a](https://evil.example/?t={{ link }})' }],
    ['body: secret_whole', { body: '[a]({{ link }}/more)' }],
    ['body: secret_other_address', { body: '[{{ link }}](https://evil.example)' }],
    ['body: secret_whole', { body: 'https://evil.example/?t={{ link }}' }],
    ['body: secret_whole', { body: 'evil.example/{{ link }}' }],
    ['body: secret_whole', { body: 'https://evil.example/?t=**{{ link }}**' }],
    ['body: secret_whole', { body: '`{{ link }}`' }],
    ['body: secret_whole', { body: '```\n{{ link }}\n```' }],
    ['body: secret_whole', { body: '``` {{ link }}\nx\n```' }],
    ['body: secret_other_address', { body: '[a](https://evil.example "{{ link }}")' }],
    ['body: secret_whole', { body: '[a](mailto:evil@evil.example?body={{ link }})' }],
    ['body: secret_whole', { body: '[a](http://evil.example/?q=[b]({{ link }}))' }],
    ['body: secret_whole', { body: '<https://evil.example/{{ link }}>' }],
    ['body: secret_once', { body: '[x]: {{ link }}\n\n[a][x] [b][x]' }],
    ['body: secret_once', { body: '[x]: {{ link }}\n\nnothing' }],
    ['body: secret_other_address', { body: '[a]({{ link }}) [b](https://evil.example)' }],
    ['body: secret_other_address', { body: '[a]({{ link }}) <https://evil.example>' }],
    ['body: secret_other_address', { body: '[a]({{ link }}) see evil.example/login' }],
    ['body: secret_other_address', { body: '[a]({{ link }}) see evil&#46;example' }],
    ['body: secret_other_address', { body: '[a]({{ link }}) see ev**il.exam**ple' }],
    ['body: secret_other_address', { body: '[https://evil.example]({{ link }})' }],
    [
      'body: secret_other_address',
      { body: '{% if username == "" %}https://evil.example{% endif %} [a]({{ link }})' },
    ],
    ['body: secret_other_address', { body: '{{ "https:" | append: "//evil.example" }} [a]({{ link }})' }],
  ])('%s: %o', (problem, wording) => {
    expect(problemOf(wording)).toBe(problem)
  })
})

// Building blocks of an attack: outputs of the link in every shape, conditions, assignments, surrounding Markdown.
const output = fc.constantFrom(
  '{{ link }}',
  '{{link}}',
  '{{- link -}}',
  '{{ link | upcase }}',
  '{{ link | truncate: 79, "" }}',
  '{{ link | default: "x" }}',
  '{{ "a" | append: link }}',
  '{{ username | default: link }}',
  '{{ link.size }}',
  '{{ x }}',
  '{{ username }}',
)
const markup = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4 },
    output,
    fc.constantFrom(
      'words',
      '\n\n',
      ' ',
      'https://evil.example/?t=',
      'evil.example/',
      '> ',
      '- ',
      '`',
      '**',
      '&#46;',
    ),
    fc.constantFrom('[x]: {{ link }}\n\n', '[a][x]', '{% assign x = link %}', '{% assign link = username %}'),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => a + b),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `[${a}](${b})`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `[a](${a} "${b}")`),
    tie('text').map((a) => `![${a}](${a})`),
    tie('text').map((a) => `<${a}>`),
    tie('text').map((a) => `{% if link contains "a" %}${a}{% else %}x{% endif %}`),
    tie('text').map((a) => `{% if username != "" %}${a}{% endif %}`),
    tie('text').map((a) => `{% case link %}{% when "a" %}${a}{% endcase %}`),
  ),
})).text

test('whatever the wording, the secret is only the address of one link and never in the subject', () => {
  const secret = 'https://house.example/password-reset/s3cr3t-T0KEN-of-the-superuser/'
  const uid = 'abcdefabcdefabcdefabcdefabcdef01'
  const standIn = standInOf(uid)
  let kept = 0
  fc.assert(
    fc.property(fc.oneof(fc.constant('A password'), markup), markup, fc.boolean(), (subject, text, whole) => {
      // Half of the attempts start with a valid link.
      const body = whole ? `[Choose]({{ link }})\n\n${text}` : text
      const about = { language: 'en_US', baseUrl: 'https://house.example', standIn } as const
      const values = { username: 'kvollmer', recipient: 'Katrin', valid_hours: 2, link: secret }
      let mail
      try {
        mail = renderMail('password_reset', { subject, body }, { values, ...about })
      } catch (error) {
        expect(error instanceof TemplateError || error instanceof SecretMisused).toBe(true)
        return
      }
      if (brokenSecretRule('password_reset', 'en_US', { subject, body }) === undefined) kept++
      // The template saw only the stand-in, never the secret.
      expect(JSON.stringify(mail)).not.toContain('s3cr3t')
      expect(mail.subject.toLowerCase()).not.toContain(uid)
      expect(mail.html.split(`href="${standIn}"`)).toHaveLength(2)
      const shown = mail.html.replace(`href="${standIn}"`, '').replace(`>${standIn}</a>`, '')
      expect(shown.toLowerCase()).not.toContain(uid)
      expect(mail.html.match(/href="(?!mailto:)/g)).toHaveLength(1)
      expect(mail.text.split(standIn)).toHaveLength(2)
      expect(mail.text).toMatch(new RegExp(`(^|[ \\n(])${standIn}[.,;:!?)]*($|[ \\n])`))
      expect(fill(mail.text, 'text', standIn, secret).split('s3cr3t')).toHaveLength(2)
    }),
    { numRuns: runs(600) },
  )
  // About 30 of 600 attempts keep the rule; the number varies randomly.
  expect(kept).toBeGreaterThan(5)
})

test('a name that looks like an address is neutralized next to a secret link and reads the same', () => {
  for (const name of ['https://evil.example/login', 'evil.example', 'www.evil.de', 'Max evil.com Muster']) {
    const defused = withoutAddresses(name)
    expect(defused.replaceAll('\u2060', '')).toBe(name)
    const values = { recipient: name, invited_by: name, valid_until: '2026-11-28' }
    const { html, text } = renderMail('invitation', defaultWording('invitation', 'en_US'), {
      values,
      language: 'en_US',
      baseUrl: 'https://house.example',
    })
    expect(html + text).not.toContain(name)
    expect(html.match(/href=/g)).toHaveLength(1)
  }
  for (const name of ['Katrin Vollmer (kvollmer)', 'Dr. Anna-Lena Müller', 'anna@house.example'])
    expect(withoutAddresses(name)).toBe(name)
})
