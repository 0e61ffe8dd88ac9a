import type { Box } from '../places.ts'
import { TextField } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { clampToPage } from './editing.ts'

type NumberRowProps = { box: Box; frame: Box; onChange: (box: Box) => void }

const sides = ['x', 'y', 'width', 'height'] as const

/** Place and size of a placed token in points, for those who do not drag. */
export function NumberRow({ box, frame, onChange }: NumberRowProps) {
  const t = useText()
  return (
    <div className="map-numbers">
      {sides.map((side) => (
        <TextField
          key={side}
          name={side}
          label={t(`documents.templates.sides.${side}`)}
          value={String(Math.round(box[side]))}
          onChange={(typed) => {
            if (/^\d{1,5}$/.test(typed)) onChange(clampToPage({ ...box, [side]: Number(typed) }, frame))
          }}
        />
      ))}
    </div>
  )
}
