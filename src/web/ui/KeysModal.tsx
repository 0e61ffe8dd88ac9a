import { useText } from '../texts.ts'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'

export type KeyRows = readonly (readonly [keys: readonly string[], text: string])[]

type KeysModalProps = {
  title: string
  /** The purpose of the page. */
  purpose?: string | undefined
  rows: KeyRows
  /** Keys of this page only; they come first, under their own heading. */
  ofPage?: KeyRows
  onClose: () => void
}

/** The purpose of a page, and a table of its keys. */
export function KeysModal({ title, purpose, rows, ofPage = [], onClose }: KeysModalProps) {
  const t = useText()
  return (
    <Modal
      title={title}
      size="sm"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      {/* Taller than a low window and without controls: arrow keys scroll the focused element. */}
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
