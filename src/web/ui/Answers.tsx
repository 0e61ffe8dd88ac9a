import { Button } from './Button.tsx'
import '#features/imports/web/answers.css'

export type PossibleAnswer = { text: string; consequence: string; onChoose: () => void }

/** The answers to a question about a file, each with its consequence; none is chosen beforehand. */
export function Answers({ answers }: { answers: readonly PossibleAnswer[] }) {
  return (
    <ul className="answers">
      {answers.map(({ text, consequence, onChoose }) => (
        <li key={text}>
          <Button size="sm" onClick={onChoose}>
            {text}
          </Button>
          <span className="small">{consequence}</span>
        </li>
      ))}
    </ul>
  )
}
