import './ui.css'

/** First letters of the first and the last word of a name; a user name after it counts only when it is alone. */
export function initialsOf(name: string): string {
  const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const full = wordsOf(name.replace(/\s*\([^()]*\)\s*$/, ''))
  const words = full.length > 0 ? full : wordsOf(name)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map((word) => /\p{L}/u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toUpperCase()
}

const hues = 4

/** Initials in a circle; always the same colour for the same name, with the whole name as accessible text. */
export function Avatar({ name }: { name: string }) {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span className="avatar" data-hue={sum % hues} title={name}>
      <span aria-hidden>{initialsOf(name)}</span>
      <span className="visually-hidden">{name}</span>
    </span>
  )
}
