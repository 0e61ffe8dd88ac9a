import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import { documentPage } from '#server/formats/html-page.ts'
import { html, type SafeHtml } from '#server/formats/html.ts'
import { PageReply } from '#server/routes/implement.ts'
import { text } from '#server/base/texts.ts'
import { isWebsite } from '../rules.ts'
import { addressOf } from './present.ts'

type PreviewedOrganization = {
  slug: string
  preview_token: string
  title: string
  description: string
  website: string
  email_contact: string
  street: string
  postcode: string
  city: string
  exemption_purposes: string
}
type PublicProject = {
  id: number
  title: string
  description: string
  target_cents: number
  funded_cents: number
}
type PublicPhoto = {
  id: number
  project_id: number
  alt: string
  is_title: boolean
  width: number
  height: number
}

/** Public preview of an organization: its texts and its projects. */
export function previewPage(
  organization: PreviewedOrganization,
  projects: readonly PublicProject[],
  photos: readonly PublicPhoto[],
  locale: Locale,
): PageReply {
  const photosOf = (project: PublicProject) => photos.filter(({ project_id }) => project_id === project.id)
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
            ${projects.map((project) => projectItem(project, gallery(organization, photosOf(project)), locale))}
          </ul>`
    }`
  return new PageReply(documentPage({ title, locale, card }))
}

/** Page for a wrong slug or token; it does not reveal which of the two is wrong. */
export function previewNotFoundPage(locale: Locale): PageReply {
  const title = text(locale, 'errors.not_found')
  const card = html`<h1>${title}</h1>
    <p>${text(locale, 'preview.not_found')}</p>`
  return new PageReply(documentPage({ title, locale, card }), 404)
}

function link(website: string) {
  return html`<a href="${website}" rel="nofollow noopener noreferrer">${website}</a>`
}

/** The photos of a project, the title photo first and larger; empty without photos. */
function gallery({ slug, preview_token }: PreviewedOrganization, photos: readonly PublicPhoto[]): SafeHtml {
  if (photos.length === 0) return html``
  const address = (id: number) =>
    `/organization/${encodeURIComponent(slug)}/photos/${id}/?preview_token=${encodeURIComponent(preview_token)}`
  const inOrder = photos.toSorted((a, b) => Number(b.is_title) - Number(a.is_title))
  return html`<div class="photos">
    ${inOrder.map(
      ({ id, alt, width, height }) =>
        html`<img src="${address(id)}" alt="${alt}" width="${width}" height="${height}" loading="lazy" />`,
    )}
  </div>`
}

function projectItem(project: PublicProject, photos: SafeHtml, locale: Locale) {
  const funded = formatEuro(project.funded_cents, locale)
  const target = formatEuro(project.target_cents, locale)
  return html`<li>
    ${photos}
    <h3>${project.title}</h3>
    ${project.description ? html`<p class="text">${project.description}</p>` : html``}
    <p class="money">${text(locale, 'preview.funded', { funded, target })}</p>
  </li>`
}
