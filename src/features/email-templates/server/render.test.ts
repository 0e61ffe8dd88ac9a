import { describe, expect, test } from 'vitest'
import { locales } from '#shared/messages.ts'
import { defaultWording } from '../defaults.ts'
import { templateKeys } from '../templates.ts'
import { renderMail, TemplateError, usedVariables, type Values } from './render.ts'

const about = { language: 'en_US', baseUrl: 'https://almoner.example' } as const
const values: Values = {
  recipient: 'Katrin Vollmer',
  title: 'Check the notice',
  description: 'Call the office.\nThen write.',
  due_date: '2026-11-30',
  target: 'New swings',
  target_type: 'project',
  created_by: 'Jonas Weber (jweber)',
  link: '/site-admin/tasks/?task=t-1',
}
const render = (body: string, given: Values = values, subject = '{{ title }}') =>
  renderMail('task_created', { subject, body }, { values: given, ...about })

test('a mail has a subject, a text and an HTML part, with readable days and absolute links', () => {
  const mail = renderMail('task_created', defaultWording('task_created', 'en_US'), { values, ...about })
  expect(mail.subject).toBe('You have been given a task: Check the notice, due 30.11.2026')
  expect(mail.text).toBe(
    [
      'Hello Katrin Vollmer,',
      '',
      'you have been given a task.',
      '',
      'Check the notice',
      'Project: New swings',
      'Due: 30.11.2026',
      'Created by: Jonas Weber (jweber)',
      '',
      'Call the office.',
      'Then write.',
      '',
      'Open the task: https://almoner.example/site-admin/tasks/?task=t-1',
    ].join('\n'),
  )
  expect(mail.html).toContain('<strong>Check the notice</strong>')
  expect(mail.html).toContain(
    '<a href="https://almoner.example/site-admin/tasks/?task=t-1">Open the task</a>',
  )
  expect(mail.html).toContain('Call the office.<br>\nThen write.')
})

describe('every template renders in every language, with all its values and with the required ones alone', () => {
  test.each(templateKeys.flatMap((key) => locales.map((language) => [key, language] as const)))(
    '%s %s',
    (key, language) => {
      const few = {
        title: 'T',
        link: '/x/',
        event: 'reset_used',
        account: 'kvollmer',
        day: '2026-11-21',
        decision: 'expired',
        act: 'Refund',
        handed_by: 'K. Vollmer',
        count: '2',
        organization: 'O',
        ends_on: '2026-12-22',
      }
      for (const given of [{ ...few, ...values }, few]) {
        const mail = renderMail(key, defaultWording(key, language), {
          values: given,
          language,
          baseUrl: 'https://a.b',
        })
        expect(mail.subject).not.toBe('')
        expect(mail.text + mail.subject).not.toMatch(/[{}]|\*\*|undefined/)
        expect(mail.html).toContain(language === 'en_US' ? '<html lang="en">' : '<html lang="de">')
      }
    },
  )
})

test('a value is text, never markup: neither HTML nor Markdown nor Liquid', () => {
  const nasty = [
    '<script>alert(1)</script>',
    '[click](javascript:alert(1))',
    '![x](http://evil/x.png)',
    '**bold** _it_ `code`',
    '# heading',
    '1. list',
    '    code block',
    '> quote',
    '&lt;b&gt;',
    '{{ link }}{% if true %}x{% endif %}',
    '<https://evil.example>',
  ]
  for (const value of nasty) {
    const { html, text } = render('Before\n\n{{ description }}', { ...values, description: value })
    const shown = /<p>Before<\/p>\n<p>([\s\S]*)<\/p>\n<\/div>/.exec(html)?.[1]
    expect(unescapeHtml(shown ?? `not one paragraph: ${html}`)).toBe(value.trim())
    expect(text).toBe(`Before\n\n${value}`.trim())
  }
})

test('a subject stays one line whatever its values hold', () => {
  const { subject } = render('x', { ...values, title: 'Hi\r\nBcc: everybody@example.org\u2028\u0000end' })
  expect(subject).toBe('Hi Bcc: everybody@example.org end')
})

test.each([
  ['an unknown variable', '{{ password }}'],
  ['an inherited property', '{{ title.constructor }}'],
  ['an unknown filter', '{{ title | nothing }}'],
  ['the way around escaping', '{{ title | raw }}'],
  ['a file', "{% include '/etc/passwd' %}"],
  ['a layout', "{% layout '/etc/passwd' %}"],
  ['a loop', '{% for i in (1..1000000000) %}x{% endfor %}'],
  ['a syntax error', '{% if title %}'],
  ['an endless text', 'x'.repeat(60_000)],
])('%s is refused as a template error', (_, body) => {
  expect(() => render(body)).toThrow(TemplateError)
})

test('a missing required value fails the rendering and is named', () => {
  expect(() => render('{{ title }}', { ...values, title: null })).toThrow(/title/)
})

test('links of a wording cannot run scripts', () => {
  expect(render('[x](javascript:alert(1))').html).not.toContain('href')
  expect(render('<b onclick="x">b</b>').html).not.toContain('<b ')
})

test('the variables of a wording are found in outputs and conditions', () => {
  expect(usedVariables("{{ title | upcase }} {% if due_date != '' %}{{ link }}{% endif %}").sort()).toEqual([
    'due_date',
    'link',
    'title',
  ])
})

function unescapeHtml(html: string): string {
  return html
    .replace(/<br>\n?/g, '\n')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}

test('thousands of brackets in a wording are refused quickly; many links and brackets in a value are not', () => {
  expect(() => render('['.repeat(19_000))).toThrow(TemplateError)
  expect(() => render(`{% comment %}${'['.repeat(19_000)}{% endcomment %}`)).toThrow(TemplateError)
  expect(() => render('\\['.repeat(9000))).toThrow(TemplateError)
  expect(() => render('\\\\['.repeat(6000))).toThrow(TemplateError)
  expect(render('[Almoner](https://almoner.example) '.repeat(400)).html).toContain('<a href=')
  // A person's text in a task stays text: its brackets create no links.
  expect(render('{{ description }}', { ...values, description: '['.repeat(5000) }).text).toContain('[[[')
})
