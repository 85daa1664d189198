import { Type } from '@sinclair/typebox'
import { boolean, converted, type Input, json, optional, text } from '../../http/parameter.ts'

const eventNames = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })

/** Options in a webhook's URL besides key, stream and topic. Each integration lists those it supports. */
export const webhookOptions = {
  only_events: optional(
    json('Only these events make messages: a JSON list of names, in which `*` matches anything.', eventNames),
  ),
  exclude_events: optional(json('These events make no messages: a list of the same format.', eventNames)),
  branches: optional(
    text(
      'Only these branches, for example `main,release/*`. Pushes to others, and their builds, make no messages.',
    ),
  ),
  ignore_private_repositories: optional(boolean('`true`: private repositories make no messages.')),
  channels_map_to_topics: optional(
    converted(
      '`1`, the default: the channel that the payload names is the topic. `0`: it is the stream.',
      Type.Integer({ minimum: 0, maximum: 1 }),
      (value) => (value === '0' || value === '1' ? Number(value) : undefined),
    ),
  ),
  name: optional(text('The label to use as the topic; by default `alertname`, with the job.')),
  desc: optional(text('The annotation to use as the description; by default `summary` or `description`.')),
}

export type WebhookOptions = Partial<Input<typeof webhookOptions>>

export type OptionName = keyof typeof webhookOptions
