import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer, json } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { addDrafts, changeDraft, DRAFTS_LIMIT, getDrafts, removeDraft } from './change-drafts.ts'
import { DraftSchema } from './draft-events.ts'

const endpoint = endpointOf<ChatPlatform>()

const nothing = Type.Object({}, { additionalProperties: false })
const draftId = integer('Id of the draft.')

const NewDraft = Type.Object({
  type: Type.Union([Type.Literal(''), Type.Literal('stream'), Type.Literal('private')]),
  to: Type.Array(Type.Integer()),
  topic: Type.String(),
  content: Type.String(),
  timestamp: Type.Optional(Type.Number()),
})

export const draftRoutes = [
  endpoint({
    method: 'GET',
    path: '/drafts',
    summary: 'Get drafts',
    description: 'All of your drafts, oldest first.',
    access: 'keep drafts, snippets, reminders and views',
    parameters: {},
    response: Type.Object(
      { count: Type.Integer(), drafts: Type.Array(DraftSchema) },
      { additionalProperties: false },
    ),
    async handle({ chat, actor }) {
      const drafts = await getDrafts(chat, actor)
      return { count: drafts.length, drafts }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/drafts',
    summary: 'Create drafts',
    description: 'If one of them is invalid, none is created.',
    access: 'keep drafts, snippets, reminders and views',
    parameters: { drafts: json('The drafts.', Type.Array(NewDraft, { maxItems: DRAFTS_LIMIT })) },
    response: Type.Object({ ids: Type.Array(Type.Integer()) }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      return { ids: await addDrafts(chat, actor, input.drafts) }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/drafts/:draft_id',
    summary: 'Edit a draft',
    access: 'keep drafts, snippets, reminders and views',
    parameters: { draft_id: draftId, draft: json('The complete new draft.', NewDraft) },
    response: nothing,
    async handle({ chat, actor, input }) {
      await changeDraft(chat, actor, input.draft_id, input.draft)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/drafts/:draft_id',
    summary: 'Delete a draft',
    access: 'keep drafts, snippets, reminders and views',
    parameters: { draft_id: draftId },
    response: nothing,
    async handle({ chat, actor, input }) {
      await removeDraft(chat, actor, input.draft_id)
      return {}
    },
  }),
]
