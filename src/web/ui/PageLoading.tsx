import { useText } from '../texts.ts'
import { Spinner } from './Spinner.tsx'

/** A page whose record is still loading; the heading appears at once when the title is known. */
export function PageLoading({ title }: { title?: string }) {
  const t = useText()
  return (
    <div className="page">
      <h1 tabIndex={-1}>{title ?? t('states.loading')}</h1>
      <Spinner />
    </div>
  )
}
