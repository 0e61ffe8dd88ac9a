import { useText } from '../texts.ts'
import { Callout } from '../ui/Callout.tsx'
import { letters, type Letters } from '#shared/reading/encodings.ts'
import { Answers } from '../ui/Answers.tsx'

type EncodingQuestionProps = {
  /** Words of the file in each reading. */
  words: Record<Letters, readonly string[]>
  onChoose: (letters: Letters) => void
}

/** Asks for the encoding of a file's umlauts, showing example words in both readings; none is preselected. */
export function EncodingQuestion({ words, onChoose }: EncodingQuestionProps) {
  const t = useText()
  return (
    <Callout tone="warning" title={t('files.which_letters')}>
      {t('files.letters_hint')}
      <Answers
        answers={letters.map((one) => ({
          text: words[one].join(', '),
          consequence: t('files.letters_read_as', { program: t(`files.letters_from.${one}`) }),
          onChoose: () => onChoose(one),
        }))}
      />
    </Callout>
  )
}
