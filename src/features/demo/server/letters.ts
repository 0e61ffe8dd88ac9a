import { addDays, type Day } from '#shared/dates.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import type { Mapping } from '#features/document-templates/places.ts'
import { activateVersion, createTemplate } from '#features/document-templates/server/change.ts'
import { inspectTemplatePdf } from '#features/document-templates/server/inspect-pdf.ts'
import { getTemplate, newest, versionsOf } from '#features/document-templates/server/queries.ts'
import { makePhotoInSandbox } from '#features/photos/reading/in-sandbox.ts'
import type { Colleague } from './colleagues.ts'
import type { MadeGift } from './donations.ts'
import { type Landscape, landscapePng } from './picture.ts'

type LetterContext = { contents: Contents; today: Day; by: Colleague }

const size = { from: 8, to: 11 }
const field = (name: string, token: string, format: Mapping['fields'][number]['format']) => ({
  field: name,
  token,
  format,
  size,
})
const placed = (
  token: string,
  format: Mapping['placed'][number]['format'],
  [x, y, width, height]: readonly [number, number, number, number],
) => ({ id: token, page: 1, token, format, size, x, y, width, height })

/** Mapping of the letter: its form fields and the tokens placed by hand. */
const mapping: Mapping = {
  fields: [
    field('Anschrift', 'donor', 'lines'),
    field('Projekt', 'project', 'text'),
    field('Betrag', 'amount', 'eur_de'),
    field('Eingegangen am', 'gift_day', 'day_de_long'),
  ],
  placed: [
    placed('issuer_name', 'text', [72, 768, 451, 18]),
    placed('issue_day', 'day_de_long', [380, 600, 143, 16]),
    placed('photo', 'image', [72, 190, 300, 200]),
    placed('signature', 'image', [72, 110, 160, 44]),
  ],
}

/**
 * Three letters: one in use, with mapped fields and a project photo; one planned for the coming weeks; an agreement still in
 * draft.
 */
export async function seedLetters(tx: Db, making: LetterContext): Promise<void> {
  const { today } = making
  const inUse = {
    title: 'Brief mit Bild',
    kind: 'thank_you',
    valid_from: `${today.slice(0, 4)}-01-01`,
  } as const
  await activate(tx, making, await seedLetter(tx, making, inUse, mapping))
  const planned = {
    title: 'Dank zum Jahreswechsel',
    kind: 'thank_you',
    valid_from: addDays(today, 20),
  } as const
  await activate(tx, making, await seedLetter(tx, making, planned, mapping))
  const draft = {
    title: `Fördervereinbarung ${Number(today.slice(0, 4)) + 1}`,
    kind: 'funding_agreement',
    valid_from: `${Number(today.slice(0, 4)) + 1}-01-01`,
  } as const
  await seedLetter(tx, making, draft, { fields: [], placed: [] })
}

type Letter = { title: string; kind: 'thank_you' | 'funding_agreement'; valid_from: Day }

async function seedLetter(
  tx: Db,
  { contents, today, by }: LetterContext,
  letter: Letter,
  placed: Mapping,
): Promise<string> {
  const { bytes, filename, found } = await inspectTemplatePdf({
    bytes: Buffer.from(await letterPdf(letter.title)),
    filename: `${letter.title.replaceAll(' ', '_')}.pdf`,
  })
  return createTemplate(tx, by(today), letter, {
    filename,
    sha256: await contents.put(bytes),
    found,
    mapping: placed,
  })
}

async function activate(tx: Db, { today, by }: LetterContext, slug: string): Promise<void> {
  const template = await getTemplate(tx, slug)
  await activateVersion(tx, by(today), template, newest(await versionsOf(tx, [template.id])))
}

async function letterPdf(title: string): Promise<Uint8Array> {
  const { PDFDocument, rgb } = await import('#server/formats/pdf-lib.js')
  const document = await PDFDocument.create({ updateMetadata: false })
  const { fontBytes, fontReader } = await import('#server/formats/fonts.ts')
  document.registerFontkit(fontReader)
  const regular = await document.embedFont(fontBytes('regular'), { subset: true })
  const bold = await document.embedFont(fontBytes('bold'), { subset: true })
  document.setTitle(title)
  document.setLanguage('de-DE')
  const page = document.addPage([595.28, 841.89])
  page.drawRectangle({ x: 0, y: 806, width: 596, height: 36, color: rgb(0.04, 0.42, 0.5) })
  const write = (text: string, y: number, points = 9.5, font = regular) =>
    page.drawText(text, { x: 72, y, size: points, font })
  write('Danke für Ihre Zuwendung', 560, 15, bold)
  write('Mit Ihrer Hilfe geht es hier weiter:', 534)
  for (const [at, name] of ['Projekt', 'Betrag', 'Eingegangen am'].entries()) write(name, 503 - at * 26)
  write('Was daraus wird, zeigt das Bild. Wir halten Sie gern auf dem Laufenden.', 412)
  write('Mit freundlichen Grüßen', 164)
  const form = document.getForm()
  const text = (name: string, x: number, y: number, width: number, height: number) => {
    const made = form.createTextField(name)
    if (height > 30) made.enableMultiline()
    made.addToPage(page, { x, y, width, height, borderWidth: 0 })
  }
  text('Anschrift', 72, 650, 240, 70)
  for (const [at, name] of ['Projekt', 'Betrag', 'Eingegangen am'].entries())
    text(name, 190, 498 - at * 26, 333, 18)
  return document.save()
}

const landscapes: readonly (Landscape & { filename: string; alt: string })[] = [
  {
    filename: 'morgen.png',
    alt: 'Grüne Hügel am Morgen',
    sky: [
      [156, 203, 226],
      [253, 236, 205],
    ],
    hills: [
      [134, 171, 139],
      [88, 138, 98],
      [47, 98, 68],
    ],
    sun: [0.72, 0.28],
  },
  {
    filename: 'abend.png',
    alt: 'Weinberge am Abend',
    sky: [
      [92, 107, 160],
      [247, 178, 123],
    ],
    hills: [
      [138, 112, 142],
      [104, 78, 110],
      [62, 48, 77],
    ],
    sun: [0.3, 0.4],
  },
  {
    filename: 'see.png',
    alt: 'Ein See zwischen Feldern',
    sky: [
      [122, 184, 218],
      [226, 241, 245],
    ],
    hills: [
      [170, 196, 120],
      [92, 160, 190],
      [196, 178, 96],
    ],
    sun: [0.18, 0.2],
  },
]

/** Photos of the first projects with gifts: two of the first project, one of each other. */
export async function seedPhotos(
  tx: Db,
  { contents, today, by }: LetterContext,
  gifts: readonly MadeGift[],
): Promise<void> {
  const slugs = [...new Set(gifts.map(({ project }) => project.slug))].slice(0, landscapes.length)
  const projects = await tx
    .selectFrom('projects')
    .select(['id', 'slug', 'title'])
    .where('slug', 'in', slugs)
    .orderBy('id')
    .execute()
  const made = await Promise.all(
    landscapes.map(async (one) => {
      const photo = await makePhotoInSandbox(landscapePng(one))
      if ('refused' in photo) throw new Error(`photo of the demo: ${photo.refused}`)
      const { kept, thumb, mediaType: media_type, width, height } = photo
      const [sha256, thumb_sha256] = [await contents.put(kept), await contents.put(thumb)]
      const { filename, alt } = one
      return { filename, alt, media_type, width, height, sha256, thumb_sha256, size_bytes: kept.length }
    }),
  )
  const context = by(today)
  const photosOf = (at: number) => (at === 0 ? [made[0]!, made[1]!] : [made[at]!])
  for (const [at, { id, title }] of projects.entries())
    for (const [place, photo] of photosOf(at).entries()) {
      // oxlint-disable no-await-in-loop -- only four
      await tx
        .insertInto('photos')
        .values({
          ...photo,
          project_id: id,
          position: place + 1,
          is_title: place === 0,
          created_by: context.actor.id,
          created_at: context.now,
        })
        .execute()
      await audit(tx, context, {
        action: 'add_photo',
        ...auditOf('project', { id, title }),
        after: { filename: photo.filename },
      })
      // oxlint-enable no-await-in-loop
    }
}
