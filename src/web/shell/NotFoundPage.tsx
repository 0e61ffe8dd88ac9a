import { useText } from '../texts.ts'
import { StandaloneMessage } from './StandaloneMessage.tsx'
import { LinkButton } from '../ui/Button.tsx'
import { IconSearch } from '../ui/icons.ts'
import { Message } from '../ui/states.tsx'

export function NotFoundPage() {
  const t = useText()
  return (
    <StandaloneMessage>
      <Message
        asPage
        icon={IconSearch}
        title={t('states.not_found')}
        action={<LinkButton to="/site-admin/">{t('states.to_start')}</LinkButton>}
      >
        {t('states.not_found_text')}
      </Message>
    </StandaloneMessage>
  )
}
