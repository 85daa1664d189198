import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { json } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { addAlertWords, getAlertWords, removeAlertWords } from './change-alert-words.ts'

const endpoint = endpointOf<ChatPlatform>()

const words = json('The words or phrases.', Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }))
const response = Type.Object({ alert_words: Type.Array(Type.String()) }, { additionalProperties: false })

export const alertWordRoutes = [
  endpoint({
    method: 'GET',
    path: '/users/me/alert_words',
    summary: 'Get alert words',
    access: 'change their own picture, status and words',
    parameters: {},
    response,
    async handle({ chat, actor }) {
      return { alert_words: await getAlertWords(chat, actor) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/alert_words',
    summary: 'Add alert words',
    description: 'Messages to you that contain one of them have the flag has_alert_word.',
    access: 'change their own picture, status and words',
    parameters: { alert_words: words },
    response,
    async handle({ chat, actor, input }) {
      return { alert_words: await addAlertWords(chat, actor, input.alert_words) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/me/alert_words',
    summary: 'Remove alert words',
    access: 'change their own picture, status and words',
    parameters: { alert_words: words },
    response,
    async handle({ chat, actor, input }) {
      return { alert_words: await removeAlertWords(chat, actor, input.alert_words) }
    },
  }),
]
