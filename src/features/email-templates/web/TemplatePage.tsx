import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Locale, locales } from '#shared/messages.ts'
import { api, invalidate, q } from '#web/api.ts'
import { ErrorSummary } from '#web/form/ErrorSummary.tsx'
import { fieldErrors } from '#web/form/errors.ts'
import { SaveBar } from '#web/record/SaveBar.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useRecordForm } from '#web/record/useRecordForm.tsx'
import { useCan } from '#web/profile.tsx'
import { usePageParams } from '#web/router/page.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { queryClient } from '#web/query-client.ts'
import { useLocale, useText } from '#web/texts.ts'
import { IconRefresh, IconSend } from '#web/ui/icons.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { RecordPage } from '#web/record/RecordPage.tsx'
import { ErrorPanel, explain } from '#web/ui/states.tsx'
import { PermittedFields } from '#web/record/PermittedFields.tsx'
import { PanelTabs } from '#web/ui/Tabs.tsx'
import { notify } from '#web/ui/toasts.ts'
import { Preview } from './Preview.tsx'
import {
  bodyOf,
  fieldLabels,
  firstLanguage,
  type Template,
  type TemplateField,
  type TemplateValues,
  validateTemplate,
  valuesOf,
} from './values.ts'
import { PartsNote, Variables } from './Variables.tsx'
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
  void invalidate('GET /api/v4/email-templates/')
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
    // There is no history of templates to ask.
    lastActor: () => Promise.resolve(undefined),
  })
  /** Opens the first language with a problem, unless the open one has one itself. */
  const showProblem = (names: readonly string[]) => {
    const first = firstLanguage(names)
    if (first && !names.some((name) => name.endsWith(`.${language}`))) setLanguage(first)
  }
  const save = () => {
    showProblem(Object.keys(validateTemplate(form.values, t)))
    return form.submit()
  }
  const { noteCursor, insert } = useInsertion(language, form.values, form.set)
  const subject = `subject.${language}` as const
  const body = `body.${language}` as const
  return (
    <RecordPage
      back={{ to: list, text: t('email_templates.back') }}
      title={template.title}
      actions={
        <>
          <TestButton templateKey={key} language={language} dirty={form.dirty} />
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
            subject={form.values[subject]}
            body={form.values[body]}
          />
          <Variables variables={template.variables} onInsert={mayChange ? insert : undefined} />
          {Object.values(form.values).some((wording) => wording.includes('{%')) && <PartsNote />}
        </>
      }
      footer={<SaveBar dirty={form.dirty} saving={saving} onSave={save} onDiscard={() => form.reset()} />}
    >
      <form {...form.props} onSubmit={(event) => (event.preventDefault(), void save())} className="wording">
        <SetAside template={template} />
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
                : undefined,
          }))}
        >
          <PermittedFields permission="change_email_templates" label={template.title} onFocus={noteCursor}>
            <div className="stack wording-fields">
              <p className="small muted">{t('form.required_hint')}</p>
              <ErrorSummary errors={form.errors} labels={labels} formError={form.formError} />
              <TextField {...form.field(subject)} label={t('columns.subject')} required />
              <TextArea
                {...form.field(body)}
                label={t('email_templates.body')}
                hint={t('email_templates.body_hint')}
                rows={18}
                required
              />
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

/** Says in which languages the default is sent in place of a wording that would show a secret. */
function SetAside({ template }: { template: Template }) {
  const t = useText()
  if (template.set_aside_languages.length === 0) return null
  const languages = template.set_aside_languages
    .map((language) => t(`shell.languages.${language}`))
    .join(', ')
  return <Callout tone="warning">{t('email_templates.set_aside', { languages })}</Callout>
}

/** Puts a variable where the cursor was last: in the subject or the text of the language on the screen. */
function useInsertion(
  language: Locale,
  values: TemplateValues,
  set: (field: TemplateField, value: string) => void,
) {
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const noteCursor = (event: React.FocusEvent) => {
    const { target } = event
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) last.current = target
  }
  const insert = (name: string) => {
    const field = last.current?.isConnected ? last.current : undefined
    const key: TemplateField =
      field?.name === `subject.${language}` ? `subject.${language}` : `body.${language}`
    const at = field?.name === key ? (field.selectionStart ?? values[key].length) : values[key].length
    const end = field?.name === key ? (field.selectionEnd ?? at) : at
    const text = `{{ ${name} }}`
    set(key, values[key].slice(0, at) + text + values[key].slice(end))
    setTimeout(() => {
      const control =
        field?.name === key
          ? field
          : document.querySelector<HTMLTextAreaElement>(`[name="${CSS.escape(key)}"]`)
      control?.focus()
      control?.setSelectionRange(at + text.length, at + text.length)
    }, 0)
  }
  return { noteCursor, insert }
}

type TestButtonProps = { templateKey: string; language: Locale; dirty: boolean }

/** Sends an example in the language on the screen to the signed-in person. */
function TestButton({ templateKey, language, dirty }: TestButtonProps) {
  const t = useText()
  const [sending, setSending] = useState(false)
  const send = async () => {
    if (dirty) return void notify({ tone: 'info', title: t('email_templates.test_saves_first') })
    setSending(true)
    try {
      const { to_email } = await api('POST /api/v4/email-templates/:key/test/', {
        params: { key: templateKey },
        body: { language },
      })
      notify({
        tone: 'success',
        title: t('email_templates.test_sent'),
        message: t('email_templates.test_sent_text', { email: to_email }),
      })
      void invalidate('GET /api/v4/emails/')
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    } finally {
      setSending(false)
    }
  }
  return (
    <PermissionButton
      permission="change_email_templates"
      icon={IconSend}
      loading={sending}
      onClick={() => void send()}
    >
      {t('email_templates.test')}
    </PermissionButton>
  )
}
