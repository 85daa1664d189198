import type { Chat } from '../chat/chat.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { createLogger } from '../platform/log.ts'
import { openProducts } from '../server/open-products.ts'

/** Opens the product for one piece of work, and lets go of it so that the process can end. */
export async function withChat(config: Config, work: (chat: Chat) => Promise<void>): Promise<void> {
  const products = await openProducts(config, createLogger(config.logLevel), systemClock, 'command')
  try {
    await work(products.chat)
  } finally {
    await products.stop()
  }
}
