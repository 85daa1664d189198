import type { TSchema } from '@sinclair/typebox'
import type { JsonSchema } from '../../platform/openapi/open-api-document.ts'
import { MessageSchema } from '../messages/message-view.ts'
import { InitialDataSchema, RealmEmojiSchema } from '../register/initial-data-schema.ts'
import { StreamSchema } from '../streams/stream-view.ts'
import { SubscriptionSchema } from '../subscriptions/subscription-view.ts'
import { ProfileDataSchema, UserSchema } from '../users/user-view.ts'

const initial = InitialDataSchema.properties

const named: Record<string, TSchema> = {
  CustomProfileField: initial.custom_profile_fields.items,
  Message: MessageSchema,
  ProfileData: ProfileDataSchema,
  RealmBot: initial.realm_bots.items,
  RealmEmoji: RealmEmojiSchema,
  RealmUser: initial.realm_users.items,
  RegisteredSubscription: initial.subscriptions.items,
  Stream: StreamSchema,
  Subscription: SubscriptionSchema,
  User: UserSchema,
}

/** By text: TypeBox copies a schema when it makes it optional, so identity would miss those. */
const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))

/** A declaration as plain JSON Schema, with references in the place of what has a name. */
export function plainSchema(schema: TSchema): JsonSchema {
  return refer(JSON.parse(JSON.stringify(schema))) as JsonSchema
}

export const namedSchemas: Record<string, JsonSchema> = Object.fromEntries(
  Object.entries(named).map(([name, schema]) => [
    name,
    referInside(JSON.parse(JSON.stringify(schema))) as JsonSchema,
  ]),
)

function refer(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const name = names.get(JSON.stringify(value))
  return name === undefined ? referInside(value) : { $ref: `#/components/schemas/${name}` }
}

function referInside(value: object): unknown {
  if (Array.isArray(value)) return value.map(refer)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, refer(item)]))
}
