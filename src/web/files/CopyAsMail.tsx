import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { IconCopy } from '../ui/icons.ts'
import { notify } from '../ui/toasts.ts'

type CopyAsMailProps = {
  filename: string
  /** Why the file or its rows were refused, in the person's language. */
  reasons: readonly string[]
  /** The file's author. */
  to: 'bank' | 'organization'
}

/** Copies a refusal as a letter to the file's author, in the person's language; nothing is sent. */
export function CopyAsMail({ filename, reasons, to }: CopyAsMailProps) {
  const t = useText()
  const copy = async () => {
    const subject = t('files.mail_subject', { file: filename })
    const listed = reasons.map((reason) => `- ${whatIsWrong(reason)}`).join('\n')
    const body = t('files.mail_body', { file: filename, reasons: listed, ask: t(`files.mail_ask.${to}`) })
    try {
      await navigator.clipboard.writeText(`${subject}\n\n${body}`)
      notify({ tone: 'success', title: t('files.mail_copied') })
    } catch {
      notify({ tone: 'danger', title: t('files.mail_not_copied') })
    }
  }
  return (
    <div>
      <Button size="sm" icon={IconCopy} onClick={() => void copy()}>
        {t('files.copy_as_mail')}
      </Button>
    </div>
  )
}

/** The first sentence of a refusal, and its line; the rest is advice for the person here. */
const whatIsWrong = (reason: string) =>
  reason.replace(
    /^(.+?\.) \p{Lu}.*?( \([^()]*\d[^()]*\))?$/u,
    (_, first: string, line = '') => `${first}${line}`,
  )
