import { useText } from '../texts.ts'
import './form.css'

/** Explains the star once per form; hidden in a form without required fields. */
export function RequiredHint() {
  const t = useText()
  return <p className="required-hint small muted">{t('form.required_hint')}</p>
}
