import { useEffect, useRef } from 'react'
import { useBreakpoint } from '#web/theme.ts'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconX } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { ForecastPart } from './ForecastPart.tsx'
import { UploadForm, type UploadFormProps } from './UploadForm.tsx'

/** Upload PDF: on wide screens beside the list, which stays usable; otherwise, and for a fixed target, in a drawer. */
export function UploadPanel(props: UploadFormProps) {
  const t = useText()
  const title = t('documents.upload')
  const isBeside = useBreakpoint() === 'wide'
  if (isBeside && !props.target) return <UploadSidePanel title={title} {...props} />
  const subtitle = props.target && t(`documents.of.${props.target.type}`, { title: props.target.title })
  return (
    <Modal drawer="side" title={title} subtitle={subtitle} onClose={props.onClose}>
      <UploadForm {...props} />
    </Modal>
  )
}

function UploadSidePanel({ title, ...props }: UploadFormProps & { title: string }) {
  const t = useText()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  return (
    <aside ref={panel} className="upload-panel panel" aria-label={title}>
      <div className="upload-head">
        <h2>{title}</h2>
        <IconButton icon={IconX} label={t('actions.close')} onClick={props.onClose} />
      </div>
      <UploadForm {...props} />
      <ForecastPart />
    </aside>
  )
}
