import { singleKeys } from '../../shortcuts.ts'
import { useStore } from '../../store.ts'
import { useText } from '../../texts.ts'
import './list-keys.css'

/** The keyboard shortcuts of a list, at its foot where there is room; ? lists all of them. */
export function ListKeys() {
  const t = useText()
  if (!useStore(singleKeys)) return null
  const rows: [keys: readonly string[], what: string][] = [
    [['J', 'K'], t('list_keys.move')],
    [[t('shortcuts.keys.space')], t('list_keys.peek')],
    [['X'], t('list_keys.select')],
    [['?'], t('list_keys.all')],
  ]
  return (
    <p className="list-keys" aria-hidden>
      <span>
        {rows.map(([keys, what]) => (
          <span key={what}>
            {keys.map((key) => (
              <kbd key={key} className="kbd">
                {key}
              </kbd>
            ))}
            {what}
          </span>
        ))}
      </span>
    </p>
  )
}
