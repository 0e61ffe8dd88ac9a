import { columnName, escapeXml } from './xlsx-cells.ts'

export type WrittenSheet = { name: string; rows: number; columns: number }

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNs = 'http://schemas.openxmlformats.org/package/2006'
const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const numberFormats = [
  [164, '#,##0'],
  [165, '#,##0.00\\ "€"'],
  [166, 'dd.mm.yyyy'],
  [167, 'dd.mm.yyyy\\ hh:mm'],
] as const

/**
 * Fonts, number formats and the cell styles that `xlsx-cells.ts` counts from 0; `quotePrefix` keeps text as text after
 * an edit.
 */
export const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  `<numFmts count="4">${numberFormats.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`).join('')}</numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>' +
  numberFormats
    .map(([id]) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
    .join('') +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

export function workbookXml(sheets: readonly WrittenSheet[]): string {
  const list = sheets.map(
    ({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  const filters = sheets.map(({ name, rows, columns }, i) => {
    if (columns === 0) return ''
    const range = `'${name.replaceAll("'", "''")}'!$A$1:$${columnName(columns - 1)}$${rows}`
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${escapeXml(range)}</definedName>`
  })
  const names = filters.join('')
  return (
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets>` +
    `${names && `<definedNames>${names}</definedNames>`}</workbook>`
  )
}

export function workbookRelations(sheets: number): string {
  const list = Array.from({ length: sheets }, (_, i) =>
    relation(i + 1, 'worksheet', `worksheets/sheet${i + 1}.xml`),
  )
  return relationList([...list, relation(sheets + 1, 'styles', 'styles.xml')])
}

export const rootRelations = relationList([relation(1, 'officeDocument', 'xl/workbook.xml')])

export function contentTypes(sheets: number): string {
  const overrides = Array.from({ length: sheets }, (_, i) =>
    override(`worksheets/sheet${i + 1}`, 'worksheet'),
  )
  return (
    `${declaration}<Types xmlns="${packageNs}/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `${override('workbook', 'sheet.main')}${overrides.join('')}${override('styles', 'styles')}</Types>`
  )
}

function relation(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`
}

function relationList(list: string[]): string {
  return `${declaration}<Relationships xmlns="${packageNs}/relationships">${list.join('')}</Relationships>`
}

function override(part: string, type: string): string {
  return `<Override PartName="/xl/${part}.xml" ContentType="${mime}.${type}+xml"/>`
}
