import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { ChatPlatform } from '../../chat-platform.ts'
import { boolean, otherwise, text } from '../../http/parameter.ts'
import { Redirect } from '../../http/redirect.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { readSessionCookie } from '../../identity/sessions/session-cookie.ts'
import { JOIN_PATH, joinMeeting, makeMeetingLink } from './join-meeting.ts'
import { MEETING_NAME_LIMIT } from './meeting-link.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }

export const meetingRoutes = [
  endpoint({
    method: 'GET',
    path: '/calls/bigbluebutton/create',
    summary: 'Make a link to a BigBlueButton meeting',
    description:
      'For a message: people of the organization follow it, and the meeting begins with the first. Whoever made the link moderates.',
    access: 'make and join video calls',
    parameters: {
      meeting_name: text(`At most ${MEETING_NAME_LIMIT} characters.`),
      voice_only: otherwise(boolean('Without cameras.'), false),
    },
    response: Type.Object({ url: Type.String() }, exact),
    async handle({ chat, actor, input }) {
      return { url: makeMeetingLink(chat, actor, input.meeting_name, input.voice_only) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/calls/bigbluebutton/join',
    summary: 'Enter a BigBlueButton meeting',
    description:
      'For browsers: creates the meeting unless it goes on already, and redirects (302) to it. Links in messages lead here.',
    access: 'make and join video calls',
    parameters: { bigbluebutton: text('As in the link.') },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input, setHeader }) {
      setHeader('cache-control', 'no-store')
      return new Redirect(await joinMeeting(chat, actor, input.bigbluebutton))
    },
  }),
]

/** The address of links in messages. People who are not signed in come to the page where they can. */
export function addMeetingRoute(app: FastifyInstance, { config }: ChatPlatform): void {
  app.get(JOIN_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (readSessionCookie(config.publicUrl, request.headers.cookie) === undefined) return reply.redirect('/')
    return reply.redirect(`/api/v1${request.url}`)
  })
}
