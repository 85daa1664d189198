import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import { soundResponse } from '../../http/sound-response.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { placeOfRecording } from '../pbx/place-of-recording.ts'
import { deleteVoicemail } from './delete-voicemail.ts'
import { listVoicemailMessages } from './list-voicemail-messages.ts'
import { updateVoicemail, VoicemailPatch } from './update-voicemail.ts'
import { voicemailToHear } from './voicemail-access.ts'
import { VoicemailSchema, voicemailView } from './voicemail-events.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Voicemail'
const path = '/voicemail/messages/:message_id'

export const voicemailRoutes = [
  operation({
    method: 'GET',
    path: '/voicemail/messages',
    area,
    summary: 'List the voicemail messages',
    description:
      'Newest first. The owner sees those of the company, other users their own. When the owner opens the mailbox of somebody else, the audit trail says so.',
    access: 'hear voicemail',
    query: Type.Object(
      {
        is_read: Type.Optional(Type.Boolean()),
        extension: Type.Optional(Type.String({ maxLength: 50, description: 'The id of an extension.' })),
        user: Type.Optional(
          Type.String({ maxLength: 50, description: 'The id of the user whose mailbox it is.' }),
        ),
        page: pageNumber,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(VoicemailSchema), paged: true },
    problems: [400, 403],
    handle: ({ context, actor, query }) =>
      listVoicemailMessages(
        context,
        actor,
        {
          isRead: query.is_read,
          extensionId: query.extension || undefined,
          userId: query.user || undefined,
        },
        pageOf(query.page, query.page_size),
      ),
  }),
  operation({
    method: 'GET',
    path,
    area,
    summary: 'Get a voicemail message',
    access: 'hear voicemail',
    success: { status: 200, schema: VoicemailSchema },
    problems: [404],
    find: ({ context, actor, params }) => voicemailToHear(context, actor, params.message_id!),
    handle: async ({ actor, subject }) => voicemailView(subject, actor.company.public_id),
  }),
  operation({
    method: 'GET',
    path: `${path}/audio`,
    area,
    summary: 'Download the recording',
    description: 'A WAV file. With a `Range` header, a part of it (206).',
    access: 'hear voicemail',
    success: { status: 200, type: 'audio/wav', ranges: true },
    problems: [404, 416],
    find: ({ context, actor, params }) => voicemailToHear(context, actor, params.message_id!),
    handle: ({ context, actor, subject, request }) =>
      soundResponse(context, placeOfRecording(actor.company, subject.id), {
        name: `voicemail-${subject.id}.wav`,
        size: subject.size,
        range: request.headers.range,
      }),
  }),
  operation({
    method: 'PATCH',
    path,
    area,
    summary: 'Mark a voicemail message as read or unread',
    access: 'mark and delete voicemail',
    body: VoicemailPatch,
    success: { status: 200, schema: VoicemailSchema },
    problems: [400, 404],
    find: ({ context, actor, params }) => voicemailToHear(context, actor, params.message_id!),
    handle: ({ context, actor, subject, body }) => updateVoicemail(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path,
    area,
    summary: 'Delete a voicemail message',
    access: 'mark and delete voicemail',
    success: { status: 200, schema: VoicemailSchema },
    problems: [404, 409],
    find: ({ context, actor, params }) => voicemailToHear(context, actor, params.message_id!),
    handle: ({ context, actor, subject }) => deleteVoicemail(context, actor, subject.id),
  }),
]
