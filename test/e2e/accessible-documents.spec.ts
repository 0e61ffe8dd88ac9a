import type { Page } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import { simplePdf } from '../make-pdf.ts'
import { picture } from '../photos.ts'
import { call, invitationToken, makeOrganization, makeProject } from './calls.ts'
import { dialog, faultsOf, fill, fillInside, key, press, pressInside, steps, text, until } from './looks.ts'
import { createDocument, createTemplate, linkTo, notice, pdf } from './document-fixtures.ts'
import { expect, test } from './signed-in.ts'
import { today, unique } from './tasks.ts'

// States of documents, templates, the viewer, photos, mails, and of pages outside the back office. Each test visits the
// states of one person in one window.

test.describe.configure({ mode: 'parallel' })
test.beforeEach(() => test.setTimeout(240_000))

const script = simplePdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' })

/** An organization whose proof ends before its project does, asked for a new one by a task with a drafted e-mail. */
async function expiring(page: Page): Promise<string> {
  const project = await makeProject(page, unique('Instrumente'))
  const { organization } = await call<{ organization: { slug: string; title: string } }>(
    page,
    'GET',
    `/api/v4/project/${project.slug}/`,
  )
  await call(page, 'PATCH', `/api/v4/organization/${organization.slug}/`, {
    exemption_kind: 'notice',
    exemption_date: '2022-01-08',
    exemption_ends_on: '2022-02-08',
    version: 1,
  })
  await call(page, 'PATCH', `/api/v4/project/${project.slug}/`, {
    ends_on: addDays(today, 300),
    version: project.version,
  })
  await call(page, 'POST', '/api/v4/proofs/forecast/ask/', { organization_slugs: [organization.slug] })
  return organization.title
}

const changed = 'Another language has changed since this text was looked at.'

test('documents: uploading, the log, sending, drafts, receipts', async ({ page, browser, baseURL }) => {
  const organization = await makeOrganization(page, unique('Kulturwerk'))
  const slug = await createDocument(page, organization, pdf('Satzung.pdf', simplePdf()))
  const email = `post-${slug}@verein.example`
  const sent = { email, language: 'en_US', way: 'link', until: addDays(today, 10) }
  await call(page, 'POST', `/api/v4/documents/${slug}/send/`, sent)
  const asked = await expiring(page)
  const faults = await faultsOf(page, [
    {
      name: 'a refused upload beside the list',
      address: 'documents/administration/',
      open: steps(
        press('Upload PDF'),
        (at) => at.getByRole('complementary').getByLabel('Type').click(),
        press('Notice of exemption', 'option'),
        fill('Project or organization', organization.title),
        press(`Organization: ${organization.title}`, 'option'),
        (at) => at.locator('input[type=file]').setInputFiles(pdf('Satzung.pdf', script)),
        press('Save'),
      ),
      shown: (at) => at.getByRole('alert').getByText(/carries a script\./),
    },
    {
      name: 'an upload that supersedes another, in the list',
      open: steps(
        press('Dismiss'),
        (at) => at.locator('input[type=file]').setInputFiles(pdf('Neu.pdf', simplePdf())),
        press('Save'),
      ),
      shown: (at) => at.getByRole('row').filter({ hasText: organization.title }).getByText('Superseded'),
    },
    {
      name: 'the log of a document',
      open: steps(press('Close'), (at) =>
        at
          .getByRole('row')
          .filter({ hasText: organization.title })
          .getByRole('button', { name: /^Log: / })
          .first()
          .click(),
      ),
      shown: dialog(/^Log: /, 'Uploaded'),
    },
    {
      name: 'sending as a link, with an error and the links before',
      address: `documents/${slug}/view/`,
      open: steps(
        press('Send…'),
        pressInside('As a link that expires'),
        fillInside('Link opens until', '01.01.2020'),
        pressInside('Send'),
      ),
      shown: dialog(/^Send: /, /^Choose a day from today on/),
    },
    {
      name: 'the drafted e-mail of a task',
      address: `tasks/all/?search=${encodeURIComponent(asked)}`,
      open: steps(
        (at) =>
          at
            .getByText(/^(Neuen Bescheid anfordern|Ask for a new notice): /)
            .first()
            .click(),
        press('Write e-mail…'),
      ),
      shown: (at) => dialog(/^(Neuen Bescheid anfordern|Ask for a new notice)/)(at).getByLabel('Text'),
      alsoOnPhone: true,
    },
    { name: 'the receipts of a run', address: 'documents/runs/1/', shown: text('No gaps') },
    {
      name: 'asking for notices',
      open: press('Ask for notices…'),
      shown: dialog('Ask for a new notice'),
    },
    {
      name: 'the mails with one opened as text',
      address: 'emails/',
      open: steps(
        (at) => at.getByRole('row').nth(1).getByRole('button').first().click(),
        pressInside('Text'),
      ),
      shown: (at) => at.getByRole('region', { name: 'Message as text' }),
    },
    {
      name: 'a mail template with an unknown variable',
      address: 'email-template/task_completed/update/',
      open: steps(
        press('Text'),
        (at) => at.getByRole('textbox', { name: 'Subject' }).fill('Done: {{ nobody }}'),
        press('Save'),
      ),
      shown: text('There is no variable “nobody” in this template'),
    },
    {
      name: 'a mail template beside another language',
      open: steps(
        (at) =>
          at
            .getByRole('group', { name: 'Side by side with' })
            .getByRole('button', { name: 'Deutsch (Sie)' })
            .click(),
        (at) => at.getByRole('textbox', { name: 'Subject' }).first().fill('Done: {{ title }}'),
        press('Save'),
        until(text(changed)),
        // The checker cannot enter the preview's sandboxed frame; the other view has the same text.
        press('Text'),
      ),
      shown: text(changed),
    },
    {
      name: 'the question before a mail template is reset',
      open: press('Reset to default'),
      shown: dialog(/^Reset: /),
    },
    {
      name: 'a mail template in its default wording',
      open: pressInside('All languages'),
      shown: text('Default wording restored'),
    },
  ])
  const stranger = await (await browser.newContext({ baseURL })).newPage()
  const link = await linkTo(email)
  faults.push(
    ...(await faultsOf(stranger, [
      {
        name: 'what a link opens',
        address: link,
        shown: (at) => at.getByRole('link', { name: /PDF/ }),
      },
      {
        name: 'a link that opens nothing',
        address: `${link.slice(0, -3)}xx/`,
        shown: (at) =>
          at.getByRole('heading', { name: /^(This link does not open anything|Dieser Link öffnet nichts)$/ }),
      },
    ])),
  )
  await stranger.context().close()
  expect(faults).toEqual([])
})

test('the viewer, a template, its test print, photos and the public preview', async ({ page }) => {
  const organization = await makeOrganization(page, unique('Chor'))
  const slug = await createDocument(page, organization, pdf('Bescheid.pdf', await notice()))
  const template = await createTemplate(page)
  const project = await makeProject(page, unique('Fotos'))
  const { organization: owner } = await call<{ organization: { slug: string } }>(
    page,
    'GET',
    `/api/v4/project/${project.slug}/`,
  )
  const own = `/api/v4/project/${project.slug}/`
  const { version } = await call<{ version: number }>(page, 'PATCH', own, {
    status: 2,
    version: project.version,
  })
  await call(page, 'POST', `${own}review/`, { kind: 'review', outcome: 2, version })
  const { preview_token } = await call<{ preview_token: string }>(
    page,
    'GET',
    `/api/v4/organization/${owner.slug}/`,
  )
  const photo = async (name: string, colour: string) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await picture({ width: 800, height: 600, colour }),
  })
  const photos = [
    await photo('a.jpg', '#2a7f62'),
    await photo('b.jpg', '#b4552d'),
    { name: 'film.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg>') },
  ]
  const faults = await faultsOf(page, [
    {
      name: 'a notice in the viewer with its values',
      address: `documents/${slug}/view/`,
      shown: (at) => at.locator('.found-place').nth(3),
    },
    {
      name: 'hits in the viewer, at the width of the page',
      open: steps(key('w'), key('/'), (at) => at.keyboard.type('bescheid')),
      shown: text(/^Hit 1 of \d+$/),
    },
    {
      name: 'a template with a placed token and sample values',
      address: `document-template/${template.slug}/`,
      open: steps(
        (at) => at.locator('.pdf-page[data-state=drawn]').first().waitFor(),
        (at) => at.getByRole('heading', { name: template.title }).focus(),
        key('t'),
        press('Sample values'),
      ),
      shown: (at) => at.locator('.place-sample'),
    },
    {
      name: 'another sample for a template',
      open: press('Change sample'),
      shown: dialog('Change sample'),
    },
    {
      name: 'the question before a template is deleted',
      address: `document-template/${template.slug}/`,
      open: steps(press(/^More actions/), press('Delete…', 'menuitem')),
      shown: dialog(/^Delete: /),
    },
    {
      name: 'a template on a tablet with a chosen field',
      open: steps(
        key('Escape'),
        (at) => at.setViewportSize({ width: 1024, height: 768 }),
        press('donor: no token'),
      ),
      shown: (at) => at.locator('[data-row="field donor"][data-chosen=true]'),
    },
    {
      name: 'a test print',
      address: `document-template/${template.slug}/test-print/`,
      shown: (at) => at.locator('.viewer .pdf-page[data-state=drawn]'),
    },
    {
      name: 'photos with one that is refused',
      address: `project/${project.slug}/update/`,
      open: steps(
        (at) => at.setViewportSize({ width: 1440, height: 900 }),
        (at) => at.locator('input[type=file][name=photos]').setInputFiles(photos),
        (at) => at.locator('li.photo').nth(1).waitFor(),
      ),
      shown: text(/^film\.jpg is not a JPEG/),
    },
    {
      name: 'describing a photo',
      open: steps(press('Dismiss: film.jpg'), press('Actions: b.jpg'), press('Describe…', 'menuitem')),
      shown: dialog('Describe: b.jpg'),
    },
    {
      name: 'a photo in large',
      open: steps(key('Escape'), press('Show large: b.jpg')),
      shown: dialog('b.jpg', 'Photo 2 of 2'),
    },
    {
      name: 'a public preview with photos',
      address: `/organization/${owner.slug}/?preview_token=${preview_token}`,
      shown: (at) => at.locator('.photos img').nth(1),
    },
  ])
  expect(faults).toEqual([])
})

test('the sign-in, invitations, new passwords and pages of the server', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `p0${Date.now().toString(36)}`
  const invitation = { email: `${name}@example.org`, user_type: 'staff', permissions: ['view_projects'] }
  await call(page, 'POST', '/api/v4/users/invite/', invitation)
  const token = await invitationToken(name)
  type Found = { results: { slug: string; preview_token: string }[] }
  const { results } = await call<Found>(page, 'GET', '/api/v4/organizations/?page_size=10')
  const { slug, preview_token } = results[0]!
  const outside = await (await browser.newContext({ baseURL })).newPage()
  const faults = await faultsOf(outside, [
    {
      name: 'the sign-in without a password',
      address: '/login/',
      open: steps(fill('User name', 'somebody'), press('Sign in')),
      shown: text('Enter your password'),
    },
    {
      name: 'a refused sign-in',
      open: steps(fill(/^Password$/, 'wrong'), press('Sign in')),
      shown: text('User name or password is wrong'),
    },
    {
      name: 'asking for a new password',
      address: '/password-reset/',
      shown: (at) => at.getByRole('button', { name: 'Send link' }),
    },
    {
      name: 'the answer to that',
      open: steps(fill('E-mail', `${name}-nobody@example.org`), press('Send link')),
      shown: text('Check your mail'),
    },
    {
      name: 'a link for a password that has ended',
      address: '/password-reset/this-token-was-never-made/',
      open: steps(fill('New password', 'a-long-password'), press('Save password')),
      shown: text('This link has expired'),
    },
    {
      name: 'an invitation',
      address: `/invite/${token}/`,
      shown: (at) => at.getByRole('button', { name: 'Accept and sign in' }),
    },
    {
      name: 'the public preview of an organization',
      address: `/organization/${slug}/?preview_token=${preview_token}`,
      shown: (at) => at.getByRole('heading', { level: 1 }),
    },
    { name: 'a public page that is missing', address: '/organization/x/', shown: (at) => at.locator('h1') },
    {
      // All calls look alike: a few are checked, because hundreds take the checker a minute.
      name: 'the description of the API',
      address: '/api/docs/',
      open: (at) =>
        at.evaluate(
          `document.querySelectorAll('section.call:nth-of-type(n + 6)').forEach((one) => one.remove())`,
        ),
      shown: (at) => at.locator('section.call'),
    },
  ])
  await outside.context().close()
  expect(faults).toEqual([])
})
