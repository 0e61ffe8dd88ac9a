import { Button } from '#web/ui/Button.tsx'
import './imports.css'

export type PossibleAnswer = { text: string; consequence: string; onChoose: () => void }

/** Possible answers to a question about a file, each with its effect on the import; none is preselected. */
export function Answers({ answers }: { answers: readonly PossibleAnswer[] }) {
  return (
    <ul className="import-answers">
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
