import { secondsOf } from '../../platform/clock.ts'
import type { JsonText } from '../http/json-text.ts'
import { avatarUrl, hasDefaultAvatar, mediumAvatarUrl } from '../identity/users/avatar.ts'
import { meetsPolicy } from '../identity/users/meets-policy.ts'
import { isAdministrator, isGuest, type User } from '../identity/users/user.ts'
import { settingsOf } from '../identity/users/user-settings.ts'
import { listAlertWords } from '../people/alert-words/change-alert-words.ts'
import { seesBot } from '../people/bots/bot-access.ts'
import { openBot } from '../people/bots/bot-view.ts'
import type { InitialPart } from '../people/initial-context.ts'
import { type Members, viewMember, writeOnce } from '../people/members.ts'
import { profileFieldTypes } from '../people/profile-fields/profile-field-types.ts'
import { profileFieldsTable } from '../people/profile-fields/profile-fields-table.ts'
import type { UserView } from '../people/user-events.ts'
import { viewProfileField } from '../people/user-events.ts'
import { describeBots } from '../streams/describe-bots.ts'

export const initialUsers: InitialPart = async (context) => {
  const { chat, actor, clientAvatar } = context
  const { user, realm } = actor
  const members = await context.members()
  const now = secondsOf(chat.clock)
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
    avatar_url_medium: mediumAvatarUrl(chat.config.publicUrl, user),
    avatar_source: hasDefaultAvatar(user) ? 'G' : 'U',
    enter_sends: settingsOf(user).enter_sends,
    can_create_streams: meetsPolicy(actor, realm.settings.create_stream_policy, now),
    can_subscribe_other_users: meetsPolicy(actor, realm.settings.invite_to_stream_policy, now),
  }
}

/** By far the longest part. */
function memberLists(members: Members, clientAvatar: boolean, publicUrl: string): Record<string, JsonText> {
  const options = { clientAvatar, includeProfileData: true, publicUrl }
  const write = (name: string, isWanted: (member: User) => boolean) =>
    writeOnce(members, `${name} ${clientAvatar}`, () =>
      members.users.filter(isWanted).map((member) => withoutOwner(viewMember(members, member, options))),
    )
  return {
    realm_users: write('realm_users', (member) => !member.is_system && member.is_active === 1),
    realm_non_active_users: write(
      'realm_non_active_users',
      (member) => !member.is_system && member.is_active === 0,
    ),
    cross_realm_bots: write('cross_realm_bots', (member) => member.is_system === 1),
  }
}

/** The bots that the user sees; the keys only of their own. */
export const initialBots: InitialPart = async ({ chat, db, actor, members }) => {
  const { users } = await members()
  const bots = users.filter((user) => seesBot(actor.user, user))
  const views = await describeBots(db, bots, chat.config.publicUrl)
  return { realm_bots: views.map((view) => openBot(chat.secrets, view, view.owner_id === actor.user.id)) }
}

export const initialProfileFields: InitialPart = async ({ db, actor }) => ({
  custom_profile_fields: (await profileFieldsTable.list(db, { realm_id: actor.realm.id })).map(
    viewProfileField,
  ),
  custom_profile_field_types: profileFieldTypes,
})

export const initialAlertWords: InitialPart = async ({ db, actor }) => ({
  alert_words: await listAlertWords(db, actor),
})

function withoutOwner({ bot_owner: _owner, ...view }: UserView) {
  return view
}
