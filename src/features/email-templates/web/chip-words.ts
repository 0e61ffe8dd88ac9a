import type { Translate } from '#web/texts.ts'
import type { Chip } from '../chips.ts'
import type { Template } from './values.ts'

/** Texts of a chip: visible, and for screen readers. */
export type ChipWords = { face: string; spoken: string }

export function chipWords(chip: Chip, variables: Template['variables'], t: Translate): ChipWords {
  const name = variables.find((variable) => variable.name === chip.name)?.label ?? chip.name
  switch (chip.kind) {
    case 'variable':
      return { face: name, spoken: t('email_templates.chips.variable', { name }) }
    case 'link':
      return {
        face: t('email_templates.chips.link', { words: chip.words, name }),
        spoken: t('email_templates.chips.link_spoken', { words: chip.words, name }),
      }
    case 'if':
      return same(
        chip.value === ''
          ? t(chip.not ? 'email_templates.chips.if_given' : 'email_templates.chips.if_missing', { name })
          : t(chip.not ? 'email_templates.chips.if_is_not' : 'email_templates.chips.if_is', {
              name,
              value: chip.value,
            }),
      )
    case 'case':
      return same(t('email_templates.chips.case', { name }))
    case 'when':
      return same(t('email_templates.chips.when', { value: chip.value }))
    case 'else':
      return {
        face: t('email_templates.chips.else'),
        spoken: t('email_templates.chips.else_spoken', { name }),
      }
    case 'end':
      return { face: t('email_templates.chips.end'), spoken: t('email_templates.chips.end_spoken', { name }) }
  }
}

const same = (words: string): ChipWords => ({ face: words, spoken: words })
