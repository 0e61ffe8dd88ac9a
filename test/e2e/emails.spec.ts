import { expect, expectAccessible, test } from './signed-in.ts'

test('a test mail of a template reaches the outbox and can be read and sent again', async ({ page }) => {
  await page.goto('/site-admin/email-template/export_ready/update/')
  await expect(page.getByTitle('Preview')).toBeVisible()
  await page.getByRole('button', { name: 'Send test to me' }).click()
  await expect(page.getByText('Test mail on its way')).toBeVisible()

  await page.goto('/site-admin/emails/?template=export_ready')
  await expect(page.getByText('No mail server is set up')).toBeVisible()
  const subject = page.getByRole('row').nth(1).getByRole('button').first()
  await expectAccessible(page)
  await subject.click()
  const drawer = page.getByRole('dialog')
  // No scripts, no forms; its look arrives although the policy refuses inline styles.
  await expect(drawer.getByTitle('Message')).toHaveAttribute('sandbox', 'allow-same-origin')
  await expect(drawer.frameLocator('iframe').locator('body > div')).toHaveCSS('max-width', '600px')
  await drawer.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(drawer.getByRole('region', { name: 'Message as text' })).not.toBeEmpty()
  await expectAccessible(page)
  // Until the worker has had it, there is nothing to send again.
  await expect(async () => {
    await page.reload()
    await subject.click()
    await expect(drawer.getByRole('button', { name: 'Requeue' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await drawer.getByRole('button', { name: 'Requeue' }).click()
  await expect(page.getByText('1 e-mail queued again')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(subject).toBeFocused()
})

test('a template refuses unknown variables, takes a new wording and goes back to its default', async ({
  page,
}) => {
  await page.goto('/site-admin/emails/templates/')
  await page.getByRole('link', { name: 'Task done' }).click()
  await page.getByRole('tab', { name: 'Deutsch (du)' }).click()
  const subject = page.getByLabel('Subject')
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
  await expect(subject).not.toHaveValue('Fertig: {{ title }}')
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await expectAccessible(page)
})
