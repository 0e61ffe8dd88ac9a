import { LinkButton } from '#web/ui/Button.tsx'
import { IconClock } from '#web/ui/icons.ts'
import { Message } from '#web/ui/states.tsx'
import { useText } from '#web/texts.ts'
import { OutsidePage } from '#web/shell/OutsidePage.tsx'

/** A link that was used or is too old: says so, and what helps. */
export function LinkGone({ text, again }: { text: string; again?: { to: string; text: string } }) {
  const t = useText()
  const way = again ?? { to: '/login/', text: t('users.to_sign_in') }
  return (
    <OutsidePage title={t('users.link_gone')}>
      <Message
        icon={IconClock}
        title={text}
        action={
          <LinkButton to={way.to as '/'} variant="primary">
            {way.text}
          </LinkButton>
        }
      />
    </OutsidePage>
  )
}
