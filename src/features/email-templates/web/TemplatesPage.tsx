import { useQuery } from '@tanstack/react-query'
import { showInstant } from '#shared/dates.ts'
import { q } from '#web/api.ts'
import { PageLink } from '#web/PageLink.tsx'
import { useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'

/** Address of a template's own page. */
export const templateAddress = (key: string) =>
  `/site-admin/email-template/${encodeURIComponent(key)}/update/`

/** Every mail the product writes, and in which languages staff have changed its wording. */
export function TemplatesPage() {
  const t = useText()
  const title = t('nav.email_templates')
  usePageTitle(title)
  const { data, error, refetch } = useQuery(q('GET /api/v4/email-templates/', { query: { page_size: 100 } }))
  return (
    <div className="page">
      <header className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
      </header>
      {data ? (
        <div className="table-card">
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
              {data.results.map((template) => (
                <tr key={template.key}>
                  <th scope="row">
                    <PageLink href={templateAddress(template.key)}>{template.title}</PageLink>
                  </th>
                  <td className="muted">{t.of(`email_templates.occasion.${template.key}`)}</td>
                  <td>
                    {template.changed_languages
                      .map((language) => t(`shell.languages.${language}`))
                      .join(', ') || t('email_templates.default')}
                  </td>
                  <td className="figures nowrap">
                    {template.updated_at ? showInstant(template.updated_at) : '-'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </div>
  )
}
