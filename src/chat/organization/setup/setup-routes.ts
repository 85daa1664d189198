import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { findSetup } from './find-setup.ts'

const endpoint = endpointOf<ChatPlatform>()

export const setupRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/setup',
    summary: 'Get the state of the setup',
    description: 'What a new organization should have, and whether it is there.',
    access: 'change the settings of the organization',
    parameters: {},
    response: Type.Object(
      {
        icon: Type.Boolean({ description: 'The organization has its own icon.' }),
        people: Type.Boolean({ description: 'There are other people, or invitations.' }),
        streams: Type.Boolean({ description: 'There is more than one stream.' }),
        mail_server: Type.Boolean({ description: 'Mails are sent; otherwise they become files.' }),
        backups: Type.Union([Type.Boolean(), Type.Null()], {
          description:
            '`switchboard backup` ran within a week; null: unknown, because PostgreSQL is backed up by other means.',
        }),
      },
      { additionalProperties: false },
    ),
    handle: ({ chat, realm }) => findSetup(chat, realm),
  }),
]
