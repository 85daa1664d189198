import { type TOptional, type TSchema, Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import { NULL_LIMIT_LEVEL } from '../../http/feature-level.ts'
import { boolean, json, type Parameter } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import {
  botCreationPolicies,
  factorPolicies,
  groupPolicies,
  type RealmSettings,
  streamPolicies,
} from './realm-settings.ts'
import { realmRetentionParameter } from './retention-parameters.ts'

/** The wire format and the stored format of a setting. */
interface SettingField {
  parameter: Parameter<unknown>
  read(given: unknown): unknown
  show(kept: unknown): unknown
}

/** More than anyone needs. */
const TEN_YEARS = 315_360_000

const asItIs = { read: (given: unknown) => given, show: (kept: unknown) => kept }

const flag = (description: string): SettingField => ({ parameter: boolean(description), ...asItIs })

const whole = (description: string, maximum: number): SettingField => ({
  parameter: json(description, Type.Integer({ minimum: 0, maximum })),
  ...asItIs,
})

/** Stored as 0 if there is no limit. */
const limit = (description: string): SettingField => ({
  parameter: json(
    `${description} 0, or null for newer clients: always.`,
    Type.Union([Type.Integer({ minimum: 0, maximum: TEN_YEARS }), Type.Null()]),
  ),
  read: (given) => given ?? 0,
  show: (kept) => kept,
})

/** On the wire, a choice is its position in the list, from 1. */
const choice = (description: string, names: readonly string[]): SettingField => ({
  parameter: json(description, Type.Integer({ minimum: 1, maximum: names.length })),
  read: (given) => names[(given as number) - 1],
  show: (kept) => names.indexOf(kept as string) + 1,
})

const stream = (description: string): SettingField => ({
  parameter: json(`${description} -1: none.`, Type.Integer({ minimum: -1 })),
  read: (given) => (given === -1 ? null : given),
  show: (kept) => kept ?? -1,
})

const MAX_URL_LENGTH = 500

/** Links are made of it, so it is a plain address of a server: no password, no query. */
const meetingServer: SettingField = {
  parameter: {
    ...textOrJson('The address of a Jitsi server, such as `https://meet.example.com`. Empty: none.'),
    schema: Type.Union([Type.String({ maxLength: MAX_URL_LENGTH }), Type.Null()]),
  },
  read(given) {
    const text = String(given).trim().replace(/\/$/, '')
    if (text === '' || text === 'null') return null
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isPlain =
      /^https?:$/.test(url?.protocol ?? '') && !/[\s@?#()[\]<>]/.test(text) && text.length <= MAX_URL_LENGTH
    if (!isPlain) throw badRequest('jitsi_server_url is not the http or https address of a server')
    return text
  },
  show: (kept) => kept,
}

const whoOfMembers = '1 members, 2 administrators, 3 members after the waiting period.'

/** Register names each setting `realm_` plus its name. */
export const realmSettingFields: Readonly<Record<keyof RealmSettings, SettingField>> = {
  allow_message_editing: flag('Whether messages can be edited.'),
  message_content_edit_limit_seconds: limit('How many seconds the content of a message can be edited.'),
  allow_edit_history: flag('Whether earlier versions of messages can be seen.'),
  allow_community_topic_editing: flag('Whether everybody can change the topic of a message.'),
  community_topic_editing_limit_seconds: whole(
    'How many seconds everybody can change a topic; 0: always.',
    TEN_YEARS,
  ),
  allow_message_deleting: flag('Whether people can delete their own messages.'),
  message_content_delete_limit_seconds: limit('How many seconds people can delete their own messages.'),
  message_retention_days: { parameter: realmRetentionParameter, ...asItIs },
  create_stream_policy: choice(`Who may create streams: ${whoOfMembers}`, streamPolicies),
  invite_to_stream_policy: choice(`Who may add others to streams: ${whoOfMembers}`, streamPolicies),
  bot_creation_policy: choice(
    'Who may add bots: 1 members, 2 members except generic bots, 3 administrators.',
    botCreationPolicies,
  ),
  invite_by_admins_only: flag('Whether only administrators may invite.'),
  emails_restricted_to_domains: flag("Whether new addresses must be in one of the organization's domains."),
  add_emoji_by_admins_only: flag('Whether only administrators may add custom emoji.'),
  user_group_edit_policy: choice(
    'Who may create user groups, and change those that they belong to: 1 members, 2 administrators.',
    groupPolicies,
  ),
  name_changes_disabled: flag('Whether people cannot change their names.'),
  email_changes_disabled: flag('Whether people cannot change their email addresses.'),
  avatar_changes_disabled: flag('Whether people cannot change their pictures.'),
  two_factor_required_for: choice(
    'Who must protect their password with a second factor: 1 nobody, 2 administrators, 3 administrators and members, 4 everyone.',
    factorPolicies,
  ),
  waiting_period_threshold: whole('Days until a new account is a full member.', 3650),
  mandatory_topics: flag('Whether `(no topic)` is not enough of a topic.'),
  notifications_stream_id: stream('The stream in which new streams are announced.'),
  signup_notifications_stream_id: stream('The stream in which new people are announced.'),
  moderation_request_channel_id: stream('The stream for reported messages, instead of all administrators.'),
  presence_disabled: flag('Whether nobody can see who is online.'),
  default_language: {
    parameter: textOrJson('The language of people who join.', Type.String({ maxLength: 50 })),
    ...asItIs,
  },
  default_twenty_four_hour_time: flag('Whether people who join see times as 17:00 instead of 5:00 PM.'),
  enable_read_receipts: flag('Whether people can see who has read a message.'),
  default_history_public_to_subscribers: flag(
    'Whether subscribers of a new private stream see messages from before they joined, unless its creator decides otherwise.',
  ),
  message_content_allowed_in_email_notifications: flag(
    'Whether mails about missed messages may show them. Otherwise they only say that there are some.',
  ),
  video_chat_provider: {
    parameter: json(
      'For which service the app makes meeting links: 0 none, 1 Jitsi Meet at `jitsi_server_url`, 3 BigBlueButton, if the server has one.',
      Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(3)]),
    ),
    ...asItIs,
  },
  jitsi_server_url: meetingServer,
}

export const realmSettingNames = Object.keys(realmSettingFields) as (keyof RealmSettings)[]

/** The settings in their wire format. */
export function viewRealmSettings(settings: RealmSettings, level: number): Record<string, unknown> {
  const shown = Object.fromEntries(
    realmSettingNames.map((name) => [name, realmSettingFields[name].show(settings[name])]),
  )
  const all = { ...withLimits(shown, level), delete_own_message_policy: deletePolicy(settings) }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [`realm_${name}`, value]))
}

const limits = ['message_content_edit_limit_seconds', 'message_content_delete_limit_seconds'] as const

/** For newer clients, null means no limit. */
export function withLimits(
  shown: Readonly<Record<string, unknown>>,
  level: number,
): Readonly<Record<string, unknown>> {
  if (level < NULL_LIMIT_LEVEL) return shown
  const absent = limits.filter((name) => shown[name] === 0)
  return { ...shown, ...Object.fromEntries(absent.map((name) => [name, null])) }
}

/** allow_message_deleting as newer clients know it: everyone, or administrators. */
export const deletePolicy = ({ allow_message_deleting }: Pick<RealmSettings, 'allow_message_deleting'>) =>
  allow_message_deleting ? 5 : 2

/** Schemas of the settings in register's response. */
export const realmSettingSchemas = Object.fromEntries(
  realmSettingNames.map((name) => [
    `realm_${name}`,
    Type.Optional(realmSettingFields[name].parameter.schema),
  ]),
) as Record<`realm_${keyof RealmSettings}`, TOptional<TSchema>>
