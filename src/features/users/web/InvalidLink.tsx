import type { PageAddress } from '#shared/pages.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { IconClock } from '#web/ui/icons.ts'
import { Message } from '#web/ui/states.tsx'
import { useText } from '#web/texts.ts'
import { SignedOutPage } from '#web/shell/SignedOutPage.tsx'

type Way = { to: PageAddress; text: string }

export function InvalidLink({ text, again }: { text: string; again?: Way }) {
  const t = useText()
  const way: Way = again ?? { to: '/login/', text: t('users.to_sign_in') }
  return (
    <SignedOutPage title={t('users.link_gone')}>
      <Message
        icon={IconClock}
        title={text}
        action={
          <LinkButton to={way.to} variant="primary">
            {way.text}
          </LinkButton>
        }
      />
    </SignedOutPage>
  )
}
