import { useQuery } from '@tanstack/react-query'
import { showInstant } from '#shared/dates.ts'
import type { PageAddress } from '#shared/pages.ts'
import { type Answer, qAll } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { type Translate, useText } from '#web/texts.ts'
import { useIsMobile, usePageTitle } from '#web/theme.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'

type Template = Answer<'GET /api/v4/email-templates/'>['results'][number]
type TemplateListProps = { title: string; templates: readonly Template[] }

export const templateAddress = (key: string): PageAddress =>
  `/site-admin/email-template/${encodeURIComponent(key)}/update/`

/** All mails of the product, with the languages in which staff have changed the wording. */
export function TemplatesPage() {
  const t = useText()
  const title = t('nav.email_templates')
  const mobile = useIsMobile()
  usePageTitle(title)
  const { data, error, refetch } = useQuery(qAll('GET /api/v4/email-templates/'))
  return (
    <div className="page">
      <header className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
      </header>
      {data ? (
        mobile ? (
          <Cards title={title} templates={data.results} />
        ) : (
          <Rows title={title} templates={data.results} />
        )
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </div>
  )
}

function Rows({ title, templates }: TemplateListProps) {
  const t = useText()
  return (
    <div className="table-card" role="group" aria-label={title} tabIndex={0}>
      <table className="simple-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.template')}</th>
            <th scope="col">{t('email_templates.occasion')}</th>
            <th scope="col">{t('email_templates.changed_in')}</th>
            <th scope="col">{t('email_templates.updated')}</th>
          </tr>
        </thead>
        <tbody>
          {templates.map((template) => (
            <tr key={template.key}>
              <th scope="row">
                <PageLink href={templateAddress(template.key)}>{template.title}</PageLink>
              </th>
              <td className="muted">{t.of(`email_templates.occasion.${template.key}`)}</td>
              <td>{changedIn(template, t)}</td>
              <td className="figures nowrap">{updatedAt(template)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards({ title, templates }: TemplateListProps) {
  const t = useText()
  return (
    <ul className="fact-cards" aria-label={title}>
      {templates.map((template) => (
        <li key={template.key}>
          <PageLink className="strong" href={templateAddress(template.key)}>
            {template.title}
          </PageLink>
          <p className="small muted">{t.of(`email_templates.occasion.${template.key}`)}</p>
          <dl className="facts">
            <dt>{t('email_templates.changed_in')}</dt>
            <dd>{changedIn(template, t)}</dd>
            <dt>{t('email_templates.updated')}</dt>
            <dd className="figures">{updatedAt(template)}</dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

const changedIn = (template: Template, t: Translate) => {
  const named = (languages: Template['changed_languages']) =>
    languages.map((language) => t(`shell.languages.${language}`)).join(', ')
  const changed = named(template.changed_languages) || t('email_templates.default')
  const languages = named(template.set_aside_languages)
  const waiting = named(template.not_adapted_languages)
  return [
    changed,
    ...(languages ? [t('email_templates.not_in_use', { languages })] : []),
    ...(waiting ? [t('email_templates.waiting', { languages: waiting })] : []),
  ].join(' · ')
}

const updatedAt = (template: Template) => (template.updated_at ? showInstant(template.updated_at) : '-')
