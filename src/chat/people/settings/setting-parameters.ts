import { Type } from '@sinclair/typebox'
import { uncheckedCast } from '../../../platform/unchecked-cast.ts'
import { boolean, json, optional, type Parameter } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import { defaultUserSettings, settingNames, type UserSettings } from '../../identity/users/user-settings.ts'

type SettingParameters = { [Name in keyof UserSettings]: Parameter<UserSettings[Name] | undefined> }

/** One argument for each setting, of the same type as its default. */
export const settingParameters = uncheckedCast<SettingParameters>(
  Object.fromEntries(settingNames.map((name) => [name, optional(parameterFor(name))])),
)

export const timezoneParameter = optional(textOrJson('Name of the time zone, like `Europe/London`.'))

/** Settings that a response can report as changed. */
export const settingFields = Object.fromEntries(
  settingNames.map((name) => [name, Type.Optional(schemaFor(name))]),
)

/** The settings among the arguments. */
export function settingsIn(input: Partial<Record<keyof UserSettings, unknown>>): Partial<UserSettings> {
  return Object.fromEntries(
    settingNames.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  )
}

function parameterFor(name: keyof UserSettings): Parameter<unknown> {
  const description = `The setting \`${name}\`.`
  switch (typeof defaultUserSettings[name]) {
    case 'boolean':
      return boolean(description)
    case 'number':
      return json(description, Type.Integer())
    default:
      return textOrJson(description)
  }
}

export function schemaFor(name: keyof UserSettings) {
  switch (typeof defaultUserSettings[name]) {
    case 'boolean':
      return Type.Boolean()
    case 'number':
      return Type.Integer()
    default:
      return Type.String()
  }
}
