import { Type } from '@sinclair/typebox'
import { badRequest, invalidMessage } from '../chat-error.ts'
import { PreparedAnswer } from '../http/envelope.ts'
import { anyText, boolean, json, naturalNumber, optional, otherwise } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import type { Actor } from '../identity/users/user.ts'
import { accessMessage, hasReceived } from '../messages/message-access.ts'
import { checkContent } from '../messages/message-content.ts'
import { messageId } from '../messages/message-parameters.ts'
import type { MessageShape } from '../messages/message-text.ts'
import { MessageSchema } from '../messages/message-view.ts'
import type { Rendering } from '../messages/rendering.ts'
import { renderContent } from '../messages/sending/render-content.ts'
import { findAmong } from './find-message-page.ts'
import { getMessages, type WantedMessages } from './get-messages.ts'
import type { History } from './history.ts'
import { searchedTerms } from './narrows/condition.ts'
import type { NarrowTerm } from './narrows/read-narrow.ts'
import { anchorDate, applyMarkdown, clientAvatar, narrow, pageAnchor } from './page-parameters.ts'
import { createFlagReader } from './read-state/flag-reader.ts'
import { highlightHtml, highlightText } from './search/highlight.ts'

const endpoint = endpointOf<History>()

const IDS_LIMIT = 5000

const MatchSchema = Type.Object(
  { match_content: Type.String(), match_subject: Type.String() },
  { additionalProperties: false },
)

/** Paths without an id come first, because they would match as an id. */
export const singleMessageRoutes = [
  endpoint({
    method: 'POST',
    path: '/messages/render',
    summary: 'Render a message',
    description: 'Renders a text as if it were sent now. Nothing is stored.',
    access: 'read messages, topics and files',
    parameters: { content: anyText('The message, in Markdown: at most 10000 bytes.') },
    response: Type.Object({ rendered: Type.String() }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      return { rendered: await previewMessage(chat, actor, input.content) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/messages/matches_narrow',
    summary: 'Check if messages match a narrow',
    description: 'Returns those that match, by id, with search terms highlighted.',
    access: 'read messages, topics and files',
    parameters: {
      msg_ids: json('Ids of the messages.', Type.Array(Type.Integer(), { maxItems: IDS_LIMIT })),
      narrow,
    },
    response: Type.Object(
      { messages: Type.Record(Type.String(), MatchSchema) },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      return { messages: await matchMessages(chat, actor, input.msg_ids, input.narrow) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/messages/:message_id',
    summary: 'Fetch a single message',
    description: 'The message as in Get messages, and its Markdown source.',
    access: 'read messages, topics and files',
    parameters: { message_id: messageId, apply_markdown: applyMarkdown, client_avatar: clientAvatar },
    response: Type.Object(
      { raw_content: Type.String(), message: MessageSchema },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      const { rawContent, json } = await getMessage(chat, actor, input.message_id, {
        applyMarkdown: input.apply_markdown,
        clientAvatar: input.client_avatar,
      })
      return new PreparedAnswer(`"raw_content":${JSON.stringify(rawContent)},"message":${json}`)
    },
  }),
]

/** HTML of an unsent message; empty for empty content. */
async function previewMessage(chat: Rendering, actor: Actor, content: string): Promise<string> {
  if (content.trim() === '') return ''
  return (await renderContent(chat, actor, checkContent(content))).html
}

/** One message as in Get messages, and its Markdown source. */
async function getMessage(
  chat: History,
  actor: Actor,
  id: number,
  shape: MessageShape,
): Promise<{ rawContent: string; json: string }> {
  const db = chat.database.read
  const message = await accessMessage(db, actor, id)
  const [text] = await chat.messageTexts.getMany(actor.realm.id, [id])
  // It was deleted meanwhile.
  if (!text) throw invalidMessage()
  const readFlags = await createFlagReader(chat, actor.user, id)
  const flags = readFlags(text, await hasReceived(db, actor, message))
  return {
    rawContent: text.content,
    json: text.json(shape, flags),
  }
}

interface Match {
  match_content: string
  match_subject: string
}

/** Which of the given messages match a narrow, by id, with search terms highlighted. */
async function matchMessages(
  chat: History,
  actor: Actor,
  ids: readonly number[],
  terms: readonly NarrowTerm[],
): Promise<Record<number, Match>> {
  const page = await findAmong(chat, actor, ids, terms)
  const searched = searchedTerms(page.conditions)
  const matches: Record<number, Match> = {}
  for (const { id, renderedContent, subject } of await chat.messageTexts.getMany(actor.realm.id, page.ids)) {
    matches[id] = {
      match_content: highlightHtml(renderedContent, searched),
      match_subject: highlightText(subject, searched),
    }
  }
  return matches
}

export const messagePageRoutes = [
  endpoint({
    method: 'GET',
    path: '/messages',
    summary: 'Get messages',
    access: 'read messages, topics and files',
    parameters: {
      anchor: optional(pageAnchor),
      anchor_date: optional(anchorDate),
      use_first_unread_anchor: otherwise(
        boolean('Use the first unread message of the narrow as anchor.'),
        false,
      ),
      num_before: naturalNumber('Number of messages with ids below the anchor.'),
      num_after: naturalNumber('Number of messages with ids above the anchor.'),
      narrow,
      client_avatar: clientAvatar,
      apply_markdown: applyMarkdown,
    },
    response: Type.Object(
      {
        anchor: Type.Integer(),
        found_anchor: Type.Boolean(),
        found_oldest: Type.Boolean(),
        found_newest: Type.Boolean(),
        history_limited: Type.Boolean(),
        messages: Type.Array(MessageSchema),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      const result = await getMessages(chat, actor, {
        anchor: chosenAnchor(input.anchor, input.use_first_unread_anchor, input.anchor_date),
        numBefore: input.num_before,
        numAfter: input.num_after,
        narrow: input.narrow,
        clientAvatar: input.client_avatar,
        applyMarkdown: input.apply_markdown,
      })
      const { anchor, foundAnchor, foundOldest, foundNewest } = result
      const start =
        `"anchor":${anchor},"found_anchor":${foundAnchor},"found_oldest":${foundOldest},` +
        `"found_newest":${foundNewest},"history_limited":false,"messages":[`
      return new PreparedAnswer(start, result.messages, ']')
    },
  }),
]

/** Existing clients send both; the computed anchor wins. */
function chosenAnchor(
  given: number | 'first_unread' | 'date' | undefined,
  useFirstUnread: boolean,
  since: number | undefined,
): WantedMessages['anchor'] {
  if (useFirstUnread) return 'first_unread'
  if (given === undefined)
    throw badRequest("Missing 'anchor' argument (or set 'use_first_unread_anchor'=True).")
  if (given !== 'date') return given
  if (since === undefined) throw badRequest("Missing 'anchor_date' argument")
  return { since }
}
