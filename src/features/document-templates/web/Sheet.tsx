import { useRef, useState } from 'react'
import type { Box } from '../places.ts'
import type { TemplateKind } from '../tokens.ts'
import { PdfPage } from '#web/pdf/PdfPage.tsx'
import type { Pdf } from '#web/pdf/load.ts'
import { useText } from '#web/texts.ts'
import {
  moveByArrow,
  type SpotRef,
  isSame,
  type Sample,
  sampleIn,
  type Spot,
  tokenOf,
  clampToPage,
} from './editing.ts'

type SheetProps = {
  pdf: Pdf
  page: number
  frame: Box
  scale: number
  kind: TemplateKind
  spots: readonly Spot[]
  chosen: SpotRef | undefined
  withSamples: boolean
  sample: Sample
  readOnly: boolean
  onChoose: (chosen: SpotRef | undefined) => void
  onMove: (key: string, box: Box) => void
  onDraw: (page: number, box: Box) => void
  onRemove: (chosen: SpotRef) => void
  onOpen: (chosen: SpotRef) => void
}

type Drag = { key?: string; grip?: [number, number]; start: { x: number; y: number }; from: Box; box: Box }

/** A page with its fields and placed tokens: chosen by click or Tab, placed ones moved by drag and arrow keys. */
export function Sheet({ pdf, page, frame, scale, kind, spots, readOnly, ...rest }: SheetProps) {
  const t = useText()
  const layer = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const pointAt = ({ clientX, clientY }: React.PointerEvent) => {
    const { left, bottom } = layer.current!.getBoundingClientRect()
    return { x: frame.x + (clientX - left) / scale, y: frame.y + (bottom - clientY) / scale }
  }
  const begin = (event: React.PointerEvent, from: Box, key?: string, grip?: [number, number]) => {
    if (readOnly || event.button !== 0) return
    event.stopPropagation()
    layer.current!.setPointerCapture(event.pointerId)
    setDrag({
      start: pointAt(event),
      from,
      box: from,
      ...(key !== undefined && { key }),
      ...(grip && { grip }),
    })
  }
  const move = (event: React.PointerEvent) => {
    if (drag) setDrag({ ...drag, box: dragged(drag, pointAt(event), frame) })
  }
  const end = () => {
    if (!drag) return
    setDrag(undefined)
    const hasMoved = JSON.stringify(drag.box) !== JSON.stringify(drag.from)
    if (drag.key !== undefined && hasMoved) rest.onMove(drag.key, drag.box)
    if (drag.key === undefined && drag.box.width > 8 && drag.box.height > 5) rest.onDraw(page, drag.box)
    else if (drag.key === undefined) rest.onChoose(undefined)
  }
  return (
    <PdfPage
      pdf={pdf}
      page={page}
      scale={scale}
      label={t('documents.templates.page', { page, pages: pdf.pages })}
    >
      <div
        ref={layer}
        className="sheet"
        onPointerDown={(event) => {
          const at = pointAt(event)
          begin(event, { ...at, width: 0, height: 0 })
        }}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => setDrag(undefined)}
      >
        {spots.map((spot, at) => (
          <Place
            key={`${spot.kind} ${spot.key} ${at}`}
            {...rest}
            spot={drag?.key === spot.key && spot.kind === 'placed' ? { ...spot, box: drag.box } : spot}
            frame={frame}
            scale={scale}
            kind={kind}
            readOnly={readOnly}
            onGrab={begin}
          />
        ))}
        {drag && drag.key === undefined && (
          <div className="place drawn" style={placeStyle(drag.box, frame)} />
        )}
      </div>
    </PdfPage>
  )
}

function dragged({ key, grip, start, from }: Drag, at: { x: number; y: number }, frame: Box): Box {
  const [right, up] = [at.x - start.x, at.y - start.y]
  if (key === undefined) {
    const box = {
      x: Math.min(start.x, at.x),
      y: Math.min(start.y, at.y),
      width: Math.abs(right),
      height: Math.abs(up),
    }
    return box.width < 2 && box.height < 2 ? box : clampToPage(box, frame)
  }
  if (!grip) return clampToPage({ ...from, x: from.x + right, y: from.y + up }, frame)
  const [sideX, sideY] = grip
  return clampToPage(
    {
      x: sideX < 0 ? from.x + right : from.x,
      y: sideY < 0 ? from.y + up : from.y,
      width: from.width + sideX * right,
      height: from.height + sideY * up,
    },
    frame,
  )
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`
const placeStyle = (box: Box, frame: Box): React.CSSProperties => ({
  left: percent((box.x - frame.x) / frame.width),
  top: percent((frame.y + frame.height - box.y - box.height) / frame.height),
  width: percent(box.width / frame.width),
  height: percent(box.height / frame.height),
})

type PlaceProps = Omit<SheetProps, 'pdf' | 'page' | 'spots' | 'onDraw'> & {
  spot: Spot
  onGrab: (event: React.PointerEvent, box: Box, key: string, grip?: [number, number]) => void
}

const grips: [number, number][] = [
  [-1, 1],
  [1, 1],
  [-1, -1],
  [1, -1],
]

function Place({
  spot,
  frame,
  scale,
  kind,
  chosen,
  withSamples,
  sample: given,
  readOnly,
  ...on
}: PlaceProps) {
  const t = useText()
  const token = spot.token === undefined ? undefined : tokenOf(kind, spot.token)
  const isChosen = isSame(chosen, spot)
  const name = token ? t(token.label) : t('documents.templates.no_token')
  const sample = withSamples ? sampleIn(spot, given) : undefined
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      return on.onOpen(spot)
    }
    if (event.key === 'Escape') return on.onChoose(undefined)
    if (readOnly || spot.kind !== 'placed') return undefined
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return on.onRemove(spot)
    }
    const box = moveByArrow(spot.box, event)
    if (!box) return undefined
    event.preventDefault()
    return on.onMove(spot.key, clampToPage(box, frame))
  }
  return (
    <button
      type="button"
      className="place"
      data-kind={spot.kind}
      data-chosen={isChosen || undefined}
      data-spot={`${spot.kind} ${spot.key}`}
      aria-pressed={isChosen}
      aria-label={spot.kind === 'field' ? `${spot.key}: ${name}` : name}
      style={placeStyle(spot.box, frame)}
      onFocus={() => !isChosen && on.onChoose(spot)}
      onClick={() => on.onChoose(spot)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (spot.kind === 'placed') on.onGrab(event, spot.box, spot.key)
        else event.stopPropagation()
      }}
    >
      {sample ? (
        <span
          className="place-sample"
          aria-hidden
          data-lines={sample.lines.length > 1 || undefined}
          style={{ fontSize: sample.points * scale }}
        >
          {sample.lines.map((line, at) => (
            <span key={at} data-line={line} />
          ))}
        </span>
      ) : (
        token &&
        spot.box.height * scale > 9 &&
        spot.box.width * scale > 40 && <span className="place-name">{name}</span>
      )}
      {isChosen &&
        spot.kind === 'placed' &&
        !readOnly &&
        grips.map(([x, y]) => (
          <span
            key={`${x} ${y}`}
            className="grip"
            data-x={x}
            data-y={y}
            onPointerDown={(event) => on.onGrab(event, spot.box, spot.key, [x, y])}
          />
        ))}
    </button>
  )
}
