import { audit, auditOf } from '#server/audit/audit.ts'
import { invalid } from '#server/base/errors.ts'
import { implement } from '#server/routes/implement.ts'
import { textOf } from '#server/base/texts.ts'
import { limits } from '../contract.ts'
import { limitKeys, standardLimits, valueOn } from '../rules.ts'
import { allLimits, limitsOn, setLimit } from './queries.ts'

export const limitRoutes = implement(limits, {
  list: async ({ db, today, locale }) => {
    const all = await allLimits(db)
    const results = limitKeys.map((key) => ({
      key,
      title: textOf(locale, `limits.${key}`),
      value: valueOn(all[key], today) ?? standardLimits[key],
      values: all[key].length > 0 ? all[key] : [{ valid_from: '1900-01-01', value: standardLimits[key] }],
    }))
    return { results }
  },

  set: async ({ db, body, today, auditContext }) => {
    if (body.valid_from < today) throw invalid({ valid_from: 'limits.in_the_past' })
    const before = (await limitsOn(db, body.valid_from))[body.key]
    await setLimit(db, body)
    await audit(db, auditContext, {
      action: 'change',
      ...auditOf('limit', { id: null, title: body.key }),
      before: { value: before },
      after: { value: body.value, valid_from: body.valid_from },
    })
    return body
  },
})
