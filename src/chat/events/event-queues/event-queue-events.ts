declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    heartbeat: Record<never, never>
    queue_deleted: { queue_id: string }
  }
}

export {}
