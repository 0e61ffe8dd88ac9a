import { useAllowed } from '../../profile.tsx'
import { useText } from '../../texts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { IconDots } from '../../ui/icons.ts'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { refusalText } from '../state/refusal-text.ts'
import type { RowAction } from '../state/types.ts'

type RowActionsProps<Row> = {
  row: Row
  rowKey: string
  title: string
  actions: readonly RowAction<Row>[]
  act: (action: string, key: string) => void
  /** On cards all actions are in the menu. */
  menuOnly?: boolean
}

/** Icons for the prominent actions and a menu with all of them; a missing permission is named. */
export function RowActions<Row>({ row, rowKey, title, actions, act, menuOnly }: RowActionsProps<Row>) {
  const t = useText()
  const allowed = useAllowed()
  const offered = actions.filter((action) => !action.hidden?.(row))
  const whyNot = (action: RowAction<Row>) => {
    if (action.permission && !allowed(action.permission))
      return t('actions.needs', { name: action.permission })
    const refused = action.refused?.(row)
    return refused && refusalText(refused, t)
  }
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
        whyNot: whyNot(action),
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
              aria-disabled={whyNot(action) ? true : undefined}
              aria-description={whyNot(action)}
              onPointerEnter={action.preload}
              onClick={() => !whyNot(action) && act(action.key, rowKey)}
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
