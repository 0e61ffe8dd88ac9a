import { call } from './calls.ts'
import { expect, test } from './signed-in.ts'

test('a test mail of a template reaches the outbox and can be read and sent again @smoke', async ({
  page,
}) => {
  await page.goto('/site-admin/email-template/export_ready/update/')
  await expect(page.getByTitle('Preview')).toBeVisible()
  await page.getByRole('button', { name: 'Send test to me' }).click()
  await expect(page.getByText('Test mail on its way')).toBeVisible()

  await page.goto('/site-admin/emails/?template=export_ready')
  await expect(page.getByText('No mail server is set up')).toBeVisible()
  const subject = page.getByRole('row').nth(1).getByRole('button').first()
  await subject.click()
  const drawer = page.getByRole('dialog')
  // No scripts, no forms; its styles apply although the policy refuses inline styles.
  await expect(drawer.getByTitle('Message')).toHaveAttribute('sandbox', 'allow-same-origin')
  await expect(drawer.frameLocator('iframe').locator('body > div')).toHaveCSS('max-width', '600px')
  await drawer.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(drawer.getByRole('region', { name: 'Message as text' })).not.toBeEmpty()
  // Sending again is offered only after the worker has processed it.
  const path = '/api/v4/emails/?template=export_ready'
  const waiting = async () => {
    const { results } = await call<{ results: { state: string }[] }>(page, 'GET', path)
    return results.filter(({ state }) => state === 'queued' || state === 'sending')
  }
  await expect.poll(waiting).toEqual([])
  await page.reload()
  await subject.click()
  await drawer.getByRole('button', { name: 'Requeue' }).click()
  await expect(page.getByText('1 e-mail queued again')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(subject).toBeFocused()
})

test('a template refuses unknown variables, accepts a new wording and returns to its default', async ({
  page,
}) => {
  await page.goto('/site-admin/emails/templates/')
  await page.getByRole('link', { name: 'Task done' }).click()
  await page.getByRole('tab', { name: 'Deutsch (du)' }).click()
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Fertig: {{ nobody }}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('There is no variable “nobody” in this template').first()).toBeVisible()
  await expect(subject).toBeFocused()
  await subject.fill('Fertig: {{ title }}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Fertig: Freistellungsbescheid prüfen')).toBeVisible()

  await page.getByRole('button', { name: 'Reset to default' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset: Task done' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'All languages' }).click()
  await expect(page.getByText('Default wording restored')).toBeVisible()
  await expect(subject).not.toHaveText(/^Fertig/)
})

test('chips of a wording are inserted, moved and removed by keyboard and mouse, and Ctrl Z undoes it', async ({
  page,
}) => {
  await page.goto('/site-admin/email-template/review_question/update/')
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await expect(subject).toHaveText('A question about your project “Title”')
  await subject.fill('About ')
  await page.getByRole('button', { name: 'Insert into: Subject' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Organization', exact: true }).press('Enter')
  await expect(subject).toBeFocused()
  // Pasted content becomes plain text, and placeholders in it become chips.
  await page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text/html', '<b onclick="x">: bold</b> {{ title }}')
    data.setData('text/plain', ': bold {{ title }}')
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(paste)
  }`)
  await expect(subject).toHaveText('About Organization: bold Title')
  await expect(subject.getByRole('img', { name: 'Variable: Title' })).toBeVisible()
  await expect(subject.locator('b')).toHaveCount(0)

  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('Selected: Variable: Title')).toBeAttached()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(subject).toHaveText('About Organization: Titlebold')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(subject).toHaveText('About OrganizationTitle: bold')
  await page.keyboard.press('Delete')
  await expect(subject).toHaveText('About Organization: bold')
  await page.keyboard.press('Control+z')
  await expect(subject).toHaveText('About OrganizationTitle: bold')
  await subject
    .getByRole('img', { name: 'Variable: Title' })
    .dragTo(subject, { targetPosition: { x: 12, y: 16 } })
  await expect(subject).toHaveText('TitleAbout Organization: bold')

  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.press('Control+End')
  await page.getByRole('button', { name: 'Insert into: Text' }).click()
  await page.getByRole('menuitem', { name: 'Part shown only with: Organization' }).click()
  await page.keyboard.type('For {{ organization }}')
  await expect(text).toContainText('If given: OrganizationFor OrganizationEnd')
  await page
    .getByRole('group', { name: 'Side by side with' })
    .getByRole('button', { name: 'Deutsch (Sie)' })
    .click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Another language has changed since this text was looked at.')).toBeVisible()
  const { subject: kept, body } = await (
    await page.request.get('/api/v4/email-templates/review_question/')
  ).json()
  expect(kept.en_US.trim()).toBe('{{ title }}About {{ organization }}: bold')
  expect(body.en_US).toMatch(/\{% if organization != '' %\}For \{\{ organization \}\}\{% endif %\}$/)
})
