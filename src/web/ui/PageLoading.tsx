import { Spinner } from './Spinner.tsx'

/** A page whose record is still on its way; the heading is there at once when the title is known. */
export function PageLoading({ title }: { title?: string }) {
  return (
    <div className="page">
      <h1 tabIndex={-1}>{title ?? '\u00a0'}</h1>
      <Spinner />
    </div>
  )
}
