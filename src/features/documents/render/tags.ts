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
} from '@cantoo/pdf-lib'

/** Draws something so that readers aloud know what it is. */
export type Tags = {
  text: (page: PDFPage, draw: () => void) => void
  figure: (page: PDFPage, name: string, draw: () => Promise<void>) => Promise<void>
  /** What is decoration, as a mark across the page, is passed over. */
  artifact: (page: PDFPage, draw: () => void) => void
  end: () => void
}

const name = (text: string) => PDFName.of(text)
const begin = (tag: string, properties: string) =>
  PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [name(tag), properties])
const finish = () => PDFOperator.of(PDFOperatorNames.EndMarkedContent)

type Marked = { page: number; element: PDFRef }

/**
 * Tags a document that brings none: each page's own content is one part, what is filled in follows as paragraphs. A
 * document with tags of its own keeps them; what is filled in stands outside of them.
 */
export function beginTags(document: PDFDocument, language: string): Tags {
  const { catalog, context } = document
  if (catalog.has(name('StructTreeRoot'))) return passive
  const root = context.nextRef()
  const whole = context.nextRef()
  const pages = document.getPages()
  const elements: Marked[] = []
  const perPage = pages.map(() => [] as PDFRef[])

  const element = (page: number, tag: string, alternative?: string): number => {
    const marks = perPage[page]!
    const mcid = marks.length
    const ref = context.register(
      context.obj({
        Type: 'StructElem',
        S: tag,
        P: whole,
        Pg: pages[page]!.ref,
        K: mcid,
        ...(alternative !== undefined && { Alt: PDFString.of(alternative) }),
      }),
    )
    marks.push(ref)
    elements.push({ page, element: ref })
    return mcid
  }
  const sequence = (page: PDFPage, tag: string, alternative?: string) => {
    const mcid = element(pages.indexOf(page), tag, alternative)
    page.pushOperators(begin(tag, `<</MCID ${mcid}>>`))
  }

  for (const [at, page] of pages.entries())
    wrap(page, begin('Div', `<</MCID ${element(at, 'Div')}>>`), finish())

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
    artifact: (page, draw) => {
      page.pushOperators(begin('Artifact', '<</Type /Pagination /Subtype /Watermark>>'))
      draw()
      page.pushOperators(finish())
    },
    end: () => {
      const numbers = context.obj([])
      for (const [at, marks] of perPage.entries()) {
        numbers.push(PDFNumber.of(at))
        numbers.push(context.register(context.obj(marks)))
        pages[at]!.node.set(name('StructParents'), PDFNumber.of(at))
        pages[at]!.node.set(name('Tabs'), name('S'))
      }
      const inOrder = elements.toSorted((a, b) => a.page - b.page).map(({ element: ref }) => ref)
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

/** Puts everything that a page holds so far between two operators. */
function wrap(page: PDFPage, before: PDFOperator, after: PDFOperator): void {
  page.node.normalize()
  page.pushOperators(after)
  const contents = page.node.Contents()
  if (!(contents instanceof PDFArray)) throw new Error('a page without content')
  contents.insert(0, page.doc.context.register(page.doc.context.stream(`${before.toString()}\n`)))
}

const passive: Tags = {
  text: (_page, draw) => draw(),
  figure: (_page, _name, draw) => draw(),
  artifact: (_page, draw) => draw(),
  end: () => {},
}
