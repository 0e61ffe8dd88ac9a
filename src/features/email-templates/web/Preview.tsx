import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Locale } from '#shared/messages.ts'
import { api } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { SidePart } from '#web/record/RecordPage.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { explain } from '#web/ui/states.tsx'
import { MailFrame } from '#web/ui/MailFrame.tsx'

const route = 'POST /api/v4/email-templates/:key/preview/'
/** Debounce of the preview in milliseconds. */
const debounceMs = 500

type PreviewProps = { templateKey: string; language: Locale; subject: string; body: string }

function previewOf({ templateKey, language, subject, body }: PreviewProps) {
  return queryOptions({
    queryKey: [route, templateKey, language, subject, body],
    queryFn: ({ signal }) =>
      api(route, { params: { key: templateKey }, body: { language, subject, body }, signal }),
    staleTime: 60_000,
    retry: false,
  })
}

/** Preview of a mail, rendered by the server from the typed wording, saved or not. */
export function Preview(props: PreviewProps) {
  const t = useText()
  const calm = useDebouncedProps(props)
  const isEmpty = calm.subject.trim() === '' || calm.body.trim() === ''
  const { data, error } = useQuery({
    ...previewOf(calm),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  })
  const problems = error ? Object.values(fieldErrors(error)).join(' ') || explain(error, t) : undefined
  return (
    <SidePart title={t('email_templates.preview')} note={t('email_templates.preview_note')}>
      {problems && (
        <Callout tone="warning" title={t('email_templates.preview_failed')}>
          {problems}
        </Callout>
      )}
      {data && !error ? (
        <div className="stack-s">
          <p className="strong preview-subject">{data.subject}</p>
          <MailFrame title={t('email_templates.preview')} html={data.html} text={data.text} />
        </div>
      ) : (
        !error && !isEmpty && <Spinner />
      )}
    </SidePart>
  )
}

/** The same props, debounced. */
function useDebouncedProps(props: PreviewProps): PreviewProps {
  const [calm, setCalm] = useState(props)
  const { templateKey, language, subject, body } = props
  useEffect(() => {
    const timer = setTimeout(() => setCalm({ templateKey, language, subject, body }), debounceMs)
    return () => clearTimeout(timer)
  }, [templateKey, language, subject, body])
  return calm.language === language ? calm : props
}
