import { useState } from 'react'
import { useText } from '#web/texts.ts'
import { Segmented } from '#web/ui/Tabs.tsx'
import './emails.css'

type MailFrameProps = {
  /** Accessible name of the frame. */
  title: string
  html: string
  text: string
}

/** A mail as its reader sees it, HTML or text. The frame is sandboxed: no scripts, no forms, no access to this page. */
export function MailFrame({ title, html, text }: MailFrameProps) {
  const t = useText()
  const [shown, setShown] = useState<'html' | 'text'>('html')
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
        <iframe className="mail-frame" title={title} sandbox="" srcDoc={html} />
      ) : (
        <pre className="mail-text" tabIndex={0} role="region" aria-label={t('emails.body_text', { title })}>
          {text}
        </pre>
      )}
    </div>
  )
}
