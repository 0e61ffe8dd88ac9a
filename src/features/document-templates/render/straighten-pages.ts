import {
  concatTransformationMatrix,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '#server/formats/pdf-lib.js'

/** A transformation as PDF writes it: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]
type Rectangle = { left: number; bottom: number; right: number; top: number }

const name = PDFName.of
const boxes = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']

/**
 * Applies each page's `Rotate` to its content, boxes and fields, so that the page is upright by itself. It looks as
 * before, and coordinates start at the corner that the reader sees as lower left.
 */
export function straighten(document: PDFDocument): void {
  for (const page of document.getPages()) {
    const turn = ((page.getRotation().angle % 360) + 360) % 360
    if (turn !== 90 && turn !== 180 && turn !== 270) continue
    const media = page.getMediaBox()
    const whole = {
      left: media.x,
      bottom: media.y,
      right: media.x + media.width,
      top: media.y + media.height,
    }
    const matrix = uprightMatrix(turn, whole)
    for (const key of boxes) {
      const box = page.node.getInheritableAttribute(name(key))
      const found = box && document.context.lookup(box)
      if (found instanceof PDFArray)
        page.node.set(name(key), written(page, moved(rectangleIn(found), matrix)))
    }
    turnContent(page, matrix)
    turnAnnotations(page, matrix, turn)
    page.node.set(name('Rotate'), PDFNumber.of(0))
  }
}

/** Turns a page clockwise and puts its lower left corner at 0, 0. */
function uprightMatrix(turn: 90 | 180 | 270, { left, bottom, right, top }: Rectangle): Matrix {
  if (turn === 90) return [0, -1, 1, 0, -bottom, right]
  return turn === 180 ? [-1, 0, 0, -1, right, top] : [0, 1, -1, 0, top, -left]
}

function turnContent(page: PDFPage, matrix: Matrix): void {
  page.node.normalize()
  const { context } = page.doc
  const contents = page.node.Contents()
  if (!(contents instanceof PDFArray)) return
  const stream = (operators: PDFOperator[]) => context.register(context.contentStream(operators))
  contents.insert(
    0,
    stream([PDFOperator.of(PDFOperatorNames.PushGraphicsState), concatTransformationMatrix(...matrix)]),
  )
  contents.push(stream([PDFOperator.of(PDFOperatorNames.PopGraphicsState)]))
}

/** Moves the page's fields, links and notes with it; a field's own rotation is reduced by the page's. */
function turnAnnotations(page: PDFPage, matrix: Matrix, turn: number): void {
  const { context } = page.doc
  for (const one of page.node.Annots()?.asArray() ?? []) {
    const annotation = context.lookup(one)
    if (!(annotation instanceof PDFDict)) continue
    const rectangle = annotation.lookup(name('Rect'))
    if (rectangle instanceof PDFArray)
      annotation.set(name('Rect'), written(page, moved(rectangleIn(rectangle), matrix)))
    if (annotation.lookup(name('Subtype')) === name('Widget')) {
      const looks = annotation.lookup(name('MK'))
      const own = looks instanceof PDFDict ? looks.clone() : context.obj({})
      const said = own.lookup(name('R'))
      own.set(
        name('R'),
        PDFNumber.of(((((said instanceof PDFNumber ? said.asNumber() : 0) - turn) % 360) + 360) % 360),
      )
      annotation.set(name('MK'), own)
    }
    turnLooks(page, annotation, matrix)
  }
}

/** Gives an annotation its own rotated appearance, because others may share the original. */
function turnLooks(page: PDFPage, annotation: PDFDict, matrix: Matrix): void {
  const looks = annotation.lookup(name('AP'))
  if (!(looks instanceof PDFDict)) return
  const { context } = page.doc
  const turned = (value: PDFObject): PDFRef | undefined => {
    const stream = value instanceof PDFRef ? context.lookup(value) : value
    return stream instanceof PDFRawStream ? context.register(turnedLook(stream, matrix)) : undefined
  }
  const own = context.obj({})
  for (const [key, value] of looks.entries()) {
    const states = context.lookup(value)
    if (states instanceof PDFDict && !(states instanceof PDFStream)) {
      const each = context.obj({})
      for (const [state, look] of states.entries()) each.set(state, turned(look) ?? look)
      own.set(key, each)
    } else own.set(key, turned(value) ?? value)
  }
  annotation.set(name('AP'), own)
}

/** An appearance stream rotated with its page; its lower left corner is at 0, 0 again. */
function turnedLook(stream: PDFRawStream, [a, b, c, d]: Matrix): PDFRawStream {
  const dict = stream.dict.clone()
  const said = dict.lookup(name('Matrix'))
  const before = said instanceof PDFArray ? numbersIn(said) : [1, 0, 0, 1, 0, 0]
  const turned = multiplied(before as Matrix, [a, b, c, d, 0, 0])
  const box = dict.lookup(name('BBox'))
  const { left, bottom } = box instanceof PDFArray ? moved(rectangleIn(box), turned) : { left: 0, bottom: 0 }
  const matrix = [...turned.slice(0, 4), turned[4] - left, turned[5] - bottom]
  dict.set(name('Matrix'), dict.context.obj(matrix))
  return PDFRawStream.of(dict, stream.contents)
}

/** First `one`, then `other`. */
function multiplied([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

const numbersIn = (array: PDFArray) =>
  array.asArray().map((_, at) => {
    const number = array.lookup(at)
    return number instanceof PDFNumber ? number.asNumber() : 0
  })

function rectangleIn(array: PDFArray): Rectangle {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersIn(array)
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) }
}

/** The upright rectangle around a moved one. */
function moved({ left, bottom, right, top }: Rectangle, [a, b, c, d, e, f]: Matrix): Rectangle {
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  )
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

const written = (page: PDFPage, { left, bottom, right, top }: Rectangle): PDFArray =>
  page.doc.context.obj([left, bottom, right, top])
