import { type Static, Type } from '@sinclair/typebox'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { Db } from '../../chat-platform.ts'
import { type BotCommandsTable, botCommandsTable } from './bot-commands-table.ts'

export const BotCommandSchema = Type.Object(
  {
    name: Type.String({ description: 'Without the slash.' }),
    description: Type.String({ description: 'What it does.' }),
    parameters: Type.String({ description: 'What is written after it: `environment [version]`.' }),
    bot_id: Type.Integer({ description: 'The bot whose service is called.' }),
  },
  { additionalProperties: false },
)

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    bot_commands: { bot_commands: Static<typeof BotCommandSchema>[] }
  }
}

const viewBotCommand = (row: BotCommandsTable): Static<typeof BotCommandSchema> => ({
  name: row.name,
  description: row.description,
  parameters: row.parameters,
  bot_id: row.user_id,
})

/** All commands of the organization, by name. */
export async function listBotCommands(db: Db, realmId: number): Promise<Static<typeof BotCommandSchema>[]> {
  return (await botCommandsTable.list(db, { realm_id: realmId })).map(viewBotCommand)
}

/** Contains the whole list, for everyone: commands are for all who write. */
export const botCommandsChanged = (
  commands: Static<typeof BotCommandSchema>[],
): NewChatEvent<'bot_commands'> => ({
  type: 'bot_commands',
  audience: { role: 'everyone' },
  payload: { bot_commands: commands },
})
