import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { NavigationView } from './navigation-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    navigation_view:
      | { op: 'add'; navigation_view: NavigationView }
      | { op: 'update'; fragment: string; data: Partial<Omit<NavigationView, 'fragment'>> }
      | { op: 'remove'; fragment: string }
  }
}

/** Sent only to their owner. */
export const navigationViewChanged = (
  userId: number,
  payload: ChatEventMap['navigation_view'],
): NewChatEvent<'navigation_view'> => ({ type: 'navigation_view', audience: { users: [userId] }, payload })
