import { operationOf } from '../../../http/operation.ts'
import { soundResponse } from '../../../http/sound-response.ts'
import type { Phones } from '../../phones.ts'
import { CdrSchema } from '../call-events.ts'
import { deleteCallRecording } from './delete-call-recording.ts'
import { placeOfCallRecording } from './receive-call-recording.ts'
import { recordingToHear } from './recording-access.ts'
import {
  RecordingRulesPatch,
  RecordingRulesSchema,
  showRecordingRules,
  updateRecordingRules,
} from './recording-rules.ts'
import { callInProgress, RecordingStateInput, setRecordingState } from './set-recording-state.ts'

const operation = operationOf<Phones>()

const area = 'Calls'
const path = '/cdrs/:call_id/recording'

export const recordingRoutes = [
  operation({
    method: 'GET',
    path,
    area,
    summary: 'Download the recording of a call',
    description:
      'For the owner, and by `/company/recording-rules` for the people who talked and for administrators. A WAV file; with a `Range` header, a part of it (206).',
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
    problems: [404, 409],
    find: ({ context, actor, params }) => recordingToHear(context, actor, params.call_id!),
    handle: ({ context, actor, subject }) => deleteCallRecording(context, actor, subject.id),
  }),
  operation({
    method: 'PUT',
    path: '/cdrs/:call_id/recording-state',
    area,
    summary: 'Record a call in progress, or pause',
    description:
      'For the owner, and for the people in the call as far as `*1` works for them. When it has happened, they receive `call.recording.updated`. 409 if nobody talks.',
    access: 'record calls in progress',
    body: RecordingStateInput,
    success: { status: 202, schema: CdrSchema },
    problems: [400, 403, 404, 409],
    find: ({ context, actor, params }) => callInProgress(context, actor, params.call_id!),
    handle: ({ context, actor, subject, body }) => setRecordingState(context, actor, subject, body),
  }),
  operation({
    method: 'GET',
    path: '/company/recording-rules',
    area: 'Company',
    summary: 'Get how people learn that they are recorded, and who may listen',
    access: 'see how calls are recorded',
    success: { status: 200, schema: RecordingRulesSchema },
    problems: [],
    handle: ({ context, actor }) => showRecordingRules(context, actor),
  }),
  operation({
    method: 'PATCH',
    path: '/company/recording-rules',
    area: 'Company',
    summary: 'Change how people learn that they are recorded, and who may listen',
    description: 'The notice counts from the next recording on, the rest at once.',
    access: 'decide how calls are recorded',
    body: RecordingRulesPatch,
    success: { status: 200, schema: RecordingRulesSchema },
    problems: [400],
    handle: ({ context, actor, body }) => updateRecordingRules(context, actor, body),
  }),
]
