import { useMemo, useState } from 'react'
import { useText } from '../texts.ts'
import { Segmented } from './Tabs.tsx'
import './mail.css'

type MailFrameProps = {
  title: string
  html: string
  text: string
}

/** A mail as its reader sees it, HTML or text. The frame is sandboxed: no scripts, no forms. */
export function MailFrame({ title, html, text }: MailFrameProps) {
  const t = useText()
  const [shown, setShown] = useState<'html' | 'text'>('html')
  const drawn = useMemo(() => withoutInlineStyles(html), [html])
  return (
    <div className="mail">
      <Segmented
        label={title}
        value={shown}
        options={[
          { value: 'html', text: t('emails.as_html') },
          { value: 'text', text: t('emails.as_text') },
        ]}
        onChange={setShown}
      />
      {shown === 'html' ? (
        <iframe
          className="mail-frame"
          title={title}
          sandbox="allow-same-origin"
          srcDoc={drawn}
          onLoad={(event) => styleMail(event.currentTarget.contentDocument)}
        />
      ) : (
        <pre className="mail-text" tabIndex={0} role="region" aria-label={t('emails.body_text', { title })}>
          {text}
        </pre>
      )}
    </div>
  )
}

const styleAttribute = 'data-style'

/**
 * Mails use `style` attributes, which this page's policy refuses in its frames too: they are removed here and set one
 * by one once the frame exists.
 */
function withoutInlineStyles(html: string): string {
  // Works on the text, because even a parser's document would be refused them. In a mail every < of a value is escaped.
  return html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=/gi, ` ${styleAttribute}=`))
}

function styleMail(mail: Document | null): void {
  for (const element of mail?.querySelectorAll<HTMLElement>(`[${styleAttribute}]`) ?? [])
    element.style.cssText = element.getAttribute(styleAttribute) ?? ''
}
