import { useQuery } from '@tanstack/react-query'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { useText } from '../texts.ts'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'
import { Spinner } from './Spinner.tsx'

type InfoModalProps = {
  /** Title until the content is loaded. */
  title: string
  /** Query options that answer {title, html}: `q('GET /api/v4/project/:slug/info/', {params: {slug}})`. */
  // The key belongs to the route; this modal does not inspect it.
  query: { queryKey: readonly unknown[]; queryFn?: unknown }
  /** Content when loading fails, e.g. 'Failed to load project data' (spec §8). */
  failedText: string
  onClose: () => void
}

/** Shows a record's loaded HTML content, sanitized again here. */
export function InfoModal({ title, query, failedText, onClose }: InfoModalProps) {
  const t = useText()
  const { data, isError } = useQuery<{ title: string; html: string }>(query as never)
  const html = useMemo(
    () =>
      data ? DOMPurify.sanitize(data.html, { FORBID_TAGS: ['style', 'form'], FORBID_ATTR: ['style'] }) : '',
    [data],
  )
  return (
    <Modal
      title={data?.title ?? title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      {isError ? (
        <p>{failedText}</p>
      ) : data ? (
        <div className="html-content" dangerouslySetInnerHTML={{ __html: html }} />
      ) : (
        <Spinner />
      )}
    </Modal>
  )
}
