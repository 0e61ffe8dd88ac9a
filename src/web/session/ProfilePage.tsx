import { type Locale, locales } from '#shared/messages.ts'
import { CheckboxField } from '../form/CheckboxField.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { changeProfile, useProfile } from '../profile.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { useText } from '../texts.ts'
import { appearances, usePageTitle } from '../theme.ts'
import { explain } from '../ui/states.tsx'
import { Segmented } from '../ui/Tabs.tsx'
import { notify } from '../ui/toasts.ts'

export function ProfilePage() {
  const t = useText()
  const profile = useProfile()
  usePageTitle(t('profile.title'))
  if (!profile) return null
  const change = async (values: Parameters<typeof changeProfile>[0]) => {
    try {
      await changeProfile(values)
    } catch (error) {
      notify({ tone: 'danger', title: t('profile.save_failed'), message: explain(error, t) })
    }
  }
  const rights = profile.is_superuser
    ? t('profile.superuser')
    : profile.permissions.toSorted().join(', ') || t('profile.no_rights')
  return (
    <div className="page narrow">
      <h1 tabIndex={-1}>{t('profile.title')}</h1>
      <FormSection title={t('profile.account')} hint={t('profile.account_hint')}>
        <dl className="facts">
          <dt>{t('session.username')}</dt>
          <dd>{profile.username}</dd>
          <dt>{t('profile.full_name')}</dt>
          <dd>{profile.full_name || '-'}</dd>
          <dt>{t('profile.email')}</dt>
          <dd>{profile.email || '-'}</dd>
          <dt>{t('profile.rights')}</dt>
          <dd>{rights}</dd>
        </dl>
      </FormSection>
      <FormSection title={t('profile.interface')} hint={t('profile.interface_hint')}>
        <SelectField
          name="language"
          label={t('shell.language')}
          value={profile.language}
          options={locales.map((locale) => ({ value: locale, label: t(`shell.languages.${locale}`) }))}
          onChange={(language) => void change({ language: language as Locale })}
        />
        <div className="stack-s">
          <span className="small strong">{t('shell.appearance')}</span>
          <span>
            <Segmented
              label={t('shell.appearance')}
              value={profile.appearance}
              options={appearances.map((value) => ({ value, text: t(`shell.appearances.${value}`) }))}
              onChange={(appearance) => void change({ appearance })}
            />
          </span>
        </div>
        <CheckboxField
          name="shortcuts"
          label={t('profile.shortcuts')}
          subtitle={t('profile.shortcuts_hint')}
          value={profile.shortcuts}
          onChange={(shortcuts) => void change({ shortcuts })}
        />
      </FormSection>
      <ChangePassword username={profile.username} />
    </div>
  )
}
