import type { ChatPlatform } from '../../chat-platform.ts'

/**
 * When the next heartbeat of a receiver is due. Up to a sixth is subtracted at random, to spread clients that started
 * together.
 */
export function nextHeartbeat({ clock, config }: Pick<ChatPlatform, 'clock' | 'config'>): number {
  return clock.now() + config.heartbeatSeconds * 1000 * (1 - Math.random() / 6)
}
