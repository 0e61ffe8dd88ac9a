import { test } from './policy.ts'
import { expect, signIn } from './signed-in.ts'

test('a page requested before sign-in opens afterwards @smoke', async ({ page }) => {
  await page.goto('/site-admin/profile/')
  await expect(page).toHaveURL(/\/login\/\?next=/)
  await expect(page.getByLabel('User name')).toBeFocused()
  await signIn(page)
  await expect(page).toHaveURL(/\/site-admin\/profile\/$/)
})

test('a wrong password is refused and the input stays; the right one opens the dashboard', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login\//)
  await signIn(page, { username: 'nobody-here', password: 'wrong' })
  await expect(page.getByText('User name or password is wrong')).toBeVisible()
  await expect(page.getByLabel('User name')).toHaveValue('nobody-here')
  await signIn(page)
  await expect(page).toHaveURL(/\/site-admin\/$/)
  // The account has the language of the previous journey.
  await expect(page.getByRole('heading', { level: 1, name: /^(Dashboard|Übersicht)$/ })).toBeVisible()
})
