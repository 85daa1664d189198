import type { Static } from '@sinclair/typebox'
import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { OUTGOING_WEBHOOK_BOT } from '../../people/bots/bot.ts'
import { accessBot } from '../../people/bots/bot-access.ts'
import {
  type BotCommandSchema,
  botCommandsChanged,
  listBotCommands,
} from '../../people/bots/bot-command-events.ts'
import { botCommandsTable } from '../../people/bots/bot-commands-table.ts'
import { isCommandName } from '../../people/bots/slash-command.ts'

const PARAMETERS_LENGTH = 100
const DESCRIPTION_LENGTH = 200

type BotCommand = Static<typeof BotCommandSchema>

export interface CommandInput {
  name: string
  description?: string
  parameters?: string
}

/** Replaces the slash commands of an outgoing webhook bot. Returns those that it has now. */
export function setBotCommands(
  chat: ChatPlatform,
  actor: Actor,
  botId: number,
  input: readonly CommandInput[],
): Promise<BotCommand[]> {
  const commands = readCommands(input)
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const bot = await accessBot(db, actor, botId, 'set up bots')
    if (bot.bot_type !== OUTGOING_WEBHOOK_BOT)
      throw badRequest('Only outgoing webhook bots have slash commands')
    if (!bot.is_active) throw badRequest('This bot is deactivated')
    const owned = { realm_id: bot.realm_id, user_id: bot.id }
    await checkFree(db, bot, commands)
    const before = await botCommandsTable.list(db, owned)
    await botCommandsTable.removeWhere(db, owned)
    if (commands.length > 0)
      await botCommandsTable.insert(
        db,
        commands.map((command) => ({ ...owned, ...command })),
      )
    const all = await listBotCommands(db, bot.realm_id)
    const now = all.filter((command) => command.bot_id === bot.id)
    const isSame = JSON.stringify(before.map(textOf)) === JSON.stringify(now.map(textOf))
    if (!isSame) transaction.announce(botCommandsChanged(all))
    return now
  })
}

const textOf = ({ name, description, parameters }: Required<CommandInput>) => [name, description, parameters]

function readCommands(input: readonly CommandInput[]): Required<CommandInput>[] {
  const commands = input.map(({ name, description = '', parameters = '' }) => ({
    name: name.trim().replace(/^\//, '').toLowerCase(),
    description: description.trim(),
    parameters: parameters.trim(),
  }))
  for (const { name, description, parameters } of commands) {
    if (!isCommandName(name))
      throw badCommands(
        `Invalid command name '${name}': use up to 30 letters, digits, - and _, beginning with a letter, and none of /me, /poll and /todo`,
      )
    if (parameters.length > PARAMETERS_LENGTH)
      throw badCommands(`What follows /${name} must have at most ${PARAMETERS_LENGTH} characters`)
    if (description.length > DESCRIPTION_LENGTH)
      throw badCommands(`The description of /${name} must have at most ${DESCRIPTION_LENGTH} characters`)
  }
  const names = commands.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw badCommands(`The command /${twice} occurs twice`)
  return commands
}

/** Names the parameter, so that forms show the message at its field. */
const badCommands = (message: string) => new ChatError(message, { extra: { var_name: 'commands' } })

async function checkFree(db: Db, bot: User, commands: readonly CommandInput[]): Promise<void> {
  const name = commands.map((command) => command.name)
  const taken = await botCommandsTable.list(db, { realm_id: bot.realm_id, name })
  const other = taken.find((row) => row.user_id !== bot.id)
  if (other) throw badCommands(`The command /${other.name} belongs to another bot`)
}
