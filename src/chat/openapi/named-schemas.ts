import type { TSchema } from '@sinclair/typebox'
import { nameSchemas } from '../../platform/openapi/schema-names.ts'
import { RealmEmojiSchema } from '../markdown/custom-emoji/realm-emoji-events.ts'
import { MessageSchema } from '../messages/message-view.ts'
import { ProfileDataSchema, UserSchema } from '../people/user-events.ts'
import { InitialDataSchema } from '../register/initial-data-schema.ts'
import { StreamSchema } from '../streams/stream-events.ts'
import { SubscriptionSchema } from '../streams/subscriptions/subscription-view.ts'

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

export const { plainSchema, components: namedSchemas } = nameSchemas(named)
