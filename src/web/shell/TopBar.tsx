import type { ReactNode } from 'react'
import { type Locale, locales } from '#shared/messages.ts'
import { densities, showDensity, useDensity } from '../density.ts'
import { changeProfile, useProfile } from '../profile.tsx'
import { controlKey } from '../shortcuts.ts'
import { useLocale, useText } from '../texts.ts'
import { type Appearance, appearances, useAppearance, useIsMobile } from '../theme.ts'
import { initialsOf } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/Button.tsx'
import {
  IconHelpCircle,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconUser,
} from '../ui/icons.ts'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { explain } from '../ui/states.tsx'
import { notify } from '../ui/toasts.ts'
import { signOut } from './sign-out.ts'

type TopBarProps = { status: ReactNode; onSearch: () => void; onHelp: () => void }

/** Search-or-jump on the left; language, appearance, help and account on the right. */
export function TopBar({ status, onSearch, onHelp }: TopBarProps) {
  const t = useText()
  const mobile = useIsMobile()
  return (
    <>
      {mobile ? (
        <IconButton icon={IconSearch} label={t('shell.palette')} onClick={onSearch} />
      ) : (
        <button type="button" className="jump" onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={16} stroke={1.8} aria-hidden />
          <span>{t('shell.search')}</span>
          <span className="kbd" aria-hidden>
            {controlKey(t, 'K')}
          </span>
        </button>
      )}
      <div className="top-right">
        {status}
        <LanguageMenu />
        <AppearanceMenu withDensity={!mobile} />
        {!mobile && <IconButton icon={IconHelpCircle} label={t('shell.help')} onClick={onHelp} />}
        <AccountMenu onHelp={mobile ? onHelp : undefined} />
      </div>
    </>
  )
}

/** Reports a choice that could not be saved; it lasts until the page is closed. */
async function keep(
  change: Parameters<typeof changeProfile>[0],
  t: ReturnType<typeof useText>,
): Promise<void> {
  try {
    await changeProfile(change)
  } catch (error) {
    notify({ tone: 'danger', title: t('profile.save_failed'), message: explain(error, t) })
  }
}

export function LanguageMenu() {
  const t = useText()
  const locale = useLocale()
  return (
    <Menu
      label={t('shell.language')}
      items={locales.map((each: Locale) => ({
        key: each,
        text: `${t(`shell.languages.${each}`)} · ${each}`,
        checked: each === locale,
        onSelect: () => void keep({ language: each }, t),
      }))}
    >
      {(trigger) => <IconButton icon={IconLanguage} label={t('shell.language')} {...trigger} />}
    </Menu>
  )
}

export function AppearanceMenu({ withDensity = false }: { withDensity?: boolean }) {
  const t = useText()
  const appearance = useAppearance()
  const density = useDensity()
  const ofDensity: MenuItem[] = [
    'line',
    ...densities.map((each) => ({
      key: each,
      text: `${t('shell.density')}: ${t(`shell.densities.${each}`)}`,
      checked: each === density,
      onSelect: () => showDensity(each),
    })),
  ]
  return (
    <Menu
      label={t('shell.appearance')}
      items={[
        ...appearances.map((each: Appearance) => ({
          key: each,
          text: t(`shell.appearances.${each}`),
          checked: each === appearance,
          onSelect: () => void keep({ appearance: each }, t),
        })),
        ...(withDensity ? ofDensity : []),
      ]}
    >
      {(trigger) => (
        <IconButton
          icon={appearance === 'light' ? IconSun : IconMoon}
          label={t('shell.appearance')}
          {...trigger}
        />
      )}
    </Menu>
  )
}

/** `onHelp` when there is no room for a separate button. */
function AccountMenu({ onHelp }: { onHelp: (() => void) | undefined }) {
  const t = useText()
  const profile = useProfile()
  if (!profile) return null
  const name = profile.full_name || profile.username
  return (
    <Menu
      label={t('shell.account', { name })}
      head={
        <>
          <strong className="strong">{name}</strong>
          <br />
          {profile.username}
        </>
      }
      items={[
        { key: 'profile', text: t('nav.profile'), icon: IconUser, href: '/site-admin/profile/' },
        ...(onHelp ? [{ key: 'help', text: t('shell.help'), icon: IconHelpCircle, onSelect: onHelp }] : []),
        'line',
        { key: 'out', text: t('session.sign_out'), icon: IconLogout, onSelect: () => void signOut(t) },
      ]}
    >
      {(trigger) => (
        <button
          type="button"
          className="account"
          data-initials={initialsOf(name)}
          aria-label={t('shell.account', { name })}
          {...trigger}
        />
      )}
    </Menu>
  )
}
