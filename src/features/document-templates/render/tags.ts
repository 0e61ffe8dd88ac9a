import {
  PDFArray,
  type PDFDocument,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
  PDFString,
} from '#server/formats/pdf-lib.js'

/** Draws content with its tag for screen readers. */
export type Tags = {
  text: (page: PDFPage, draw: () => void) => void
  figure: (page: PDFPage, name: string, draw: () => Promise<void>) => Promise<void>
  /** Content that screen readers skip as decoration: a mark across the page unless `what` names another kind. */
  artifact: (page: PDFPage, draw: () => void, what?: keyof typeof artifacts) => void
  end: () => void
}

const name = (text: string) => PDFName.of(text)
const begin = (tag: string, properties: string) =>
  PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [name(tag), properties])
const finish = () => PDFOperator.of(PDFOperatorNames.EndMarkedContent)

/**
 * Adds tags to an untagged document: existing page content becomes one part per page, later text follows as paragraphs
 * in writing order. A tagged document keeps its tags; filled text stays outside them.
 */
export function beginTags(document: PDFDocument, language: string): Tags {
  const { catalog, context } = document
  if (catalog.has(name('StructTreeRoot'))) return passive
  const root = context.nextRef()
  const whole = context.nextRef()
  const marks = new Map<PDFPage, PDFRef[]>()

  const element = (page: PDFPage, tag: string, alternative?: string): number => {
    const own = marks.get(page) ?? []
    marks.set(page, own)
    const mcid = own.length
    own.push(
      context.register(
        context.obj({
          Type: 'StructElem',
          S: tag,
          P: whole,
          Pg: page.ref,
          K: mcid,
          ...(alternative !== undefined && { Alt: PDFString.of(alternative) }),
        }),
      ),
    )
    return mcid
  }
  const sequence = (page: PDFPage, tag: string, alternative?: string) =>
    page.pushOperators(begin(tag, `<</MCID ${element(page, tag, alternative)}>>`))

  for (const page of document.getPages())
    wrap(page, begin('Div', `<</MCID ${element(page, 'Div')}>>`), finish())

  return {
    text: (page, draw) => {
      sequence(page, 'P')
      draw()
      page.pushOperators(finish())
    },
    figure: async (page, what, draw) => {
      sequence(page, 'Figure', what)
      await draw()
      page.pushOperators(finish())
    },
    artifact: (page, draw, what = 'mark') => {
      page.pushOperators(begin('Artifact', artifacts[what]))
      draw()
      page.pushOperators(finish())
    },
    end: () => {
      const pages = document.getPages()
      const numbers = context.obj([])
      for (const [at, page] of pages.entries()) {
        numbers.push(PDFNumber.of(at))
        numbers.push(context.register(context.obj(marks.get(page) ?? [])))
        page.node.set(name('StructParents'), PDFNumber.of(at))
        page.node.set(name('Tabs'), name('S'))
      }
      const inOrder = pages.flatMap((page) => marks.get(page) ?? [])
      context.assign(
        whole,
        context.obj({ Type: 'StructElem', S: 'Document', P: root, K: inOrder, Lang: PDFString.of(language) }),
      )
      context.assign(
        root,
        context.obj({
          Type: 'StructTreeRoot',
          K: whole,
          ParentTree: context.register(context.obj({ Nums: numbers })),
          ParentTreeNextKey: pages.length,
        }),
      )
      catalog.set(name('StructTreeRoot'), root)
      catalog.set(name('MarkInfo'), context.obj({ Marked: true }))
    },
  }
}

/** Artifacts: a mark across the page, lines and boxes, and the footer of each page. */
const artifacts = {
  mark: '<</Type /Pagination /Subtype /Watermark>>',
  line: '<</Type /Layout>>',
  foot: '<</Type /Pagination /Subtype /Footer>>',
}

/** Puts everything that a page holds so far between two operators. */
function wrap(page: PDFPage, before: PDFOperator, after: PDFOperator): void {
  page.node.normalize()
  page.pushOperators(after)
  const contents = page.node.Contents()
  if (!(contents instanceof PDFArray)) throw new Error('a page without content')
  contents.insert(0, page.doc.context.register(page.doc.context.stream(`${before.toString()}\n`)))
}

/** For a document that is tagged already, or becomes part of one that is tagged as a whole. */
export const passive: Tags = {
  text: (_page, draw) => draw(),
  figure: (_page, _name, draw) => draw(),
  artifact: (_page, draw) => draw(),
  end: () => {},
}
