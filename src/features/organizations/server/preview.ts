import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import { documentPage } from '#server/document.ts'
import { html } from '#server/html.ts'
import { PageReply } from '#server/routes.ts'
import { text } from '#server/texts.ts'
import { isWebsite } from '../rules.ts'
import { addressOf } from './present.ts'

type Previewed = {
  title: string
  description: string
  website: string
  email_contact: string
  street: string
  postcode: string
  city: string
  exemption_purposes: string
}
type PublicProject = { title: string; description: string; target_cents: number; funded_cents: number }

/** The public preview of an organization: one calm card with its texts and what it collects money for. */
export function previewPage(organization: Previewed, projects: PublicProject[], locale: Locale): PageReply {
  const { title, description, website, email_contact, exemption_purposes } = organization
  const facts: [string, ReturnType<typeof html> | string][] = [
    [text(locale, 'organizations.website'), isWebsite(website) ? link(website) : website],
    [text(locale, 'columns.contact_email'), email_contact],
    [text(locale, 'organizations.address'), addressOf(organization)],
    [text(locale, 'organizations.purposes'), exemption_purposes],
  ]
  const shown = facts.filter(([, value]) => value !== '')
  const card = html`<p class="hint">${text(locale, 'preview.hint')}</p>
    <h1>${title}</h1>
    ${description ? html`<p class="text">${description}</p>` : html``}
    <dl>
      ${shown.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <h2>${text(locale, 'preview.projects')}</h2>
    ${
      projects.length === 0
        ? html`<p>${text(locale, 'preview.no_projects')}</p>`
        : html`<ul class="projects">
            ${projects.map((project) => projectItem(project, locale))}
          </ul>`
    }`
  return new PageReply(documentPage({ title, locale, card }))
}

/** What everybody sees who has not the right address: nothing tells which part of it is wrong. */
export function previewNotFoundPage(locale: Locale): PageReply {
  const title = text(locale, 'errors.not_found')
  const card = html`<h1>${title}</h1>
    <p>${text(locale, 'preview.not_found')}</p>`
  return new PageReply(documentPage({ title, locale, card }), 404)
}

function link(website: string) {
  return html`<a href="${website}" rel="nofollow noopener noreferrer">${website}</a>`
}

function projectItem(project: PublicProject, locale: Locale) {
  const funded = formatEuro(project.funded_cents, locale)
  const target = formatEuro(project.target_cents, locale)
  return html`<li>
    <h3>${project.title}</h3>
    ${project.description ? html`<p class="text">${project.description}</p>` : html``}
    <p class="money">${text(locale, 'preview.funded', { funded, target })}</p>
  </li>`
}
