export const messageStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'received',
] as const

export type MessageStatus = (typeof messageStatuses)[number]

const rank: Record<MessageStatus, number> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
  received: 3,
}

/** A status only moves forward, and a final one stays: carriers repeat receipts, in any order. */
export const movesForward = (from: MessageStatus, to: MessageStatus) => rank[to] > rank[from]
