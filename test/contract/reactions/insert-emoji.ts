import type { User } from '../../../src/chat/identity/users/user.ts'
import type { World } from '../../harness/world.ts'

/** A custom emoji without its picture, which reactions do not look at. */
export async function insertEmoji(world: World, author: User, name: string): Promise<number> {
  const { realm_id } = author
  return world.chat.transact(realm_id, async (transaction) => {
    const id = await transaction.next('realm_emoji')
    const row = { realm_id, id, name, author_id: author.id, deactivated: 0, source_url: `/emoji/${name}.png` }
    await transaction.db.insertInto('realm_emoji').values(row).execute()
    return id
  })
}

insertEmoji.deactivate = (world: World, id: number) =>
  world.chat.transact(world.demo.realm.id, async ({ db }) => {
    await db
      .updateTable('realm_emoji')
      .set({ deactivated: 1 })
      .where('realm_id', '=', world.demo.realm.id)
      .where('id', '=', id)
      .execute()
  })
