import type { ReactNode } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import type { Permission } from '#shared/permissions.ts'
import { useCan } from '../profile.tsx'
import { useText } from '../texts.ts'
import { Button, type ButtonLook, LinkButton } from './Button.tsx'

type PermissionButtonProps = Omit<React.ComponentProps<'button'>, 'disabled'> &
  ButtonLook & { permission: Permission; loading?: boolean; children: ReactNode }

/** Properties to spread last on a button without permission: it stays focusable, does nothing and shows the reason. */
export function useDisabledProps(missing: Permission | undefined) {
  const t = useText()
  if (!missing) return {}
  const why = t('actions.needs', { name: missing })
  return { 'aria-disabled': true, title: why, 'aria-description': why, onClick: preventDefault } as const
}
const preventDefault = (event: React.MouseEvent) => event.preventDefault()

/** A button that needs a permission: without it, it stays focusable, does nothing and names it. */
export function PermissionButton({ permission, children, ...rest }: PermissionButtonProps) {
  const barred = useDisabledProps(useCan(permission) ? undefined : permission)
  return (
    <Button {...rest} {...barred}>
      {children}
    </Button>
  )
}

type PermissionLinkProps = ButtonLook & { permission: Permission; to: PageAddress; children: ReactNode }

/** A page link that needs a permission: without it, a button in its place names it. */
export function PermissionLink({ permission, to, children, ...look }: PermissionLinkProps) {
  const allowed = useCan(permission)
  if (allowed)
    return (
      <LinkButton {...look} to={to}>
        {children}
      </LinkButton>
    )
  return (
    <PermissionButton {...look} permission={permission}>
      {children}
    </PermissionButton>
  )
}
