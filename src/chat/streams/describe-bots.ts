import type { Db } from '../chat-platform.ts'
import type { User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { botDefaultsOf } from '../people/bots/bot.ts'
import { listServices } from '../people/bots/bot-service-store.ts'
import { type SealedBot, viewSealedBot } from '../people/bots/bot-view.ts'
import { findStream } from './stream-store.ts'

/** Bots of one organization with everything that belongs to them. */
export async function describeBots(db: Db, bots: readonly User[], publicUrl: string): Promise<SealedBot[]> {
  const [first] = bots
  if (!first) return []
  const realmId = first.realm_id
  const ownerIds = [...new Set(bots.flatMap((bot) => bot.bot_owner_id ?? []))]
  const owners = new Map(
    (await usersTable.list(db, { realm_id: realmId, id: ownerIds })).map((user) => [user.id, user]),
  )
  const services = new Map((await listServices(db, realmId)).map((service) => [service.user_id, service]))
  const streamNames = await findDefaultStreamNames(db, bots)
  return bots.map((bot) =>
    viewSealedBot(bot, {
      owner: bot.bot_owner_id === null ? undefined : owners.get(bot.bot_owner_id),
      streamNames,
      service: services.get(bot.id),
      publicUrl,
    }),
  )
}

/** By id. Archived streams are left out. */
export async function findDefaultStreamNames(db: Db, bots: readonly User[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const bot of bots) {
    const { default_sending_stream_id: sending, default_events_register_stream_id: events } =
      botDefaultsOf(bot)
    for (const id of [sending, events]) {
      if (id === null || names.has(id)) continue
      const stream = await findStream(db, bot.realm_id, id)
      if (stream) names.set(id, stream.name)
    }
  }
  return names
}
