import { useEffect, useRef } from 'react'
import type { Format, Mapping } from '../places.ts'
import type { TemplateKind } from '../tokens.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { NumberRow } from './NumberRow.tsx'
import { type Translate, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import {
  updateSpot,
  type SpotRef,
  type Fields,
  formatsFor,
  type PdfField,
  isSame,
  replaceToken,
  type Sample,
  sampleIn,
  sizeKey,
  sizesWith,
  type Spot,
  tokenOf,
  tokensFor,
  removeToken,
  withToken,
} from './editing.ts'

type RowsProps = {
  kind: TemplateKind
  answer: Fields
  mapping: Mapping
  spots: readonly Spot[]
  chosen: SpotRef | undefined
  readOnly: boolean
  sample: Sample
  onChoose: (chosen: SpotRef | undefined) => void
  onChange: (mapping: Mapping) => void
  onRemove: (chosen: SpotRef) => void
}

const formatText = (format: Format, t: Translate) => t(`documents.templates.formats.${format}`)

export function FieldRows({
  kind,
  answer,
  mapping,
  spots,
  chosen,
  readOnly,
  sample,
  onChoose,
  onChange,
}: RowsProps) {
  const t = useText()
  const names = answer.found.map(({ name }) => name)
  const gone = mapping.fields.filter(({ field }) => !names.includes(field))
  return (
    <ul className="map-rows">
      {answer.found.map((found) => {
        const spot = spots.find(({ kind: of, key }) => of === 'field' && key === found.name)
        if (!spot) return null
        const own: SpotRef = { kind: 'field', key: found.name }
        return (
          <Row
            key={found.name}
            spot={spot}
            title={found.name}
            under={[
              t(`documents.templates.types.${found.type}`),
              t('documents.templates.on_page', { page: spot.page }),
              ...(found.own_format ? [t('documents.templates.own_format')] : []),
            ].join(' · ')}
            isChosen={isSame(chosen, own)}
            onChoose={() => onChoose(own)}
            tokens={tokensFor(kind, found.type)}
            {...{ kind, readOnly, sample, type: found.type }}
            onToken={(key) => onChange(withToken(mapping, found, tokenOf(kind, key)))}
            onChange={(changes) => onChange(updateSpot(mapping, own, changes))}
          />
        )
      })}
      {gone.map(({ field }) => (
        <li key={field} className="map-row">
          <div className="map-name">
            <strong className="strong">{field}</strong>
            <span className="small danger-text">{t('documents.templates.gone')}</span>
          </div>
          {!readOnly && (
            <Button size="sm" onClick={() => onChange(removeToken(mapping, { kind: 'field', key: field }))}>
              {t('documents.templates.take_away')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

export function PlacedRows({
  kind,
  answer,
  mapping,
  spots,
  chosen,
  readOnly,
  sample,
  onChoose,
  onChange,
  onRemove,
}: RowsProps) {
  const t = useText()
  return (
    <ul className="map-rows">
      {spots
        .filter((spot) => spot.kind === 'placed')
        .map((spot) => {
          const own: SpotRef = { kind: 'placed', key: spot.key }
          const token = tokenOf(kind, spot.token ?? '')
          return (
            <Row
              key={spot.key}
              spot={spot}
              title={token ? t(token.label) : (spot.token ?? '')}
              under={t('documents.templates.on_page', { page: spot.page })}
              isChosen={isSame(chosen, own)}
              onChoose={() => onChoose(own)}
              tokens={tokensFor(kind)}
              {...{ kind, readOnly, sample }}
              onToken={(key) => {
                const next = tokenOf(kind, key)
                if (next) onChange(replaceToken(mapping, spot.key, next))
              }}
              onChange={(changes) => onChange(updateSpot(mapping, own, changes))}
              onRemove={() => onRemove(own)}
              frame={answer.pages[spot.page - 1]}
            />
          )
        })}
    </ul>
  )
}

type RowProps = {
  kind: TemplateKind
  spot: Spot
  title: string
  under: string
  isChosen: boolean
  readOnly: boolean
  sample: Sample
  tokens: ReturnType<typeof tokensFor>
  type?: PdfField['type']
  frame?: Fields['pages'][number] | undefined
  onChoose: () => void
  onToken: (key: string) => void
  onChange: (changes: Parameters<typeof updateSpot>[2]) => void
  onRemove?: () => void
}

function Row({ kind, spot, title, under, isChosen, readOnly, tokens, onChoose, onToken, ...rest }: RowProps) {
  const t = useText()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isChosen])
  const token = tokenOf(kind, spot.token ?? '')
  return (
    <li
      ref={row}
      className="map-row"
      data-chosen={isChosen || undefined}
      data-row={`${spot.kind} ${spot.key}`}
    >
      <button type="button" className="map-name" aria-expanded={isChosen} onClick={onChoose}>
        <strong className="strong">{title}</strong>
        <span className="small muted">{under}</span>
      </button>
      <SelectField
        name={`token ${spot.key}`}
        label={t('documents.templates.token_of', { name: title })}
        className="label-hidden"
        value={spot.token ?? ''}
        onChange={onToken}
        clearable={spot.kind === 'field'}
        disabled={readOnly || tokens.length === 0}
        options={tokens.map(({ key, label }) => ({ value: key, label: t(label) }))}
      />
      <span className="small muted map-format">
        {spot.format && spot.size ? shortFormat(spot.format, spot.size, t) : '-'}
      </span>
      {isChosen && token && <Details {...rest} {...{ spot, token, readOnly }} />}
    </li>
  )
}

type DetailsProps = Pick<
  RowProps,
  'spot' | 'readOnly' | 'sample' | 'type' | 'frame' | 'onChange' | 'onRemove'
> & {
  token: NonNullable<ReturnType<typeof tokenOf>>
}

function Details({ spot, token, readOnly, sample: given, type, frame, onChange, onRemove }: DetailsProps) {
  const t = useText()
  const sample = sampleIn(spot, given)
  const isWritten = token.type !== 'boolean' && token.type !== 'image'
  const size = spot.size!
  return (
    <div className="map-details">
      <SelectField
        name={`format ${spot.key}`}
        label={t('documents.templates.format')}
        value={spot.format ?? ''}
        onChange={(format) => onChange({ format: format as Format })}
        disabled={readOnly}
        options={formatsFor(token, type).map((format) => ({ value: format, label: formatText(format, t) }))}
      />
      {isWritten && (
        <SelectField
          name={`size ${spot.key}`}
          label={t('documents.templates.size')}
          value={sizeKey(size)}
          onChange={(key) => onChange({ size: sizesWith(size).find((one) => sizeKey(one) === key)! })}
          disabled={readOnly}
          options={sizesWith(size).map((one) => ({ value: sizeKey(one), label: sizeText(one, t) }))}
        />
      )}
      {frame && !readOnly ? (
        <NumberRow box={spot.box} frame={frame} onChange={onChange} />
      ) : (
        <div className="map-place">
          <span className="field-label">{t('documents.templates.place')}</span>
          <span className="small figures">
            x {Math.round(spot.box.x)} · y {Math.round(spot.box.y)} pt
          </span>
        </div>
      )}
      {isWritten && sample && (
        <p className="small map-sample">
          {t('documents.templates.with_sample')} <strong className="strong">{sample.text}</strong> ·{' '}
          {sample.fits ? (
            t('documents.templates.fits', { points: sample.points })
          ) : (
            <span className="danger-text">
              {t('documents.templates.does_not_fit', { points: sample.points })}
            </span>
          )}
        </p>
      )}
      {onRemove && !readOnly && (
        <Button size="sm" onClick={onRemove}>
          {t('documents.templates.take_away')}
        </Button>
      )}
    </div>
  )
}

const sizeText = ({ from, to }: { from: number; to: number }, t: Translate) =>
  from === to
    ? t('documents.templates.fixed_size', { points: from })
    : t('documents.templates.fitting_size', { from, to })

const shortFormat = (format: Format, size: { from: number; to: number }, t: Translate) =>
  format === 'text' || format === 'lines' ? sizeText(size, t) : formatText(format, t)
