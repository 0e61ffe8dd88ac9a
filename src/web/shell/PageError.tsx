import { NetworkError } from '../api.ts'
import { retry } from '../router/navigate.ts'
import { useText } from '../texts.ts'
import { StandaloneMessage } from './StandaloneMessage.tsx'
import { Button } from '../ui/Button.tsx'
import { IconAlertTriangle } from '../ui/icons.ts'
import { ErrorPanel, Message } from '../ui/states.tsx'
import { isMissingCode } from '../ui/new-version.ts'

/** Replaces a failed page: its own error, a lost connection, or code of an older release. */
export function PageError({ error }: { error: unknown }) {
  const t = useText()
  // Offline, missing code does not prove a new release: the same file may load a moment later.
  const isCutOff = isMissingCode(error) && !navigator.onLine
  if (isMissingCode(error) && !isCutOff)
    return (
      <StandaloneMessage>
        <Message
          asPage
          icon={IconAlertTriangle}
          title={t('shell.new_version')}
          action={<Button onClick={() => location.reload()}>{t('shell.reload')}</Button>}
        />
      </StandaloneMessage>
    )
  const isOurs =
    !isCutOff && !(error instanceof NetworkError) && !(error instanceof Error && 'status' in error)
  return (
    <StandaloneMessage>
      {isOurs ? (
        <Message
          asPage
          tone="danger"
          icon={IconAlertTriangle}
          title={t('states.unexpected')}
          action={<Button onClick={() => location.reload()}>{t('shell.reload')}</Button>}
        >
          {t('states.unexpected_text')}
        </Message>
      ) : (
        <ErrorPanel
          asPage
          error={isCutOff ? new NetworkError() : error}
          onRetry={isCutOff ? reloadWhenOnline : () => retry()}
        />
      )}
    </StandaloneMessage>
  )
}

/**
 * Reloads the document once the connection is back: Chromium caches the failure of a code file and does not request it
 * again. Offline, a reload would leave an empty window, so the panel stays.
 */
function reloadWhenOnline(): void {
  if (navigator.onLine) location.reload()
  else retry()
}
