import { listAlertWordsOf } from '../alert-words/alert-word-store.ts'
import { JsonText } from '../http/json-text.ts'
import { listProfileFields } from '../profile-fields/profile-value-store.ts'
import { avatarUrl, hasDefaultAvatar } from '../users/avatar.ts'
import { type Members, viewMember } from '../users/members.ts'
import { isAdministrator, isBot, isGuest, type User } from '../users/user.ts'
import { viewOwnBot, viewProfileField } from '../users/user-events.ts'
import { settingsOf } from '../users/user-settings.ts'
import type { UserView } from '../users/user-view.ts'
import type { InitialPart } from './initial-context.ts'

export const initialUsers: InitialPart = async (context) => {
  const { chat, actor, clientAvatar } = context
  const { user, realm } = actor
  const members = await context.members()
  const lists = memberLists(members, clientAvatar, chat.config.publicUrl)
  const ownAvatar = avatarUrl(chat.config.publicUrl, user)
  return {
    ...lists,
    user_id: user.id,
    email: user.email,
    delivery_email: user.email,
    full_name: user.full_name,
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    avatar_url: ownAvatar,
    avatar_url_medium: ownAvatar,
    avatar_source: hasDefaultAvatar(user) ? 'G' : 'U',
    enter_sends: settingsOf(user).enter_sends,
    can_create_streams:
      !isGuest(user) && (isAdministrator(user) || realm.settings.create_stream_policy === 'members'),
    can_subscribe_other_users:
      !isGuest(user) && (isAdministrator(user) || realm.settings.invite_to_stream_policy === 'members'),
  }
}

const knownLists = new WeakMap<Members, Map<boolean, Record<string, JsonText>>>()

/** The same for everybody in the organization, and by far the longest part: written once. */
function memberLists(members: Members, clientAvatar: boolean, publicUrl: string): Record<string, JsonText> {
  const known = knownLists.get(members) ?? new Map<boolean, Record<string, JsonText>>()
  knownLists.set(members, known)
  const written = known.get(clientAvatar)
  if (written) return written
  const options = { clientAvatar, includeProfileData: true, publicUrl }
  const write = (wanted: (member: User) => boolean) =>
    new JsonText(
      members.users.filter(wanted).map((member) => withoutActive(viewMember(members, member, options))),
    )
  const lists = {
    realm_users: write((member) => !member.is_system && member.is_active === 1),
    realm_non_active_users: write((member) => !member.is_system && member.is_active === 0),
    cross_realm_bots: write((member) => member.is_system === 1),
  }
  known.set(clientAvatar, lists)
  return lists
}

/** An administrator sees all bots with their keys; others their own. */
export const initialBots: InitialPart = async ({ chat, actor, members }) => {
  const { users, byId } = await members()
  const bots = users.filter(
    (user) =>
      isBot(user) && !user.is_system && (isAdministrator(actor.user) || user.bot_owner_id === actor.user.id),
  )
  return {
    realm_bots: bots.map((bot) => {
      const owner = bot.bot_owner_id === null ? undefined : byId.get(bot.bot_owner_id)
      const { sealed_api_key: sealed, ...view } = viewOwnBot(bot, owner, chat.config.publicUrl)
      return { ...view, api_key: chat.secrets.decrypt(sealed) }
    }),
  }
}

export const initialProfileFields: InitialPart = async ({ db, actor }) => ({
  custom_profile_fields: (await listProfileFields(db, actor.realm.id)).map(viewProfileField),
  custom_profile_field_types: {
    SHORT_TEXT: { id: 1, name: 'Short text' },
    LONG_TEXT: { id: 2, name: 'Long text' },
    CHOICE: { id: 3, name: 'List of options' },
    DATE: { id: 4, name: 'Date picker' },
    URL: { id: 5, name: 'Link' },
    USER: { id: 6, name: 'Person picker' },
    EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  },
})

export const initialAlertWords: InitialPart = async ({ db, actor }) => ({
  alert_words: await listAlertWordsOf(db, actor.realm.id, actor.user.id),
})

const displaySettings = [
  'twenty_four_hour_time',
  'night_mode',
  'dense_mode',
  'left_side_userlist',
  'high_contrast_mode',
  'starred_message_counts',
  'translate_emoticons',
  'default_language',
  'emojiset',
  'demote_inactive_streams',
  'fluid_layout_width',
] as const

export const initialDisplaySettings: InitialPart = async ({ actor }) => {
  const settings = settingsOf(actor.user)
  return {
    ...Object.fromEntries(displaySettings.map((name) => [name, settings[name]])),
    emojiset_choices: [{ key: 'text', text: 'Plain text' }],
    timezone: actor.user.timezone,
  }
}

export const initialNotificationSettings: InitialPart = async ({ actor }) => {
  const settings = Object.entries(settingsOf(actor.user))
  const isNotification = ([name]: [string, unknown]) =>
    name.startsWith('enable_') || name === 'wildcard_mentions_notify'
  return { ...Object.fromEntries(settings.filter(isNotification)), available_notification_sounds: ['ding'] }
}

function withoutActive({ is_active: _active, bot_owner: _owner, ...view }: UserView) {
  return view
}
