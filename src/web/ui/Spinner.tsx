import { useText } from '../texts.ts'
import './ui.css'

/** The spinner of panels and modals, 32 px by default (spec §9); it appears after 150 ms. */
export function Spinner({ size = 32 }: { size?: number }) {
  const t = useText()
  return (
    <span className="spinner">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
        <circle
          cx="16"
          cy="16"
          r="13"
          fill="none"
          stroke="currentColor"
          strokeWidth="3.5"
          strokeDasharray="62 82"
        />
      </svg>
      <span className="visually-hidden">{t('states.loading')}</span>
    </span>
  )
}
