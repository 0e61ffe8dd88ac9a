import { useText } from '../texts.ts'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'

/** Keys, and what they do. */
export type KeyRows = readonly (readonly [keys: readonly string[], text: string])[]

type KeysModalProps = {
  title: string
  /** What the page is for. */
  purpose?: string | undefined
  rows: KeyRows
  /** Keys that only this page has; they stand first, under a heading of their own. */
  ofPage?: KeyRows
  onClose: () => void
}

/** What a page is for, and a table of its keys. */
export function KeysModal({ title, purpose, rows, ofPage = [], onClose }: KeysModalProps) {
  const t = useText()
  return (
    <Modal
      title={title}
      size="sm"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      {/* Longer than a low window, and nothing to press in it: the arrow keys scroll what has the focus. */}
      <div role="group" aria-label={title} tabIndex={0}>
        {purpose && <p className="keys-purpose">{purpose}</p>}
        {ofPage.length > 0 ? (
          <>
            <h3 className="keys-heading">{t('shortcuts.of_page')}</h3>
            <Keys rows={ofPage} />
            <h3 className="keys-heading">{t('shortcuts.everywhere')}</h3>
            <Keys rows={rows} />
          </>
        ) : (
          <Keys rows={rows} />
        )}
      </div>
    </Modal>
  )
}

function Keys({ rows }: { rows: KeyRows }) {
  return (
    <dl className="keys">
      {rows.map(([keys, text]) => (
        <div key={text}>
          <dt>
            {keys.map((key) => (
              <kbd key={key} className="kbd">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
