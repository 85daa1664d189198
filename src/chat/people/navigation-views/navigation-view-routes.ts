import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { boolean, optional, text } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import {
  addNavigationView,
  changeNavigationView,
  getNavigationViews,
  removeNavigationView,
} from './change-navigation-views.ts'
import { NavigationViewSchema } from './navigation-view-events.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }
const nothing = Type.Object({}, exact)
const fragment = text('Which view: the part of an address after the #.')
const isPinned = boolean('Whether the view is always shown.')
const name = optional(textOrJson('Name of the view. Views that every client has need none.'))

export const navigationViewRoutes = [
  endpoint({
    method: 'GET',
    path: '/navigation_views',
    summary: 'Get navigation views',
    description: 'The views that you keep in the navigation of a client. Our web app does not show them.',
    access: 'keep drafts, snippets, reminders and views',
    parameters: {},
    response: Type.Object({ navigation_views: Type.Array(NavigationViewSchema) }, exact),
    handle: async ({ chat, actor }) => ({ navigation_views: await getNavigationViews(chat, actor) }),
  }),
  endpoint({
    method: 'POST',
    path: '/navigation_views',
    summary: 'Add a navigation view',
    access: 'keep drafts, snippets, reminders and views',
    parameters: { fragment, is_pinned: isPinned, name },
    response: nothing,
    async handle({ chat, actor, input }) {
      await addNavigationView(chat, actor, { ...input, name: input.name ?? null })
      return {}
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/navigation_views/:fragment',
    takesRest: true,
    summary: 'Update a navigation view',
    access: 'keep drafts, snippets, reminders and views',
    parameters: { fragment, is_pinned: optional(isPinned), name },
    response: nothing,
    async handle({ chat, actor, input }) {
      await changeNavigationView(chat, actor, input.fragment, input)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/navigation_views/:fragment',
    takesRest: true,
    summary: 'Remove a navigation view',
    access: 'keep drafts, snippets, reminders and views',
    parameters: { fragment },
    response: nothing,
    async handle({ chat, actor, input }) {
      await removeNavigationView(chat, actor, input.fragment)
      return {}
    },
  }),
]
