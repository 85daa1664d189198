import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { drawSquares } from '../../files/pictures/draw-square.ts'
import {
  keepPictures,
  newPictureName,
  pictureAddress,
  pictureFile,
  removePictures,
} from '../../files/pictures/public-picture.ts'
import { may } from '../../identity/permissions.ts'
import { avatarUrl, avatarVersion, mediumAvatarUrl } from '../../identity/users/avatar.ts'
import { type Actor, isBot, type User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { botChanged } from '../bots/bot-events.ts'
import { userChanged } from '../user-events.ts'

export const SMALL = 100
export const MEDIUM = 500

/** The actor's own avatar, or that of a bot whose permission the caller has checked. Returns its address. */
export async function setAvatar(
  chat: ChatPlatform,
  actor: Actor,
  user: User,
  picture: ReceivedFile,
): Promise<string> {
  checkMayChange(actor, user)
  const [small, medium] = await drawSquares(user.realm_id, picture, [SMALL, MEDIUM])
  const file = `${newPictureName()}.png`
  const pictures = new Map([
    [file, small!],
    [mediumFile(file), medium!],
  ])
  return keepPictures(chat, 'avatars', user.realm_id, pictures, () =>
    change(
      chat,
      user,
      (before) =>
        `${pictureAddress('avatars', user.realm_id, file)}?version=${avatarVersion({ avatar_url: before }) + 1}`,
    ),
  )
}

/** Restores the generated avatar. Returns its address. */
export function removeAvatar(chat: ChatPlatform, actor: Actor, user: User): Promise<string> {
  checkMayChange(actor, user)
  return change(chat, user, () => null)
}

async function change(
  chat: ChatPlatform,
  user: User,
  newUrl: (before: string | null) => string | null,
): Promise<string> {
  const { publicUrl } = chat.config
  const { before, after } = await chat.transact(user.realm_id, async (transaction) => {
    const before = (await usersTable.find(transaction.db, user))!
    const after = { ...before, avatar_url: newUrl(before.avatar_url) }
    if (after.avatar_url !== before.avatar_url) await store(transaction, after, publicUrl)
    return { before: before.avatar_url, after }
  })
  if (before !== null && before !== after.avatar_url) {
    const old = pictureFile(before)
    await removePictures(chat, 'avatars', user.realm_id, [old, mediumFile(old)])
  }
  return avatarUrl(publicUrl, after)
}

async function store(transaction: ChatTransaction, user: User, publicUrl: string): Promise<void> {
  await usersTable.update(transaction.db, user, { avatar_url: user.avatar_url })
  const url = avatarUrl(publicUrl, user)
  transaction.announce(
    userChanged(user, {
      avatar_url: url,
      avatar_url_medium: mediumAvatarUrl(publicUrl, user),
      avatar_source: user.avatar_url === null ? 'G' : 'U',
      avatar_version: avatarVersion(user),
    }),
  )
  if (isBot(user)) transaction.announce(botChanged(user, { avatar_url: url }))
}

/** The setting applies only to avatars of people. */
function checkMayChange({ realm, user: actor }: Actor, user: User): void {
  if (
    realm.settings.avatar_changes_disabled &&
    !isBot(user) &&
    !may(actor, 'change the settings of the organization')
  ) {
    throw badRequest('Avatar changes are disabled in this organization.')
  }
}

export const mediumFile = (file: string) => file.replace('.png', '-medium.png')
