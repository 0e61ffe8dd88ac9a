import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { IconCheck, IconX } from '#web/ui/icons.ts'
import { explain } from '#web/ui/states.tsx'
import '#web/ui/conditions.css'
import './templates.css'

const checklistRoute = 'GET /api/v4/document-templates/:slug/versions/:number/checklist/'

/** The legal statements of a receipt, each found or not in the version's text filled with samples. */
export function Checklist({ slug, number }: { slug: string; number: number }) {
  const t = useText()
  const { data, error } = useQuery(q(checklistRoute, { params: { slug, number } }))
  if (error) return <p className="small muted">{explain(error, t)}</p>
  if (!data) return null
  const required = data.items.filter((one) => one.required)
  const missing = required.filter((one) => !one.found)
  return (
    <section className="card legal-checklist stack" aria-label={t('documents.checklist.title')}>
      <h2>{t('documents.checklist.title')}</h2>
      <Callout tone={data.complete ? 'success' : 'warning'}>
        {data.complete
          ? t('documents.checklist.complete', { count: required.length })
          : t('documents.checklist.missing', { count: missing.length, all: required.length })}
      </Callout>
      <ul className="conditions small">
        {data.items.map(({ kind, key, text, required: isRequired, found, looked_for }) => (
          <li key={`${kind} ${key}`} data-met={found || !isRequired}>
            {found ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
            <span className="visually-hidden">
              {t(
                found
                  ? 'documents.checklist.found'
                  : isRequired
                    ? 'documents.checklist.not_found'
                    : 'documents.checklist.if_needed',
              )}
              :{' '}
            </span>
            <span>
              {text}
              {!found && <span className="muted">: „{looked_for}“</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
