import { useAllowed } from '../profile.tsx'
import { useText } from '../texts.ts'
import { IconButton } from '../ui/Button.tsx'
import { IconDots } from '../ui/icons.ts'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import type { RowAction } from './types.ts'

type RowActionsProps<Row> = {
  row: Row
  rowKey: string
  title: string
  actions: readonly RowAction<Row>[]
  act: (action: string, key: string) => void
  /** On cards all actions stand in the menu. */
  menuOnly?: boolean
}

/** Icons for the prominent actions and a menu with all of them; a missing permission is named. */
export function RowActions<Row>({ row, rowKey, title, actions, act, menuOnly }: RowActionsProps<Row>) {
  const t = useText()
  const allowed = useAllowed()
  const offered = actions.filter((action) => !action.hidden?.(row))
  const missing = (action: RowAction<Row>) =>
    action.permission && !allowed(action.permission) ? action.permission : undefined
  if (offered.length === 0) return null
  const preload = () => offered.forEach((action) => action.preload?.())
  const items = (): MenuItem[] =>
    offered.flatMap((action, at): MenuItem[] => [
      ...(action.danger && at > 0 ? (['line'] as const) : []),
      {
        key: action.key,
        text: t.of(action.text),
        icon: action.icon,
        danger: action.danger,
        missing: missing(action),
        href: action.href?.(row),
        newTab: action.newTab?.(row),
        onSelect: () => act(action.key, rowKey),
      },
    ])
  return (
    <span className="row-actions">
      {!menuOnly &&
        offered
          .filter((action) => action.prominent)
          .map((action) => (
            <IconButton
              key={action.key}
              size={28}
              icon={action.icon}
              tinted={action.tinted?.(row)}
              label={t('actions.named', { action: t.of(action.text), title })}
              aria-disabled={missing(action) ? true : undefined}
              aria-description={missing(action) && t('actions.needs', { name: missing(action)! })}
              onPointerEnter={action.preload}
              onClick={() => !missing(action) && act(action.key, rowKey)}
            />
          ))}
      <Menu label={t('actions.more_for', { title })} items={items}>
        {(trigger) => (
          <IconButton
            size={28}
            icon={IconDots}
            label={t('actions.more_for', { title })}
            onPointerEnter={preload}
            {...trigger}
          />
        )}
      </Menu>
    </span>
  )
}
