import { randomBytes } from 'node:crypto'
import { generateApiKey } from '../../../platform/secrets/secrets.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { User } from '../../identity/users/user.ts'
import type { BotServicesTable } from './bot-services-table.ts'

export interface ServiceAddress {
  url: string
  interface: number
}

const URL_LIMIT = 2000

export const newServiceSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The service of a new bot, with new secrets. */
export function newService(chat: ChatPlatform, bot: User, address: ServiceAddress): BotServicesTable {
  return {
    realm_id: bot.realm_id,
    user_id: bot.id,
    base_url: address.url,
    interface: address.interface,
    token_sealed: chat.secrets.encrypt(generateApiKey()),
    secret_sealed: chat.secrets.encrypt(newServiceSecret()),
  }
}

/** The address it resolves to is checked at each request, as DNS can change. */
export function checkServiceUrl(name: string, url: string): string {
  const fits = url.length <= URL_LIMIT && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!fits) throw badRequest(`${name} is not a URL`)
  return url
}

export function checkInterface(type: number): number {
  if (type !== 1 && type !== 2) throw badRequest('Invalid interface type')
  return type
}
