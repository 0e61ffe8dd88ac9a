import type { PageAddress } from '#shared/pages.ts'
import { locationOf } from '../router/match.ts'
import { navigate } from '../router/navigate.ts'
import { useLocation } from '../router/page.ts'
import { PageLink } from '../router/PageLink.tsx'
import { takeOver } from '../profile.tsx'
import { queryClient } from '../query-client.ts'
import { SignedOutPage } from '../shell/SignedOutPage.tsx'
import { useText } from '../texts.ts'
import { SignInForm } from './SignInForm.tsx'

export function LoginPage() {
  const t = useText()
  const { next } = useLocation().search
  return (
    <SignedOutPage title={t('session.title')}>
      <SignInForm
        onSignedIn={async (profile) => {
          queryClient.clear()
          await takeOver(profile)
          await navigate(insideAddress(next), { replace: true })
        }}
      />
      <p className="outside-more">
        <PageLink href="/password-reset/">{t('session.forgot_password')}</PageLink>
      </p>
    </SignedOutPage>
  )
}

/** The page requested before sign-in, if it is one of ours: never an address of another site. */
export function insideAddress(next: string | undefined): PageAddress {
  if (!next || !/^\/(?![/\\\s])/.test(next) || next.startsWith('/login/')) return '/site-admin/'
  return locationOf(next).href
}
