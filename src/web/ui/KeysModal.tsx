import { useText } from '../texts.ts'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'

/** Keys, and what they do. */
export type KeyRows = readonly (readonly [keys: readonly string[], text: string])[]

/** A table of keys. */
export function KeysModal({ title, rows, onClose }: { title: string; rows: KeyRows; onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      title={title}
      size="sm"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
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
    </Modal>
  )
}
