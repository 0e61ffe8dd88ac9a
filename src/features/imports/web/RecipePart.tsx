import { showInstant } from '#shared/dates.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { titleOfFile } from '../recipe.ts'
import { valueFields } from '../shape.ts'
import { SaveOnBlurField } from './Choice.tsx'
import type { Import } from './data.ts'
import type { ChangeImport } from './types.ts'

type Props = { data: Import; onChange: ChangeImport }

/** Shows or offers the recipe of the source's last file, pointing out parts that may be outdated. */
export function RecipeNote({ data, onChange }: Props) {
  const t = useText()
  const brought = useRecipeTexts(data)
  const { used, known } = data.recipe
  if (!data.can_change) return null
  const dayOf = (instant: string) => showInstant(instant).slice(0, 10)
  if (used)
    return (
      <Callout
        title={t('imports.recipe_used', { date: dayOf(used.used_at) })}
        action={
          <Button size="sm" onClick={() => void onChange({ recipe: null })}>
            {t('imports.start_over')}
          </Button>
        }
      >
        {[t('imports.recipe_named', { title: used.title }), ...brought].join(' · ')}
      </Callout>
    )
  const [latest] = known
  if (!latest) return null
  return (
    <Callout
      title={t('imports.recipe_known', { title: latest.title, date: dayOf(latest.used_at) })}
      action={known.map(({ slug, title }) => (
        <Button key={slug} size="sm" onClick={() => void onChange({ recipe: slug })}>
          {t('imports.use_recipe', { title })}
        </Button>
      ))}
    />
  )
}

/** A recipe's own values: constants, and rates from the time it was saved. */
function useRecipeTexts({ values, options }: Import): string[] {
  const t = useText()
  const constants = valueFields(values).flatMap((field) =>
    values[field]!.parts.flatMap((part) =>
      'constant' in part
        ? [t('imports.recipe_constant', { field: t(`imports.fields.${field}`), text: part.constant })]
        : [],
    ),
  )
  const year =
    options.year === null
      ? []
      : [t('imports.recipe_constant', { field: t('imports.fields.year'), text: String(options.year) })]
  const rates = Map.groupBy(Object.keys(options.rates), (key) => key.slice(0, 3))
  const said = [...rates].map(([code, of]) => t('imports.recipe_rates', { count: of.length, code }))
  return [...constants, ...year, ...said]
}

/** Whether the steps are saved when the file is booked, and under which name. */
export function RecipeSection({ data, onChange, error }: Props & { error: string | undefined }) {
  const t = useText()
  const { keep_as } = data.options
  if (!data.recipe.can_keep) return null
  return (
    <section aria-labelledby="recipe">
      <h2 id="recipe">{t('imports.recipe')}</h2>
      <div className="fields">
        <CheckboxField
          name="keep_recipe"
          label={t('imports.recipe_kept')}
          value={keep_as !== null}
          onChange={(kept) =>
            void onChange({
              keep_as: kept ? (data.recipe.used?.title ?? titleOfFile(data.filename)) : null,
            })
          }
        />
        {keep_as !== null && (
          <SaveOnBlurField
            key={keep_as}
            name="keep_as"
            label={t('imports.recipe')}
            hint={t('imports.recipe_hint')}
            value={keep_as}
            error={error}
            onChange={(name) => void onChange({ keep_as: name || null })}
          />
        )}
      </div>
    </section>
  )
}
