import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isSameJson } from './same-json.ts'
import type { Box, Mapping } from '../places.ts'
import { missingIn } from '../rules.ts'
import { formatEuro } from '#shared/money.ts'
import { sampleOf, type TemplateKind, type Token, type TokenValues, tokensOf } from '../tokens.ts'
import { api, q } from '#web/api.ts'
import { useLocation } from '#web/router/page.ts'
import { SaveBar } from '#web/record/SaveBar.tsx'
import { useShortcut } from '#web/shortcuts.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button, IconButton, LinkButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconAlertTriangle, IconPlus } from '#web/ui/icons.ts'
import { IconMinus } from '#web/ui/lazy-icons.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { explain } from '#web/ui/states.tsx'
import { PanelTabs, Segmented } from '#web/ui/Tabs.tsx'
import { notify } from '#web/ui/toasts.ts'
import {
  type SpotRef,
  updateSpot,
  type Fields,
  placeToken,
  type Sample,
  spotsOf,
  tokenOf,
  clampToPage,
  removeToken,
} from './editing.ts'
import { ChangeSample } from './ChangeSample.tsx'
import { testPrintAddress } from './dialogs.tsx'
import { FieldRows, PlacedRows } from './Rows.tsx'
import { Sheet } from './Sheet.tsx'
import { usePageWidth } from './usePageWidth.ts'
import { useTemplatePdf } from './useTemplatePdf.ts'

type EditorProps = {
  slug: string
  number: number
  filename: string
  kind: TemplateKind
  answer: Fields
  mayChange: boolean
  /** On a narrow screen, tokens cannot be dragged or placed; only viewing and typing work. */
  narrow: boolean
  onSaved: (answer: Fields) => void
}

type Tab = 'fields' | 'placed' | 'required'
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** The page with its places on the left, the mapping on the right; both show the same state. */
export function Editor({ slug, number, filename, kind, answer, mayChange, narrow, onSaved }: EditorProps) {
  const t = useText()
  const saved: Mapping = { fields: answer.fields, placed: answer.placed }
  const [mapping, setMapping] = useState(saved)
  const [chosen, setChosen] = useState<SpotRef>()
  const [tab, setTab] = useState<Tab>(answer.found.length === 0 ? 'placed' : 'fields')
  const [shows, setShows] = useState<'tokens' | 'samples'>('tokens')
  const [zoom, setZoom] = useState(2)
  const [saving, setSaving] = useState(false)
  const { pdf, error } = useTemplatePdf(slug, number, filename)
  const { project } = useLocation().search
  const { data: chosenSample, error: sampleError } = useQuery({
    ...q('GET /api/v4/document-templates/:slug/sample/', {
      params: { slug },
      query: { project: project ?? '' },
    }),
    enabled: project !== undefined,
    retry: false,
  })
  const sample: Sample = chosenSample ?? { values: sampleOf(kind), letters: answer.letters }
  const readOnly = answer.read_only || !mayChange
  const dirty = !isSameJson(mapping, saved)
  const spots = spotsOf(mapping, answer.found)
  const found = { pages: answer.pages, fields: answer.found }
  const missing = missingIn(kind, mapping, found)
  const required = tokensOf[kind].filter((token) => token.required)
  const pages = useRef<HTMLDivElement>(null)
  const pageWidth = usePageWidth(pages)
  const natural = pageWidth === undefined ? 1 : pageWidth / (answer.pages[0]?.width ?? pageWidth)
  const scale = natural * zooms[zoom]!

  const choose = (next: SpotRef | undefined) => {
    setChosen(next)
    if (next) setTab(next.kind === 'field' ? 'fields' : 'placed')
    if (next) spotElement(next)?.scrollIntoView?.({ block: 'nearest' })
  }
  const place = (token: Token, page = 1, box?: Box) => {
    const frame = answer.pages[page - 1]!
    const spot =
      box ??
      clampToPage(
        { x: frame.x + frame.width / 2 - 80, y: frame.y + frame.height - 40, width: 160, height: 14 },
        frame,
      )
    const [next, own] = placeToken(mapping, token, page, spot)
    setMapping(next)
    choose(own)
    setTimeout(() => spotElement(own)?.focus(), 0)
  }
  const remove = (gone: SpotRef) => {
    const before = mapping
    setMapping(removeToken(mapping, gone))
    setChosen(undefined)
    notify({
      tone: 'info',
      title: t('documents.templates.removed'),
      action: { text: t('actions.undo'), run: () => setMapping(before) },
    })
  }
  const save = async () => {
    setSaving(true)
    try {
      const body = { ...mapping, version: answer.version }
      const kept = await api('PATCH /api/v4/document-templates/:slug/versions/:number/fields/', {
        params: { slug, number },
        body,
      })
      onSaved(kept)
      setMapping({ fields: kept.fields, placed: kept.placed })
    } catch (failure) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(failure, t) })
    } finally {
      setSaving(false)
    }
  }
  const firstMissing = () => tokenOf(kind, missing[0] ?? '') ?? tokensOf[kind][0]!
  useShortcut('t', () => !readOnly && !narrow && place(firstMissing()))
  useShortcut('+', () => setZoom(Math.min(zoom + 1, zooms.length - 1)))
  useShortcut('-', () => setZoom(Math.max(zoom - 1, 0)))
  useShortcut('0', () => setZoom(2))
  useShortcut('Escape', () => setChosen(undefined))

  const placeItems = tokensOf[kind].map((token) => ({
    key: token.key,
    text: t(token.label),
    onSelect: () => place(token),
  }))
  const rows = {
    kind,
    answer,
    mapping,
    spots,
    chosen,
    readOnly,
    sample,
    onChoose: choose,
    onChange: setMapping,
    onRemove: remove,
  }
  return (
    <>
      <div className="map" data-narrow={narrow || undefined}>
        <div className="map-sheet">
          <div className="map-bar">
            <Segmented
              label={t('documents.templates.shown')}
              value={shows}
              onChange={setShows}
              options={[
                { value: 'tokens', text: t('documents.templates.tokens') },
                { value: 'samples', text: t('documents.templates.samples') },
              ]}
            />
            {!readOnly && !narrow && (
              <Menu label={t('documents.templates.place_token')} items={placeItems}>
                {(trigger) => (
                  <Button {...trigger} variant="quiet" size="sm" icon={IconPlus}>
                    {t('documents.templates.place_token')} <kbd>T</kbd>
                  </Button>
                )}
              </Menu>
            )}
            <span className="map-zoom">
              <IconButton
                icon={IconMinus}
                size={28}
                label={t('documents.templates.smaller')}
                onClick={() => setZoom(Math.max(zoom - 1, 0))}
              />
              <span className="small figures">{Math.round(zooms[zoom]! * 100)} %</span>
              <IconButton
                icon={IconPlus}
                size={28}
                label={t('documents.templates.larger')}
                onClick={() => setZoom(Math.min(zoom + 1, zooms.length - 1))}
              />
            </span>
          </div>
          <div
            ref={pages}
            className="map-pages"
            data-scroller="sheet"
            role="region"
            aria-label={t('documents.templates.sheet')}
            tabIndex={0}
          >
            {error ? (
              <Callout tone="danger">{explain(error, t)}</Callout>
            ) : pdf ? (
              answer.pages.map((frame, at) => (
                <Sheet
                  key={at}
                  {...{ pdf, frame, kind, chosen, sample, page: at + 1 }}
                  scale={scale}
                  spots={spots.filter(({ page }) => page === at + 1)}
                  withSamples={shows === 'samples'}
                  readOnly={readOnly || narrow}
                  onChoose={choose}
                  onMove={(key, box) => setMapping(updateSpot(mapping, { kind: 'placed', key }, box))}
                  onDraw={(page, box) => place(firstMissing(), page, box)}
                  onRemove={remove}
                  onOpen={(own) => rowElement(own)?.querySelector<HTMLElement>('input, button')?.focus()}
                />
              ))
            ) : (
              <Spinner />
            )}
          </div>
        </div>
        <section
          className="map-side"
          aria-label={t('documents.templates.list')}
          onKeyDown={(event) => event.key === 'Escape' && chosen && spotElement(chosen)?.focus()}
        >
          {answer.read_only && <Callout tone="info">{t('documents.templates.used')}</Callout>}
          {missing.length > 0 && (
            <div className="map-missing">
              <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
              <div>
                <strong className="strong">
                  {t('documents.templates.missing', { count: missing.length, all: required.length })}
                </strong>
                {!readOnly && !narrow && (
                  <div className="map-missing-row">
                    {missing.slice(0, 2).map((key) => {
                      const token = tokenOf(kind, key)!
                      return (
                        <Button key={key} size="sm" onClick={() => place(token)}>
                          {t('documents.templates.place_named', { token: t(token.label) })}
                        </Button>
                      )
                    })}
                    <button type="button" className="all" onClick={() => setTab('required')}>
                      {t('documents.templates.all', { count: required.length })}
                    </button>
                  </div>
                )}
              </div>
            </div>
          )}
          <PanelTabs
            label={t('documents.templates.list')}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'fields', text: t('documents.templates.fields_tab', { count: answer.found.length }) },
              {
                value: 'placed',
                text: t('documents.templates.placed_tab', { count: mapping.placed.length }),
              },
              {
                value: 'required',
                text: t('documents.templates.required_tab', {
                  count: required.length - missing.length,
                  all: required.length,
                }),
              },
            ]}
          >
            {tab === 'fields' &&
              (answer.found.length === 0 && mapping.fields.length === 0 ? (
                <p className="muted map-empty">{t('documents.templates.no_fields')}</p>
              ) : (
                <FieldRows {...rows} />
              ))}
            {tab === 'placed' && (
              <>
                {answer.found.length === 0 && (
                  <p className="muted map-empty">{t('documents.templates.no_fields')}</p>
                )}
                <PlacedRows {...rows} />
              </>
            )}
            {tab === 'required' && (
              <ul className="map-rows">
                {required.map((token) => {
                  const isMissing = missing.includes(token.key)
                  const spot = spots.find((one) => one.token === token.key)
                  return (
                    <li key={token.key} className="map-row">
                      <div className="map-name">
                        <strong className="strong">{t(token.label)}</strong>
                        <span className={isMissing ? 'small danger-text' : 'small muted'}>
                          {isMissing
                            ? t('documents.templates.nowhere')
                            : spot?.kind === 'field'
                              ? spot.key
                              : t('documents.templates.placed_by_hand')}
                        </span>
                      </div>
                      {isMissing
                        ? !readOnly &&
                          !narrow && (
                            <Button size="sm" onClick={() => place(token)}>
                              {t('documents.templates.place_named', { token: t(token.label) })}
                            </Button>
                          )
                        : spot && (
                            <Button size="sm" onClick={() => choose(spot)}>
                              {t('documents.templates.show')}
                            </Button>
                          )}
                    </li>
                  )
                })}
              </ul>
            )}
          </PanelTabs>
          <TestPrintFoot
            sample={sample.values}
            project={chosenSample?.project}
            failure={sampleError}
            address={testPrintAddress(slug, number, chosenSample?.project.slug)}
            dirty={dirty}
          />
        </section>
      </div>
      <SaveBar dirty={dirty} saving={saving} onSave={save} onDiscard={() => setMapping(saved)} />
    </>
  )
}

/** Explains a test print and links to it. */
function TestPrintFoot({
  sample: { issuer_name, amount },
  project,
  failure,
  address,
  dirty,
}: {
  sample: TokenValues
  project: { slug: string; title: string } | undefined
  /** Why the requested project is not in it. */
  failure: unknown
  address: ReturnType<typeof testPrintAddress>
  dirty: boolean
}) {
  const t = useText()
  const locale = useLocale()
  const [changing, setChanging] = useState(false)
  return (
    <footer className="map-foot">
      <span className="map-foot-sheet" aria-hidden>
        {t('documents.templates.test_mark')}
      </span>
      <div>
        <strong className="strong">{t('documents.templates.test_print')}</strong>
        <p className="small muted">
          {t('documents.templates.sample_of', {
            issuer: String(issuer_name),
            amount: formatEuro(Number(amount), locale),
          })}
        </p>
        {failure ? <p className="small danger-text">{explain(failure, t)}</p> : null}
        <p className="small muted">
          {t(dirty ? 'documents.templates.test_saved' : 'documents.templates.nothing_kept')}
        </p>
      </div>
      <div className="map-foot-acts">
        <Button size="sm" onClick={() => setChanging(true)}>
          {t('documents.templates.change_sample')}
        </Button>
        <LinkButton size="sm" to={address}>
          {t('documents.templates.open_test')}
        </LinkButton>
      </div>
      {changing && <ChangeSample project={project} onClose={() => setChanging(false)} />}
    </footer>
  )
}

const spotElement = ({ kind, key }: SpotRef) =>
  document.querySelector<HTMLElement>(`[data-spot="${CSS.escape(`${kind} ${key}`)}"]`)
const rowElement = ({ kind, key }: SpotRef) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(`${kind} ${key}`)}"] .field`)
