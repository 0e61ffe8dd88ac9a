import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Locale, locales } from '#shared/messages.ts'
import { api, q } from '#web/api.ts'
import { ErrorSummary } from '#web/form/ErrorSummary.tsx'
import { fieldErrors } from '#web/form/errors.ts'
import { SaveBar } from '#web/record/SaveBar.tsx'
import { useRecordForm } from '#web/record/useRecordForm.tsx'
import { useCan } from '#web/profile.tsx'
import { usePageParams } from '#web/router/page.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { queryClient } from '#web/query-client.ts'
import { useLocale, useText } from '#web/texts.ts'
import { IconRefresh } from '#web/ui/lazy-icons.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { RecordPage } from '#web/record/RecordPage.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { PermittedFields } from '#web/record/PermittedFields.tsx'
import { PanelTabs, Segmented } from '#web/ui/Tabs.tsx'
import { Preview } from './Preview.tsx'
import {
  bodyOf,
  fieldLabels,
  firstLanguage,
  type Template,
  type TemplateValues,
  validateTemplate,
  valuesOf,
} from './values.ts'
import { Variables } from './Variables.tsx'
import { NotAdapted } from './NotAdapted.tsx'
import { TestButton } from './TestButton.tsx'
import { WordingField } from './WordingField.tsx'
import './templates.css'

const ResetTemplate = lazyDialog(() => import('./ResetTemplate.tsx'), 'ResetTemplate')

const list = '/site-admin/emails/templates/'
const detailOf = (key: string) => q('GET /api/v4/email-templates/:key/', { params: { key } })

/** One template: its wording in three languages, with a live preview. */
export function TemplatePage() {
  const { key } = usePageParams('/site-admin/email-template/:key/update/')
  const { data, error, refetch } = useQuery(detailOf(key))
  if (data) return <TemplateForm key={key} template={data} />
  return error ? <ErrorPanel asPage error={error} onRetry={() => void refetch()} /> : <PageLoading />
}

function keep(template: Template): void {
  queryClient.setQueryData(detailOf(template.key).queryKey, template)
}

function TemplateForm({ template }: { template: Template }) {
  const t = useText()
  const mayChange = useCan('change_email_templates')
  const [language, setLanguage] = useState<Locale>(useLocale())
  const [resetting, setResetting] = useState(false)
  const labels = fieldLabels(t)
  const { key } = template
  const { form, saving, conflict } = useRecordForm<Template, TemplateValues>({
    row: template,
    name: template.title,
    valuesOf,
    validate: (values) => validateTemplate(values, t),
    save: async (values, changed, version) => {
      try {
        const body = { ...bodyOf(values, changed), version }
        return await api('PATCH /api/v4/email-templates/:key/', { params: { key }, body })
      } catch (error) {
        showProblem(Object.keys(fieldErrors(error)))
        throw error
      }
    },
    onSaved: keep,
    labels,
    shown: (_field, value) => value,
    // Templates have no history that names the last editor.
    lastActor: () => Promise.resolve(undefined),
  })
  /** Opens the first language with an error, unless the open one has an error. */
  const showProblem = (names: readonly string[]) => {
    const first = firstLanguage(names)
    if (first && !names.some((name) => name.endsWith(`.${language}`))) setLanguage(first)
  }
  const save = () => {
    showProblem(Object.keys(validateTemplate(form.values, t)))
    return form.submit()
  }
  const [other, setOther] = useState<Locale>()
  const beside = other === language ? undefined : other
  const columns = beside ? [language, beside] : [language]
  return (
    <RecordPage
      back={{ to: list, text: t('email_templates.back') }}
      title={template.title}
      actions={
        <>
          <TestButton
            templateKey={key}
            language={language}
            subject={form.values[`subject.${language}`]}
            body={form.values[`body.${language}`]}
          />
          {template.changed_languages.length > 0 && (
            <PermissionButton
              permission="change_email_templates"
              icon={IconRefresh}
              onPointerEnter={ResetTemplate.preload}
              onClick={() => setResetting(true)}
            >
              {t('email_templates.reset')}
            </PermissionButton>
          )}
        </>
      }
      side={
        <>
          <Preview
            templateKey={key}
            language={language}
            subject={form.values[`subject.${language}`]}
            body={form.values[`body.${language}`]}
          />
          <Variables variables={template.variables} />
        </>
      }
      footer={<SaveBar dirty={form.dirty} saving={saving} onSave={save} onDiscard={() => form.reset()} />}
    >
      <form {...form.props} onSubmit={(event) => (event.preventDefault(), void save())} className="wording">
        <SetAsideNotice template={template} />
        <PanelTabs
          label={t('email_templates.languages')}
          value={language}
          onChange={setLanguage}
          tabs={locales.map((locale) => ({
            value: locale,
            text: t(`shell.languages.${locale}`),
            problem:
              form.errors[`subject.${locale}`] || form.errors[`body.${locale}`]
                ? t('email_templates.has_errors')
                : template.not_adapted_languages.includes(locale)
                  ? t('email_templates.not_adapted')
                  : undefined,
          }))}
        >
          <PermittedFields permission="change_email_templates" label={template.title}>
            <div className="stack wording-fields">
              <p className="small muted">{t('form.required_hint')}</p>
              {mayChange && <p className="small muted">{t('email_templates.chips.help')}</p>}
              <ErrorSummary errors={form.errors} labels={labels} formError={form.formError} />
              <OtherLanguage language={language} value={beside} onChange={setOther} />
              <div className="wording-columns" data-two={beside ? true : undefined}>
                {columns.map((column) => (
                  <section key={column} className="stack" aria-label={t(`shell.languages.${column}`)}>
                    {beside && <h2 className="wording-language">{t(`shell.languages.${column}`)}</h2>}
                    <NotAdapted template={template} language={column} onLooked={keep} />
                    <WordingField
                      {...form.field(`subject.${column}`)}
                      label={t('columns.subject')}
                      variables={template.variables}
                      language={column}
                      readOnly={!mayChange}
                      oneLine
                      required
                    />
                    <WordingField
                      {...form.field(`body.${column}`)}
                      label={t('email_templates.body')}
                      hint={t('email_templates.body_hint')}
                      variables={template.variables}
                      language={column}
                      readOnly={!mayChange}
                      required
                    />
                  </section>
                ))}
              </div>
            </div>
          </PermittedFields>
        </PanelTabs>
      </form>
      {conflict}
      {resetting && (
        <ResetTemplate
          template={template}
          language={language}
          onReset={keep}
          onClose={() => setResetting(false)}
        />
      )}
    </RecordPage>
  )
}

/** Names the languages in which the default is sent because the wording would reveal a secret. */
function SetAsideNotice({ template }: { template: Template }) {
  const t = useText()
  if (template.set_aside_languages.length === 0) return null
  const languages = template.set_aside_languages
    .map((language) => t(`shell.languages.${language}`))
    .join(', ')
  return <Callout tone="warning">{t('email_templates.set_aside', { languages })}</Callout>
}

type OtherLanguageProps = {
  language: Locale
  value: Locale | undefined
  onChange: (other: Locale | undefined) => void
}

function OtherLanguage({ language, value, onChange }: OtherLanguageProps) {
  const t = useText()
  const others = locales.filter((locale) => locale !== language)
  return (
    <div className="wording-beside">
      <span className="small muted">{t('email_templates.beside')}</span>
      <Segmented<Locale | 'none'>
        label={t('email_templates.beside')}
        value={value ?? 'none'}
        options={[
          { value: 'none', text: t('email_templates.beside_none') },
          ...others.map((locale) => ({ value: locale, text: t(`shell.languages.${locale}`) })),
        ]}
        onChange={(chosen) => onChange(chosen === 'none' ? undefined : chosen)}
      />
    </div>
  )
}
