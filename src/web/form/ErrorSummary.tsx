import { useText } from '../texts.ts'
import { Callout } from '../ui/Callout.tsx'

type ErrorSummaryProps = {
  errors: Partial<Record<string, string>>
  labels: Record<string, string>
  /** A message without a field. */
  formError?: string | undefined
}

/** Above a form: messages without a field and, with more than three errors, links to all of them. */
export function ErrorSummary({ errors, labels, formError }: ErrorSummaryProps) {
  const t = useText()
  const found = Object.entries(errors).filter(([key, text]) => text && key in labels)
  if (found.length <= 3 && !formError) return null
  return (
    <div className="error-summary">
      <Callout tone="danger" title={formError ?? t('form.errors', { count: found.length })}>
        {found.length > 3 && (
          <ul>
            {found.map(([key, text]) => (
              <li key={key}>
                <a
                  href={`#${key}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document
                      .querySelector<HTMLElement>(
                        `[name="${CSS.escape(key)}"], [data-name="${CSS.escape(key)}"]`,
                      )
                      ?.focus()
                  }}
                >
                  {labels[key]}
                </a>
                : {text}
              </li>
            ))}
          </ul>
        )}
      </Callout>
    </div>
  )
}
