import { useText } from '../texts.ts'
import { Callout } from '../ui/Callout.tsx'
import { letters, type Letters } from '#shared/reading/encodings.ts'
import { Answers } from '../ui/Answers.tsx'

type LettersQuestionProps = {
  /** Words of the file as they read in each way. */
  words: Record<Letters, readonly string[]>
  onChoose: (letters: Letters) => void
}

/** Asks how the umlauts of a file are written, showing words of it in both ways; none is chosen beforehand. */
export function LettersQuestion({ words, onChoose }: LettersQuestionProps) {
  const t = useText()
  return (
    <Callout tone="warning" title={t('imports.which_letters')}>
      {t('imports.letters_hint')}
      <Answers
        answers={letters.map((one) => ({
          text: words[one].join(', '),
          consequence: t('imports.letters_read_as', { program: t(`imports.letters_from.${one}`) }),
          onChoose: () => onChoose(one),
        }))}
      />
    </Callout>
  )
}
