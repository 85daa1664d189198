import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    bot_commands: BotCommandsTable
  }
}

/** The slash commands of outgoing webhook bots. A name exists once in an organization. */
export interface BotCommandsTable {
  realm_id: number
  /** without the slash */
  name: string
  user_id: number
  description: string
  /** how to use it, for people: `environment [version]` */
  parameters: string
}

export const botCommandsTable = table('bot_commands', ['realm_id', 'name'])
