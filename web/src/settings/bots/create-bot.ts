import { type ChatOutput, callChat } from '../../api/chat-api.ts'

export interface NewBot {
  fullName: string
  shortName: string
  type: number
  /** of an outgoing webhook */
  payloadUrl: string
  interfaceType: number
  picture: File | undefined
}

/** Creates the bot and its picture in one request: an invalid picture rejects the whole bot. */
export async function createBot(bot: NewBot, isOutgoing: boolean): Promise<ChatOutput<'POST /bots'>> {
  const input = {
    full_name: bot.fullName,
    short_name: bot.shortName,
    bot_type: bot.type,
    ...(isOutgoing && { payload_url: bot.payloadUrl, interface_type: bot.interfaceType }),
    ...(bot.picture && { file: bot.picture }),
  }
  return callChat('POST /bots', input)
}
