import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../../nullable.ts'
import type { Fault } from '../../problem.ts'
import { Destination, RequiredDestination } from './destination-schema.ts'
import { type RouteKind, routeSchemas } from './route-kind.ts'

const strict = { additionalProperties: false }

const fields = {
  options: Type.Array(
    Type.Object(
      {
        digit: Type.String({ pattern: '^[0-9*#]$', title: 'a key of a phone: 0 to 9, * or #' }),
        destination: RequiredDestination(),
      },
      strict,
    ),
    { maxItems: 12, description: 'Which number each key leads to.' },
  ),
  timeout: Type.Integer({
    minimum: 1,
    maximum: 60,
    description: 'Seconds to wait for a key after the prompt.',
  }),
  tries: Type.Integer({ minimum: 1, maximum: 10, description: 'How often the prompt is played.' }),
  timeout_destination: Destination('Where callers go who press nothing; empty: the call ends.'),
  invalid_destination: Destination('Where callers go who press only wrong keys; empty: the call ends.'),
  direct_dial: Type.Boolean({ description: 'Callers can dial the number of an extension.' }),
  prompt: nullable(
    Type.Object(
      {
        id: Type.String(),
        duration: Type.Integer({ description: 'Seconds.' }),
        size: Type.Integer({ description: 'Bytes.' }),
        text: nullable(Type.String({ description: 'What is spoken. Null: it was recorded.' })),
        language: nullable(Type.String({ description: 'In which it is spoken.' })),
      },
      { ...strict, description: 'What callers hear. It is uploaded to `.../prompt`, or spoken from a text.' },
    ),
  ),
}

export type MenuSettings = Static<ReturnType<typeof Type.Object<typeof fields>>>

export const menus: RouteKind = {
  name: 'menu',
  path: 'menus',
  area: 'Menus',
  noun: 'menu',
  description: 'A number at which callers hear a prompt and choose by a key.',
  fields,
  defaults: {
    options: [],
    timeout: 5,
    tries: 3,
    timeout_destination: '',
    invalid_destination: '',
    direct_dial: false,
    prompt: null,
  },
  readOnly: ['prompt'],
  faults(settings) {
    const { options } = settings as MenuSettings
    return options.flatMap(({ digit }, index): Fault[] =>
      options.findIndex((one) => one.digit === digit) < index
        ? [{ pointer: `/options/${index}/digit`, detail: `${digit} is already used` }]
        : [],
    )
  },
}

export const menuSchemas = routeSchemas(menus)
