import { type Static, Type } from '@sinclair/typebox'
import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { InitialPart } from '../initial-context.ts'
import { type NavigationViewsTable, navigationViewsTable } from './navigation-views-table.ts'

export const NavigationViewSchema = Type.Object(
  {
    fragment: Type.String({ description: 'The part of an address after the #.' }),
    is_pinned: Type.Boolean(),
    name: Type.Union([Type.String(), Type.Null()], { description: 'null: a view that clients know.' }),
  },
  { additionalProperties: false },
)

export type NavigationView = Static<typeof NavigationViewSchema>

export const viewNavigationView = ({ fragment, is_pinned, name }: NavigationViewsTable): NavigationView => ({
  fragment,
  is_pinned: is_pinned === 1,
  name,
})

export const initialNavigationViews: InitialPart = async ({ db, actor }) => ({
  navigation_views: (
    await navigationViewsTable.list(db, { realm_id: actor.realm.id, user_id: actor.user.id })
  ).map(viewNavigationView),
})

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
