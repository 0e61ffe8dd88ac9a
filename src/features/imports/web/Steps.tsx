import { PageLink } from '#web/router/PageLink.tsx'
import { useText } from '#web/texts.ts'
import { IconCheck } from '#web/ui/icons.ts'
import type { Import } from './data.ts'
import { importViews, type ImportView, isBehind, isOpen } from './steps.ts'

/** The steps of a file: Columns, Repair, Confirm, Imported; a step that is not open yet is no link. */
export function Steps({ data, current }: { data: Import; current: ImportView }) {
  const t = useText()
  return (
    <nav className="tabs import-steps" aria-label={t('imports.way')}>
      {importViews.map((view, i) => {
        const done = isBehind(data, view, current)
        const text = (
          <>
            <span className="import-step" data-done={done || undefined} aria-hidden>
              {done ? <IconCheck size={16} stroke={2} /> : i + 1}
            </span>
            {t(`imports.views.${view}`)}
            {done && <span className="visually-hidden">{t('imports.step_done')}</span>}
          </>
        )
        return isOpen(data, view) ? (
          <PageLink
            key={view}
            href={`/site-admin/import/${data.id}/?step=${view}`}
            aria-current={view === current ? 'page' : undefined}
          >
            {text}
          </PageLink>
        ) : (
          <span key={view} className="muted">
            {text}
          </span>
        )
      })}
    </nav>
  )
}
