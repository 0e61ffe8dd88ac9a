import { addDays, showDay } from '#shared/dates.ts'
import { expect, expectFits, resize, test } from './signed-in.ts'
import {
  chooseAssignee,
  createProject,
  createTask,
  openModal,
  send,
  today,
  tomorrow,
  unique,
} from './tasks.ts'

test('a task is added from a template, seen, changed, done, undone and deleted', async ({ page }) => {
  const title = unique('Kletterwand')
  await createProject(page, title)
  const template = unique('Notice')
  await send(page, '/api/v4/reminders/templates/', { title: template, description: 'Ask for it' })
  const modal = await openModal(page, title)
  await expect(modal.getByText('No tasks set yet')).toBeVisible()

  await modal.getByLabel('Choose a template').click()
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText('---------')
  await page.getByRole('option', { name: template }).click()
  await expect(modal.getByLabel('Title')).toHaveValue(template)
  await expect(modal.getByLabel('Description')).toHaveValue('Ask for it')
  await expect(modal.getByLabel('Notify me on completion')).toBeChecked()
  await modal.getByLabel('Due date').fill(showDay(tomorrow))
  await chooseAssignee(page, modal)
  await modal.getByRole('button', { name: 'Add task' }).click()

  const row = modal.getByRole('row', { name: template })
  await expect(row).toContainText(showDay(tomorrow))
  await expect(row.locator('[data-tone="default"]')).toHaveText('Open')
  await expect(modal.getByLabel('Title')).toHaveValue('')
  await expect(modal.getByLabel('Choose a template')).toBeFocused()

  await row.getByRole('button', { name: 'View details' }).click()
  await expect(modal.getByRole('region', { name: 'Task details' })).toContainText('Ask for it')
  await row.getByRole('button', { name: 'Edit' }).click()
  await modal.getByLabel('Title').fill(`${template} 2`)
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(modal.getByRole('row', { name: `${template} 2` })).toBeVisible()

  await modal.getByRole('button', { name: 'Done' }).click()
  const table = modal.getByRole('table')
  await expect(table.locator('[data-tone="success"]')).toHaveText('Done')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(table.locator('[data-tone="default"]')).toHaveText('Open')

  await modal.getByRole('button', { name: 'Delete' }).click()
  const confirm = page.getByRole('dialog', { name: `Delete: ${template} 2` })
  await expect(confirm.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the keyboard alone adds, views, changes and finishes a task, and the focus is never lost', async ({
  page,
}) => {
  const title = unique('Tastatur')
  await createProject(page, title)
  const modal = await openModal(page, title)
  const picker = modal.getByLabel('Choose a template')
  await expect(picker).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Typed by hand')
  // Past the description to the calendar: arrow keys move the day, Enter picks one.
  await modal.getByRole('button', { name: 'Open the calendar' }).focus()
  await page.keyboard.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar.getByRole('columnheader').first()).toHaveText('Mo')
  await expect(calendar.getByRole('button', { name: showDay(today) })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(modal.getByLabel('Due date')).toHaveValue(showDay(addDays(today, 7)))
  await expect(modal.getByLabel('Due date')).toBeFocused()
  // The person who opens the form is already an assignee, and can be removed on the way.
  await page.keyboard.press('Tab')
  await expect(modal.getByRole('button', { name: /^Remove: / })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(modal.getByLabel('Assignees')).toBeFocused()
  await page.keyboard.type('vollmer')
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('button', { name: 'Remove: Katrin Vollmer (kvollmer)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  const row = modal.getByRole('row', { name: 'Typed by hand' })
  await expect(row).toHaveAttribute('data-new')
  await expect(picker).toBeFocused()
  await expect(row).not.toHaveAttribute('data-new')

  const view = row.getByRole('button', { name: 'View details' })
  await view.press('Enter')
  await expect(modal.getByRole('heading', { name: 'Typed by hand' })).toBeFocused()
  await modal
    .getByRole('region', { name: 'Task details' })
    .getByRole('button', { name: 'Close' })
    .press('Enter')
  await expect(view).toBeFocused()
  const edit = row.getByRole('button', { name: 'Edit' })
  await edit.press('Enter')
  await expect(modal.getByLabel('Title')).toBeFocused()
  await modal.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(edit).toBeFocused()

  await row.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(row.getByRole('rowheader')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(row.getByRole('button', { name: 'Done' })).toBeVisible()
  await expect(row.getByRole('rowheader')).toBeFocused()
  await row.getByRole('button', { name: 'Delete' }).press('Enter')
  await page
    .getByRole('dialog', { name: 'Delete: Typed by hand' })
    .getByRole('button', { name: 'Delete' })
    .press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Tasks: ${title}` })).toBeFocused()
})

test('on a tablet and a phone the page with the modal does not scroll sideways', async ({ page }) => {
  const title = unique('Klein')
  const project = await createProject(page, title)
  await createTask(page, project)
  await page.setViewportSize({ width: 900, height: 844 })
  await page.goto(`/site-admin/projects/?search=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `More actions: ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Tasks' }).click()
  const modal = page.getByRole('dialog', { name: 'Tasks' })
  await expect(modal.getByText('Already scheduled tasks').first()).toBeVisible()
  await expect(modal.getByRole('button', { name: /^View details/ })).toBeVisible()
  await expectFits(page)

  // On a phone rows have their menus while some are selected.
  await page.keyboard.press('Escape')
  await resize(page, 390, 844)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'More of this list' }).click()
  await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: `More actions: ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Tasks' }).click()
  await expect(modal.getByText('Already scheduled tasks').first()).toBeVisible()
  await expect(modal.getByRole('button', { name: /^View details/ })).toBeVisible()
  await expectFits(page)
})
