import { IconCornerDownLeft } from './lazy-icons.ts'

/** As the key is called in every language. */
const enterKey = 'Enter'

/** ↵ on a key, drawn: not every machine has a font with the letter. */
export const EnterSign = () => (
  <IconCornerDownLeft className="enter-sign" size={12} stroke={2} role="img" aria-label={enterKey} />
)
