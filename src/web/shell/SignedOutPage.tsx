import type { ReactNode } from 'react'
import { usePageTitle } from '../theme.ts'
import { AppearanceMenu, LanguageMenu } from './TopBar.tsx'

/** Template F, a page before sign-in: one centred card, language and colours at the top. */
export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
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
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </main>
    </div>
  )
}
