import { type TSchema, Type } from '@sinclair/typebox'
import { userDefaultNames, userDefaultsOf } from '../../identity/users/user-defaults.ts'
import {
  displaySettings,
  emojisetChoices,
  notificationSettings,
  notificationSounds,
  settingsOf,
  type UserSettings,
} from '../../identity/users/user-settings.ts'
import type { InitialPart } from '../initial-context.ts'
import { schemaFor } from './setting-parameters.ts'

const fieldsOf = (names: readonly (keyof UserSettings)[]): Record<string, TSchema> =>
  Object.fromEntries(names.map((name) => [name, schemaFor(name)]))

const EmojisetChoices = Type.Array(
  Type.Object({ key: Type.String(), text: Type.String() }, { additionalProperties: false }),
)

const choiceFields = {
  emojiset_choices: EmojisetChoices,
  available_notification_sounds: Type.Array(Type.String()),
}
const choices = { emojiset_choices: emojisetChoices, available_notification_sounds: notificationSounds }

const displayFields = {
  ...fieldsOf(displaySettings),
  emojiset_choices: choiceFields.emojiset_choices,
  timezone: Type.String(),
}
const notificationFields = {
  ...fieldsOf(notificationSettings),
  available_notification_sounds: choiceFields.available_notification_sounds,
}

const optionals = (fields: Record<string, TSchema>): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]))

/** Older clients read settings at the top level, newer ones in one object. */
export const initialSettingFields = {
  ...optionals({ ...displayFields, ...notificationFields }),
  user_settings: Type.Optional(
    Type.Object({ ...displayFields, ...notificationFields }, { additionalProperties: false }),
  ),
  realm_user_settings_defaults: Type.Optional(
    Type.Object({ ...fieldsOf(userDefaultNames), ...choiceFields }, { additionalProperties: false }),
  ),
}

export const initialDisplaySettings: InitialPart = async ({ actor }) => viewDisplay(actor.user)

export const initialNotificationSettings: InitialPart = async ({ actor }) => viewNotifications(actor.user)

export const initialUserSettings: InitialPart = async ({ actor }) => ({
  user_settings: { ...viewDisplay(actor.user), ...viewNotifications(actor.user) },
})

/** The settings of people who join. */
export const initialUserDefaults: InitialPart = async ({ actor }) => ({
  realm_user_settings_defaults: { ...userDefaultsOf(actor.realm), ...choices },
})

type Owner = { settings: string; timezone: string }

function viewDisplay(user: Owner) {
  return {
    ...pick(user, displaySettings),
    emojiset_choices: emojisetChoices,
    timezone: user.timezone,
  }
}

const viewNotifications = (user: Owner) => ({
  ...pick(user, notificationSettings),
  available_notification_sounds: notificationSounds,
})

function pick(user: Owner, names: readonly (keyof UserSettings)[]) {
  const settings = settingsOf(user)
  return Object.fromEntries(names.map((name) => [name, settings[name]]))
}
