import { useLocation, useRouter } from '@tanstack/react-router'
import { takeOver } from '../profile.tsx'
import { queryClient } from '../query-client.ts'
import { AppearanceMenu, LanguageMenu } from '../shell/TopBar.tsx'
import { useText } from '../texts.ts'
import { usePageTitle } from '../theme.ts'
import { SignInForm } from './SignInForm.tsx'

/** Sign in; afterwards the page that was asked for opens. */
export function LoginPage() {
  const t = useText()
  const router = useRouter()
  const next = useLocation({ select: (location) => (location.search as Record<string, string>).next })
  usePageTitle(t('session.title'))
  return (
    <div className="outside">
      <header className="outside-top">
        <LanguageMenu />
        <AppearanceMenu />
      </header>
      <main className="outside-card">
        <p className="brand">
          <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden>
            <rect width="26" height="26" rx="7" className="brand-box" />
            <path d="M7.5 18.5 13 7.5l5.5 11M10.4 18.2 13 15.6l2.6 2.6" className="brand-line" />
          </svg>
          <span>Almoner</span>
        </p>
        <h1>{t('session.title')}</h1>
        <SignInForm
          onSignedIn={async (profile) => {
            queryClient.clear()
            await takeOver(profile)
            await router.navigate({ href: insideAddress(next), replace: true })
          }}
        />
      </main>
    </div>
  )
}

/** The page asked for before signing in, if it is one of ours: never an address of another site. */
export function insideAddress(next: string | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next) || next.startsWith('/login/')) return '/site-admin/'
  return next
}
