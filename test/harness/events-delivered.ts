import type { World } from './world.ts'

/**
 * The database may be a moment ahead of event queues and caches. They have seen everything that was committed before a
 * change whose commit was acknowledged.
 */
export async function eventsDelivered({ chat, demo }: Pick<World, 'chat' | 'demo'>): Promise<void> {
  await chat.database.write(demo.realm.id, { work: async () => {} })
}
