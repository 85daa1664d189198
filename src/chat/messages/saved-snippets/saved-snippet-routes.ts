import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { anyText, integer, optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import {
  addSavedSnippet,
  changeSavedSnippet,
  getSavedSnippets,
  removeSavedSnippet,
} from './change-saved-snippets.ts'
import { SavedSnippetSchema } from './saved-snippet-events.ts'

const endpoint = endpointOf<ChatPlatform>()

const nothing = Type.Object({}, { additionalProperties: false })
const snippetId = integer('Id of the snippet.')
const title = text('The title: at most 60 characters.')
const content = anyText('The text, in Markdown: at most 10000 bytes.')

export const savedSnippetRoutes = [
  endpoint({
    method: 'GET',
    path: '/saved_snippets',
    summary: 'Get all saved snippets',
    description: "One's own, oldest first.",
    access: 'keep drafts, snippets, reminders and views',
    parameters: {},
    response: Type.Object(
      { saved_snippets: Type.Array(SavedSnippetSchema) },
      { additionalProperties: false },
    ),
    async handle({ chat, actor }) {
      return { saved_snippets: await getSavedSnippets(chat, actor) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/saved_snippets',
    summary: 'Create a saved snippet',
    description: 'A text for repeated use.',
    access: 'keep drafts, snippets, reminders and views',
    parameters: { title, content },
    response: Type.Object({ saved_snippet_id: Type.Integer() }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      return { saved_snippet_id: await addSavedSnippet(chat, actor, input) }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/saved_snippets/:saved_snippet_id',
    summary: 'Edit a saved snippet',
    access: 'keep drafts, snippets, reminders and views',
    parameters: {
      saved_snippet_id: snippetId,
      title: optional(title),
      content: optional(content),
    },
    response: nothing,
    async handle({ chat, actor, input }) {
      await changeSavedSnippet(chat, actor, input.saved_snippet_id, input)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/saved_snippets/:saved_snippet_id',
    summary: 'Delete a saved snippet',
    access: 'keep drafts, snippets, reminders and views',
    parameters: { saved_snippet_id: snippetId },
    response: nothing,
    async handle({ chat, actor, input }) {
      await removeSavedSnippet(chat, actor, input.saved_snippet_id)
      return {}
    },
  }),
]
