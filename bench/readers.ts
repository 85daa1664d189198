import type { Chat } from '../src/chat/chat.ts'
import type { DemoOrganization } from '../src/chat/demo/create-demo-organization.ts'
import { loadStreamStore } from './built.ts'
import { addPeopleInBulk } from './bulk/add-people.ts'
import { subscribeInBulk } from './bulk/add-streams.ts'
import { createRandom } from './search-corpus.ts'

/** People who receive everything that is filled in later; `authorizationOf` knows their keys. Answers with their ids. */
export async function addReaders(chat: Chat, { realm }: DemoOrganization, count: number): Promise<number[]> {
  const firstId = await addPeopleInBulk(chat, realm.id, 0, count)
  const ids = Array.from({ length: count }, (_, index) => firstId + index)
  const { findStreamByName } = await loadStreamStore()
  for (const name of ['general', 'test']) {
    const { id, recipient_id } = (await findStreamByName(chat.database.read, realm.id, name))!
    const stream = { id, recipientId: recipient_id, name }
    await subscribeInBulk(
      chat,
      realm.id,
      ids.map((userId) => [userId, stream] as const),
    )
  }
  return ids
}

/** No two have read the same: some everything, some not the last ones, some not those of one stream. */
export async function spreadReadStates(
  chat: Chat,
  demo: DemoOrganization,
  readers: readonly number[],
  newest: number,
): Promise<void> {
  const next = createRandom(1)
  const random = (below: number) => Math.floor(next() * below)
  await chat.transact(demo.realm.id, async ({ db }) => {
    const { recipient_id: recipientId } = await db
      .selectFrom('streams')
      .select('recipient_id')
      .where('realm_id', '=', demo.realm.id)
      .where('name', '=', 'test')
      .executeTakeFirstOrThrow()
    for (const [index, id] of readers.entries()) {
      const own = { realm_id: demo.realm.id, user_id: id }
      const behind = index % 5 < 2 ? 0 : random(300)
      const places = await db
        .selectFrom('receptions')
        .select('recipient_id')
        .where('realm_id', '=', demo.realm.id)
        .where('user_id', '=', id)
        .execute()
      const ranges = places.map(({ recipient_id }) => ({
        ...own,
        recipient_id,
        from_id: 1,
        to_id: index % 5 === 4 && recipient_id === recipientId ? newest : newest - behind,
      }))
      if (ranges.length > 0) await db.insertInto('read_ranges').values(ranges).execute()
      const near = index % 2 === 0 ? [] : [newest - random(150), newest - random(2000)]
      const ids = new Set([...near, ...Array.from({ length: 30 }, () => 1 + random(newest - 1))])
      const rows = [...ids].map((messageId) => ({
        ...own,
        message_id: messageId,
        starred: messageId % 2,
        collapsed: 0,
        mentioned: (messageId + 1) % 2,
        has_alert_word: 0,
      }))
      await db.insertInto('message_flags').values(rows).execute()
    }
  })
}
