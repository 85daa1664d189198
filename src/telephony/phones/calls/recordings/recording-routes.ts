import { operationOf } from '../../../http/operation.ts'
import { soundResponse } from '../../../http/sound-response.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { CdrSchema } from '../call-events.ts'
import { deleteCallRecording } from './delete-call-recording.ts'
import { placeOfCallRecording } from './receive-call-recording.ts'
import { recordingToHear } from './recording-access.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Calls'
const path = '/cdrs/:call_id/recording'

export const recordingRoutes = [
  operation({
    method: 'GET',
    path,
    area,
    summary: 'Download the recording of a call',
    description:
      'For the people who talked and the owner. A WAV file; with a `Range` header, a part of it (206).',
    access: 'see calls and hear recordings',
    success: { status: 200, type: 'audio/wav', ranges: true },
    problems: [404, 416],
    find: ({ context, actor, params }) => recordingToHear(context, actor, params.call_id!),
    handle: ({ context, actor, subject, request }) =>
      soundResponse(context, placeOfCallRecording(actor.company, subject.id), {
        name: `call-${subject.id}.wav`,
        size: subject.recording_size,
        range: request.headers.range,
      }),
  }),
  operation({
    method: 'DELETE',
    path,
    area,
    summary: 'Delete the recording of a call',
    description: 'The call stays in the history.',
    access: 'delete recordings',
    success: { status: 200, schema: CdrSchema },
    problems: [404],
    find: ({ context, actor, params }) => recordingToHear(context, actor, params.call_id!),
    handle: ({ context, actor, subject }) => deleteCallRecording(context, actor, subject.id),
  }),
]
