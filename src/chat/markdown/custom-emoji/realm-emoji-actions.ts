import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import { badRequest, mustBeAdministrator } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { keepPictures, pictureAddress } from '../../files/pictures/public-picture.ts'
import { onePicture } from '../../http/one-file.ts'
import { may } from '../../identity/permissions.ts'
import type { Actor } from '../../identity/users/user.ts'
import { emojiByName } from '../emoji-names.ts'
import { drawEmoji } from './emoji-picture.ts'
import { realmEmojiChanged } from './realm-emoji-events.ts'
import { insertEmoji, listRealmEmoji } from './realm-emoji-store.ts'
import { realmEmojiTable } from './realm-emoji-table.ts'

/** Every change sends the whole list to every client. */
const MAX_EMOJI = 2_000

export async function addEmoji(
  chat: ChatPlatform,
  actor: Actor,
  given: string,
  files: readonly ReceivedFile[],
): Promise<void> {
  const { realm, user } = actor
  if (realm.settings.add_emoji_by_admins_only && !may(user, 'change the settings of the organization'))
    throw mustBeAdministrator()
  const name = checkEmojiName(given)
  const picture = onePicture(files, 'You must upload exactly one file.')
  if (emojiByName.has(name) && !may(user, 'change the settings of the organization')) {
    throw badRequest('Only administrators can override default emoji.')
  }
  if (await realmEmojiTable.findBy(chat.database.read, { realm_id: realm.id, live_name: name }))
    throw nameTaken()
  const { file, stillFile, pictures } = await drawEmoji(realm.id, picture)
  const address = (one: string) => pictureAddress('emoji', realm.id, one)
  await keepPictures(chat, 'emoji', realm.id, pictures, () =>
    chat.transact(realm.id, async (transaction) => {
      const { db } = transaction
      if ((await realmEmojiTable.count(db, { realm_id: realm.id })) >= MAX_EMOJI)
        throw badRequest('There are too many custom emoji.')
      const isNew = await insertEmoji(db, {
        realm_id: realm.id,
        id: await transaction.next('realm_emoji'),
        name,
        author_id: user.id,
        source_url: address(file),
        still_url: stillFile === undefined ? null : address(stillFile),
      })
      if (!isNew) throw nameTaken()
      transaction.announce(realmEmojiChanged(await listRealmEmoji(db, realm.id)))
    }),
  )
}

const nameTaken = () => badRequest('A custom emoji with this name already exists.')

/** The longest name that messages recognize. */
const MAX_NAME_LENGTH = 60

/** Spaces become underscores; other invalid characters are refused. */
function checkEmojiName(given: string): string {
  const name = given.trim().replaceAll(' ', '_')
  if (name === '') throw badRequest('Emoji name is missing')
  if (!/^[0-9a-z._-]+$/.test(name)) throw badRequest('Invalid characters in emoji name')
  if (name.length > MAX_NAME_LENGTH) {
    throw badRequest(`emoji_name is too long (limit: ${MAX_NAME_LENGTH} characters)`)
  }
  return name
}

/** The emoji can no longer be used; existing messages still show it. */
export function deactivateEmoji(chat: ChatPlatform, { realm, user }: Actor, name: string): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const emoji = await realmEmojiTable.findBy(db, { realm_id: realm.id, live_name: name })
    if (!emoji) throw badRequest(`Emoji '${name}' does not exist`)
    if (!may(user, 'remove emoji', emoji.author_id === user.id)) {
      throw badRequest('Must be an organization administrator or emoji author')
    }
    await realmEmojiTable.update(
      db,
      { realm_id: realm.id, id: emoji.id },
      { deactivated: 1, live_name: null },
    )
    transaction.announce(realmEmojiChanged(await listRealmEmoji(db, realm.id)))
  })
}
