import { expect, test } from 'vitest'
import { sourceFiles, sourceOf } from '../scripts/imports.ts'

/** Files that close a dialog without asking despite typed text, and why that loses nothing. */
const unasked: Record<string, string> = {
  'web/record/ConfirmDelete.tsx': 'the name of what is deleted, typed off the title above',
  'web/shell/Palette.tsx': 'words to search for',
  'web/table/filter-menu/FilterSheet.tsx': 'words to search for',
  'web/table/toolbar/ExportDialog.tsx': 'radio buttons only',
  'features/companies/web/StatementModal.tsx': 'two days of a download; nothing is saved',
  'features/receipts/web/MachinePart.tsx': 'false only for the table of sums, which takes no input',
  'features/receipts/web/GenerateDialog.tsx': 'false only where the gifts come from the selection',
  'features/payouts/web/UploadBankAnswer.tsx': 'a file, sent as soon as it is chosen',
  'features/private-donations/web/RevealDialog.tsx': 'the reason stands in an ActModal, which guards it',
  'features/projects/web/acts/BulkFields.tsx': 'false only for the form of one list to choose from',
  'features/review-queue/web/SnippetsModal.tsx': 'words to search for; the form of a wording guards its own',
  'features/tasks/web/DraftModal.tsx': 'false only while the draft is loaded; its form guards its own',
  'features/tasks/web/SnoozeDialog.tsx': 'a day that two keys give again',
}
/** Files whose Cancel closes at once, and why. */
const atOnce: Record<string, string> = {
  'web/record/EditConflict.tsx': 'radio buttons only',
}

const typedInto =
  /<(TextField|TextArea|MoneyField|DateField|FileField|PasswordField|MultiSelectField|input|textarea)\b/
const pages = sourceFiles.filter((file) => file.endsWith('.tsx'))

test('a dialog with text input asks before discarding it', () => {
  const found = pages.filter((file) => {
    const source = sourceOf(file)
    return /\bdirty(=\{|: )false\b/.test(source) && typedInto.test(source)
  })
  expect(found.toSorted()).toEqual(Object.keys(unasked).toSorted())
})

test('Cancel asks like Escape when text was typed', () => {
  const found = pages.filter((file) => {
    const source = sourceOf(file)
    return (
      /<Modal\b/.test(source) &&
      typedInto.test(source) &&
      !/\bdirty=\{false\}/.test(source) &&
      /onClick=\{onClose\}>\s*\{t\('actions\.(cancel|close)'\)/.test(source)
    )
  })
  expect(found.toSorted()).toEqual(Object.keys(atOnce).toSorted())
})
