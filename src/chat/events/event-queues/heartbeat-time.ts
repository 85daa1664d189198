import type { Chat } from '../../chat.ts'

/** When the next heartbeat of a receiver is due. Clients that started together spread: each waits up to a sixth less. */
export function nextHeartbeat({ clock, config }: Pick<Chat, 'clock' | 'config'>): number {
  return clock.now() + config.heartbeatSeconds * 1000 * (1 - Math.random() / 6)
}
