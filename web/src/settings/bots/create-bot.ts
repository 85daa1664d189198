import { type ChatOutput, changeHeaders, readAnswer } from '../../api/chat-api.ts'
import { uploadForm } from '../../api/upload-form.ts'

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
  const form = new FormData()
  form.set('full_name', bot.fullName)
  form.set('short_name', bot.shortName)
  form.set('bot_type', String(bot.type))
  if (isOutgoing) {
    form.set('payload_url', bot.payloadUrl)
    form.set('interface_type', String(bot.interfaceType))
  }
  if (bot.picture) form.set('file', bot.picture)
  const { status, headers, json } = await uploadForm('/api/v1/bots', form, { headers: changeHeaders() })
  return readAnswer(status, headers, json) as ChatOutput<'POST /bots'>
}
