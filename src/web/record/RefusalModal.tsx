import { visible } from '#shared/text-direction.ts'
import { PageLink } from '../router/PageLink.tsx'
import type { Refusal } from '../table/state/refusals.ts'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import './refusal.css'

/** All rows that an action skipped, by reason, each with a link to its record if that still exists. */
export function RefusalModal({ refusal, onClose }: { refusal: Refusal; onClose: () => void }) {
  const t = useText()
  const { title, groups, action } = refusal
  return (
    <Modal
      title={title}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.close')}</Button>
          {action && (
            <Button
              variant="primary"
              onClick={() => {
                onClose()
                action.run()
              }}
            >
              {action.text}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {groups.map(({ reason, rows }) => (
          <section key={reason} className="refusal" aria-label={reason}>
            <h3>
              {reason} <span className="muted figures">({rows.length})</span>
            </h3>
            <ul>
              {rows.map((row) => (
                <li key={row.key}>
                  {row.href ? (
                    <PageLink
                      href={row.href}
                      // A link opened in a new tab leaves the panel open.
                      onClick={(event) => event.ctrlKey || event.metaKey || event.shiftKey || onClose()}
                    >
                      {row.title}
                    </PageLink>
                  ) : (
                    visible(row.title)
                  )}
                  {row.note && <span className="muted small">{visible(row.note)}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Modal>
  )
}
