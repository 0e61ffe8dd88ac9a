import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type PreviewBody, previewOf } from './preview.ts'
import type { CustomWording } from './review-session.ts'

type MailModalProps = {
  slug: string
  about: PreviewBody
  own: CustomWording | undefined
  onSave: (own: CustomWording | undefined) => void
  onClose: () => void
}

export function MailModal({ slug, about, own, onSave, onClose }: MailModalProps) {
  const t = useText()
  const { data } = useQuery(previewOf(slug, about))
  const [typed, setTyped] = useState<CustomWording | undefined>(own)
  const words = typed ?? data
  const isWhole = words !== undefined && words.subject.trim() !== '' && words.text.trim() !== ''
  return (
    <Modal
      title={t('review_queue.mail')}
      dirty={typed !== own}
      onClose={onClose}
      footer={(close) => (
        <>
          {own && (
            <Button className="foot-start" onClick={() => onSave(undefined)}>
              {t('review_queue.original_text')}
            </Button>
          )}
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button
            variant="primary"
            disabled={!isWhole}
            onClick={() => onSave(words && { subject: words.subject, text: words.text })}
          >
            {t('actions.save')}
          </Button>
        </>
      )}
    >
      {words ? (
        <div className="stack">
          <TextField
            name="subject"
            label={t('review_queue.mail_subject')}
            value={words.subject}
            onChange={(subject) => setTyped({ text: words.text, subject })}
          />
          <TextArea
            name="text"
            label={t('review_queue.mail_text')}
            rows={10}
            value={words.text}
            onChange={(text) => setTyped({ subject: words.subject, text })}
          />
        </div>
      ) : (
        <Spinner />
      )}
    </Modal>
  )
}
