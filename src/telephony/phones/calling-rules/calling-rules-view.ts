import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../../nullable.ts'
import { callingClasses } from '../pbx/may-call.ts'
import type { CallingRulesTable } from './calling-rules-tables.ts'

const callingClass = (description: string) =>
  Type.Union(
    callingClasses.map((name) => Type.Literal(name)),
    { description },
  )

/** Limits of a company and of a trunk. */
export const limitFields = {
  max_calls: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Calls to numbers outside at once. Null: no limit.',
    }),
  ),
  max_minutes: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Minutes with numbers outside within 24 hours, of all calls. Null: no limit.',
    }),
  ),
}

const fields = {
  allowed_countries: nullable(
    Type.Array(Type.String({ format: 'country-code', maxLength: 2 }), {
      maxItems: 250,
      uniqueItems: true,
      description:
        'Countries that extensions of the class `international` may call, beside their own. Null: all.',
    }),
  ),
  denied_prefixes: Type.Array(Type.String({ format: 'number-prefix', maxLength: 16 }), {
    maxItems: 500,
    uniqueItems: true,
    description:
      'Numbers that begin with one of these cannot be called: +252 for numbers, 118 for service numbers.',
  }),
  special_rates: Type.Boolean({
    description: 'Whether premium-rate, shared-cost and satellite numbers can be called.',
  }),
  routes_class: callingClass('Which numbers outside ring groups, business hours, menus and faxes may call.'),
  ...limitFields,
}

export const CallingRulesSchema = Type.Object(fields, { additionalProperties: false })
export const CallingRulesPatch = Type.Partial(CallingRulesSchema, { additionalProperties: false })
export type CallingRulesView = Static<typeof CallingRulesSchema>

export const CallingClassSchema = Type.Object(
  {
    calling_class: callingClass(
      'Which numbers outside the extension may call, also by follow-me, other destinations, greeting keys and transfers. internal: none; national: those of the country of its location; international: those of other countries, too, by the rules of the company. Emergency numbers can always be called.',
    ),
  },
  { additionalProperties: false },
)
export type CallingClassView = Static<typeof CallingClassSchema>

export const callingRulesView = (rules: CallingRulesTable): CallingRulesView => ({
  allowed_countries: rules.allowed_countries === null ? null : JSON.parse(rules.allowed_countries),
  denied_prefixes: JSON.parse(rules.denied_prefixes),
  special_rates: rules.special_rates === 1,
  routes_class: rules.routes_class,
  max_calls: rules.max_calls,
  max_minutes: rules.max_minutes,
})

/** The stored rules with the fields of a patch. */
export const patchedRules = (
  stored: CallingRulesTable,
  patch: Partial<CallingRulesView>,
): CallingRulesTable => {
  const view = { ...callingRulesView(stored), ...patch }
  return {
    company_id: stored.company_id,
    ...view,
    allowed_countries: view.allowed_countries && JSON.stringify(view.allowed_countries),
    denied_prefixes: JSON.stringify(view.denied_prefixes),
    special_rates: Number(view.special_rates),
  }
}
