import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { eurosInWords } from '#shared/amount-words.ts'
import type { TemplateKind, TokenValues } from '../tokens.ts'
import { Sheet } from './sheet.ts'
import { wording } from './wording.ts'

/** A gift as the annex of a collective receipt lists it; cents. */
export type AnnexLine = { day: string; amount_cents: number; waiver: boolean }

export type Content = { values: TokenValues; annex?: AnnexLine[] }

/** Mark across the pages of a document that is no original. */
export type Mark = 'TEST' | 'ZWEITSCHRIFT' | 'ZURÜCKGEZOGEN'

/** Something to draw in the built-in layout of its kind. */
export type Drawing = {
  kind: TemplateKind
  content: Content
  mark?: Mark
  /** The printed signature of a machine-made receipt (PNG). */
  signature?: Uint8Array
}

const text = (values: TokenValues, key: string) => String(values[key] ?? '')
const day = (values: TokenValues, key: string) => {
  const written = text(values, key)
  return written === '' ? '' : showDay(written)
}
const figures = (cents: number) => formatEuro(cents, 'sie_DE')

/** Draws a document of any kind in its built-in layout. */
export async function draw({
  kind,
  content,
  mark,
  signature,
}: Drawing): Promise<{ bytes: Uint8Array; pages: number }> {
  const { values } = content
  const number = text(values, 'number')
  const sheet = await Sheet.create({
    title: `${titles[kind]}${number ? ` ${number}` : ''}`,
    author: text(values, 'issuer_name'),
    day: text(values, 'issue_day'),
  })
  if (kind === 'donation_receipt' || kind === 'collective_receipt')
    await drawReceipt(sheet, kind, content, signature)
  else drawLetter(sheet, kind, values)
  if (mark) sheet.mark(mark)
  return sheet.save([text(values, 'issuer_name'), titles[kind], number].filter(Boolean).join(' · '))
}

export const titles: Record<TemplateKind, string> = {
  thank_you: 'Dankschreiben',
  funding_agreement: 'Fördervereinbarung',
  profit_savings: 'Zweckertragsnachweis',
  donation_receipt: 'Zuwendungsbestätigung',
  collective_receipt: 'Sammelbestätigung',
}

async function drawReceipt(
  sheet: Sheet,
  kind: 'donation_receipt' | 'collective_receipt',
  { values, annex = [] }: Content,
  signature: Uint8Array | undefined,
): Promise<void> {
  const isCollective = kind === 'collective_receipt'
  const cents = Number(values.amount)
  const purposes = text(values, 'purposes').replaceAll('\n', ' ')
  const isBody = values.is_notice !== true && values.is_art60a !== true
  const number = text(values, 'number')
  if (number) sheet.text(`Nr. ${number}`, { bold: true, end: true })
  sheet.field(
    'Aussteller (Bezeichnung und Anschrift der steuerbegünstigten Einrichtung)',
    text(values, 'issuer'),
  )
  sheet.space(4)
  sheet.text(isCollective ? wording.collective : isBody ? wording.publicBody : wording.donation, {
    bold: true,
    points: 10,
  })
  sheet.space(8)
  sheet.field('Name und Anschrift des Zuwendenden', text(values, 'donor'))
  sheet.fields([
    {
      label: isCollective
        ? 'Gesamtbetrag der Zuwendung - in Ziffern -'
        : 'Betrag der Zuwendung - in Ziffern -',
      value: figures(cents),
      share: 0.3,
    },
    { label: '- in Buchstaben -', value: eurosInWords(cents, 'de'), share: 0.45 },
    isCollective
      ? {
          label: 'Zeitraum der Sammelbestätigung',
          value: `${day(values, 'period_from')} bis ${day(values, 'period_until')}`,
          share: 0.25,
        }
      : { label: 'Tag der Zuwendung', value: day(values, 'gift_day'), share: 0.25 },
  ])
  if (!isCollective) {
    sheet.text('Es handelt sich um den Verzicht auf Erstattung von Aufwendungen:')
    sheet.space(2)
    sheet.check(values.waiver === true, 'Ja')
    sheet.check(values.waiver !== true, 'Nein')
  }
  const proof = {
    purposes,
    office: text(values, 'tax_office'),
    number: text(values, 'tax_number'),
    day: day(values, 'notice_day'),
    period: text(values, 'period'),
  }
  if (values.is_notice === true) sheet.check(true, wording.notice(proof))
  if (values.is_art60a === true) sheet.check(true, wording.art60a(proof))
  sheet.space(2)
  sheet.text(wording.use(purposes), { bold: true })
  sheet.space(6)
  if (!isBody) sheet.text(wording.noFee)
  if (isCollective) {
    sheet.space(6)
    sheet.text(wording.noOther)
    sheet.text(wording.waiverInAnnex)
  }
  if (signature) await sheet.picture(signature, { width: 130, height: 34 }, 'Unterschrift')
  else sheet.space(34)
  sheet.text([text(values, 'issuer_city'), day(values, 'issue_day')].filter(Boolean).join(', '))
  sheet.line()
  sheet.text('(Ort, Datum und Unterschrift des Zuwendungsempfängers)', { points: 7.5, isQuiet: true })
  if (text(values, 'announced')) sheet.text(text(values, 'announced'), { points: 7.5 })
  sheet.space(10)
  sheet.text('Hinweis:', { points: 7.5, bold: true })
  sheet.text(wording.liability, { points: 7.5 })
  if (!isBody) {
    sheet.space(4)
    sheet.text(wording.validity, { points: 7.5 })
  }
  if (isCollective) {
    sheet.nextPage()
    drawAnnex(sheet, values, annex)
  }
}

/** The annex of a collective receipt alone, to follow pages that were made elsewhere. */
export async function drawAnnexAlone({ values, annex = [] }: Content): Promise<Uint8Array> {
  const title = `Anlage zur Sammelbestätigung ${text(values, 'number')}`.trim()
  const about = { title, author: text(values, 'issuer_name'), day: text(values, 'issue_day') }
  const sheet = await Sheet.create({ ...about, isPart: true })
  drawAnnex(sheet, values, annex)
  const foot = [text(values, 'issuer_name'), title].filter(Boolean).join(' · ')
  return (await sheet.save(foot)).bytes
}

function drawAnnex(sheet: Sheet, values: TokenValues, annex: readonly AnnexLine[]): void {
  const total = annex.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  if (total !== Number(values.amount)) throw new Error('the annex of a collective receipt has another total')
  sheet.text(`Anlage zur Sammelbestätigung ${text(values, 'number')}`.trim(), { bold: true, points: 12 })
  sheet.text(`${text(values, 'issuer_name')} · ${text(values, 'donor_name')}`, { isQuiet: true })
  sheet.space(10)
  const columns = [{ width: 0.3 }, { width: 0.24 }, { width: 0.26 }, { width: 0.2, end: true }]
  sheet.table(
    columns,
    ['Datum der Zuwendung', 'Art der Zuwendung', 'Verzicht auf Erstattung', 'Betrag'],
    [
      ...annex.map((gift) => [
        showDay(gift.day),
        'Geldzuwendung',
        gift.waiver ? 'Ja' : 'Nein',
        figures(gift.amount_cents),
      ]),
      ['Summe', '', '', figures(total)],
    ],
  )
}

/** Draws a letter or agreement: sender, recipient, subject and a signature line. */
function drawLetter(sheet: Sheet, kind: TemplateKind, values: TokenValues): void {
  const cents = Number(values.amount)
  const sum = `${figures(cents)} (in Worten: ${eurosInWords(cents, 'de')})`
  sheet.text(text(values, 'issuer') || text(values, 'issuer_name'), { isQuiet: true })
  sheet.space(30)
  if (text(values, 'donor')) sheet.text(text(values, 'donor'), { points: 10.5 })
  sheet.space(30)
  sheet.text([text(values, 'issuer_city'), day(values, 'issue_day')].filter(Boolean).join(', '), {
    end: true,
  })
  sheet.space(12)
  sheet.text(titles[kind], { bold: true, points: 14 })
  sheet.space(12)
  for (const paragraph of paragraphs(kind, values, sum)) {
    sheet.text(paragraph, { points: 10.5 })
    sheet.space(9)
  }
  sheet.space(40)
  sheet.line()
  sheet.text(text(values, 'issuer_name'), { points: 7.5, isQuiet: true })
  if (text(values, 'slip') === '') return
  sheet.space(20)
  sheet.text(text(values, 'slip'), { points: 8.5 })
}

function paragraphs(kind: TemplateKind, values: TokenValues, sum: string): string[] {
  const project = text(values, 'project')
  if (kind === 'thank_you')
    return [
      `Guten Tag ${text(values, 'donor_name')},`,
      `am ${day(values, 'gift_day')} haben Sie das Projekt „${project}“ mit ${sum} unterstützt. Dafür danken wir Ihnen herzlich.`,
      'Ihre Zuwendung kommt dem Projekt ungekürzt zugute. Dieses Schreiben ist keine Zuwendungsbestätigung im Sinne des Einkommensteuergesetzes.',
      'Mit freundlichen Grüßen',
    ]
  if (kind === 'funding_agreement')
    return [
      `Für das Projekt „${project}“ erhält ${text(values, 'issuer_name')} eine Förderung von ${sum}.`,
      'Die Mittel werden ausschließlich für dieses Projekt verwendet. Die Verwendung wird nach dem Abschluss nachgewiesen; nicht verwendete Mittel werden zurückgezahlt.',
      ...(text(values, 'project_ends_on') ? [`Das Projekt endet am ${day(values, 'project_ends_on')}.`] : []),
    ]
  return [
    `${text(values, 'issuer_name')} hat im Jahr ${text(values, 'year')} für das Projekt „${project}“ aus Zweckerträgen des Gewinnsparens ${sum} erhalten.`,
    'Es wird bestätigt, dass die Mittel zweckentsprechend verwendet werden. Für Zweckerträge wird keine Zuwendungsbestätigung ausgestellt.',
  ]
}
