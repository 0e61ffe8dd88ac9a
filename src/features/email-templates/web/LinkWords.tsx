import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'

type LinkWordsProps = { words: string; onSave: (words: string) => void; onClose: () => void }

export function LinkWords({ words, onSave, onClose }: LinkWordsProps) {
  const t = useText()
  const form = useForm({
    initial: { words },
    validate: (values) => ({
      words: values.words.trim() === '' ? t('email_templates.chips.words_required') : '',
    }),
    onSubmit: async (values) => {
      onSave(values.words.trim())
      onClose()
    },
  })
  return (
    <Modal
      title={t('email_templates.chips.words')}
      size="sm"
      dirty={form.dirty}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button variant="primary" onClick={() => void form.submit()}>
            {t('email_templates.chips.words_save')}
          </Button>
        </>
      )}
    >
      <form {...form.props}>
        <TextField {...form.field('words')} label={t('email_templates.chips.words')} required autoFocus />
      </form>
    </Modal>
  )
}
