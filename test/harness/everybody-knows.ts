import type { World } from './world.ts'

/**
 * Whoever reads the database may be a moment ahead of what queues and memory have been told. They know of all that was
 * committed before a change that is answered.
 */
export async function everybodyKnows({ chat, demo }: Pick<World, 'chat' | 'demo'>): Promise<void> {
  await chat.database.write(demo.realm.id, { work: async () => {} })
}
